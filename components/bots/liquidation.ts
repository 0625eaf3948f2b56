import type { StrategyRow } from '#lib/contract/strategy.ts';

/**
 * Whether one of a bot's two liquidation prices lies inside its grid: it can be liquidated before the range is used
 * (C-411). False without a range, without prices, and where they are hidden. For a warning: floats will do.
 */
export function isLiquidationInRange({
  params,
  liq_price,
  full_liq_price,
}: Pick<StrategyRow, 'params' | 'liq_price' | 'full_liq_price'>): boolean {
  const low = Number(params?.current_low_price || Number.NaN);
  const high = Number(params?.current_high_price || Number.NaN);
  // An infinite grid's two "prices" are fractions; no liquidation price is as small.
  return [liq_price, full_liq_price].map(Number).some((price) => price > 0 && price >= low && price <= high);
}
