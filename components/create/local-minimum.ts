import { martingaleMinimum } from '#lib/formulas/martingale-minimum.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { readTerms } from '#lib/strategies/martingale/values.ts';
import { assetInUsdt } from '#lib/strategies/rules/asset-price.ts';

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
  return martingaleMinimum(terms, lastTicks, assetInUsdt(spec, lastTicks));
}
