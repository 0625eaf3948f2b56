import { UNITS_PER_COIN } from '../money/amount.ts';

/** Sum of the profits ÷ sum of the losses of trades, 1e-8, rounded down. Null when nothing was lost. */
export function profitFactorE8(profits: readonly bigint[]): bigint | null {
  let won = 0n;
  let lost = 0n;
  for (const profit of profits) {
    if (profit > 0n) won += profit;
    else lost -= profit;
  }
  return lost === 0n ? null : (won * UNITS_PER_COIN) / lost;
}
