import type { MarketSpec } from '../../money/market-spec.ts';
import { inputDecimals } from '../../money/precision.ts';
import type { FormValues, SaysAsset } from '../definition.ts';

/** is_use_base 1 = invests base and sells first (X11). */
export function isBaseInvested(said: SaysAsset): boolean {
  return said.is_use_base === '1';
}

export function investmentAsset(said: SaysAsset, spec: MarketSpec): string {
  return isBaseInvested(said) ? spec.base : spec.quote;
}

/** Decimals of the investment (X23): the symbol's quantity precision for base; of totals the symbol says nothing. */
export function moneyDecimals(values: FormValues, spec: MarketSpec): number {
  return inputDecimals(investmentAsset(values, spec), isBaseInvested(values) ? spec.amountDecimals : null);
}
