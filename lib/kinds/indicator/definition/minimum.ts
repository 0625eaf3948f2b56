import { indicatorMinimum } from '../../../formulas/indicator-minimum.ts';
import type { IndicatorConditions } from '../../../indicators/condition.ts';
import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FormValues, MinimumFacts, TypedFacts } from '../../../strategies/definition.ts';
import { assetInUsdt } from '../../../strategies/rules/asset-price.ts';
import type { IndicatorParams } from '../params.ts';
import type { ConditionSource } from './source.ts';
import { readIndicatorLeverage } from './values.ts';

/** Part of the capital that the smallest buying trade uses, 1e-8: opening or increasing. Null until it can be read. */
function smallestRatioE8({ open, increase }: IndicatorConditions): bigint | null {
  const ratios = [open, increase].flatMap((side) => (side === undefined ? [] : [readRatio(side.ratio)]));
  return ratios.reduce((least, ratio) => (least === null || ratio === null ? null : ratio < least ? ratio : least));
}

function readRatio(text: string | undefined): bigint | null {
  const ratio = parseAmount(readDecimal(text ?? '') ?? '');
  return ratio === null || ratio === 0n ? null : ratio;
}

/** C-250: what the smallest trade of these conditions needs at the last price. */
export function minimumOfIndicator(source: ConditionSource, values: FormValues, facts: TypedFacts): bigint | null {
  const { spec, lastTicks } = facts;
  const conditions = source.read(values, spec);
  const ratioE8 = conditions === null ? null : smallestRatioE8(conditions);
  const leverage = readIndicatorLeverage(values, spec);
  if (ratioE8 === null || leverage === null || lastTicks === null) return null;
  return indicatorMinimum({ spec, leverage, ratioE8, lastTicks, assetInUsdt: assetInUsdt(spec, lastTicks) });
}

/** The same of a bot's parameters. */
export function minimumOfConditions(
  { spec, leverage, conditions }: IndicatorParams,
  { lastTicks, assetInUsdt: inUsdt }: MinimumFacts,
): bigint {
  const ratioE8 = smallestRatioE8(conditions) ?? UNITS_PER_COIN;
  return indicatorMinimum({ spec, leverage, ratioE8, lastTicks, assetInUsdt: inUsdt });
}
