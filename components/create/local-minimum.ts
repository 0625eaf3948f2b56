import { martingaleMinimum } from '#lib/formulas/martingale-minimum.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { readTerms } from '#lib/strategies/martingale/values.ts';

/** The min_amount call is about grids; the minimum of a martingale follows from its ladder (H33), by the exchange's own formula. */
export function isMinimumLocal(kind: string): boolean {
  return kind === 'martingale' || kind === 'contract-martingale';
}

/** Units of the investment asset; null until the settings and a price are there. */
export function localMinimum(
  values: FormValues,
  { spec, feeRate, lastTicks }: Pick<CheckContext, 'spec' | 'feeRate' | 'lastTicks'>,
): bigint | null {
  const terms = readTerms(values, spec, feeRate);
  if (terms === null || lastTicks === null) return null;
  const asset = spec.contract?.settle ?? spec.quote;
  // Only a coin that the market itself prices in dollars has a known price here.
  const isPriced = asset === spec.base && spec.quote.startsWith('USD');
  const inUsdt = asset === 'USDT' ? UNITS_PER_COIN : isPriced ? BigInt(lastTicks) * spec.tickUnits : null;
  return martingaleMinimum(terms, lastTicks, inUsdt);
}
