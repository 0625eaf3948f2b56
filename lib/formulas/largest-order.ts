import { UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

/**
 * What bots count their orders with: whole numbers below 2^53. An order of 90,071,992 of the quote asset, or of so many
 * lots, is the largest that a bot with a ladder of its own orders takes; what it holds in all has no such bound.
 */
export const LARGEST_UNITS = 2n ** 53n - 1n;

/** Whether orders of these quantities (base units) fit, wherever up to `highestTicks` they are sold, and their lots together. */
export function fitsLadder(spec: MarketSpec, quantities: readonly bigint[], highestTicks: number): boolean {
  const price = BigInt(highestTicks) * spec.tickUnits;
  let lots = 0n;
  for (const quantity of quantities) {
    if (quantity * price > LARGEST_UNITS * UNITS_PER_COIN) return false;
    lots += quantity / spec.lotUnits;
  }
  return lots <= LARGEST_UNITS;
}
