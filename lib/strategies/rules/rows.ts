import { isUnset, readDecimal, shiftDecimal } from '../../money/decimal-text.ts';
import { MASKED_FIGURE, NO_FIGURE } from '../../money/display.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { ParameterRow } from '../definition.ts';

/** A figure with its unit; what is masked or not set has none. */
export function figureRow(name: string, value: string, unit: string): ParameterRow {
  const isFigure = value !== NO_FIGURE && value !== MASKED_FIGURE;
  return { label: `rows.${name}`, value, unit: isFigure ? unit : '' };
}

/** A price of a market, a range or a distance of them: written to the market's tick, as its trades are. */
export function priceRow(name: string, value: string, spec: MarketSpec): ParameterRow {
  return { ...figureRow(name, value, spec.quote), priceDecimals: spec.priceDecimals };
}

/** What was invested, in `asset`, on a market that is quoted in `quote`. */
export function investmentRow(value: string, asset: string, quote: string): ParameterRow {
  return { ...figureRow('money', value, asset), investedOn: quote };
}

export function wordRow(name: string, value: string, words: Readonly<Record<string, string>>): ParameterRow {
  const word = words[value];
  return { label: `rows.${name}`, value, unit: '', ...(word === undefined ? {} : { valueLabel: word }) };
}

export function flagRow(name: string, value: 0 | 1): ParameterRow {
  return wordRow(name, String(value), { 0: 'rows.off', 1: 'rows.on' });
}

export function asRange(low: string, high: string): string {
  return low === MASKED_FIGURE || high === MASKED_FIGURE ? MASKED_FIGURE : `${low} – ${high}`;
}

/** '--' for what is not set. */
export function optionalText(value: string): string {
  return isUnset(value) ? NO_FIGURE : value;
}

/** A stored fraction as percent text. */
export function asPercent(fraction: string): string {
  const plain = readDecimal(fraction);
  if (isUnset(fraction) || plain === null) return fraction === MASKED_FIGURE ? fraction : NO_FIGURE;
  return shiftDecimal(plain, 2) ?? NO_FIGURE;
}
