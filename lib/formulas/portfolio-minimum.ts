import { UNITS_PER_COIN } from '../money/amount.ts';

/** C-241, C-418: what each coin of a smart position needs, USDT. */
export const MINIMUM_PER_COIN = 10n;
/** C-242, C-328. */
export const FEWEST_COINS = 2;
export const MOST_COINS = 10;

/** Smallest investment of a smart position, USDT units: 10 for each coin (C-241, E-217). */
export function portfolioMinimum(coins: number): bigint {
  return MINIMUM_PER_COIN * UNITS_PER_COIN * BigInt(coins);
}
