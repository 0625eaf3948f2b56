import { UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8 } from '../money/market-spec.ts';

/**
 * Return of one matched pair as a fraction: (sell / buy)(1 − fee)² − 1, because the fee comes out of what is
 * received on both legs – the exact form of "minus twice the fee" (C-260). For display.
 */
export function gridReturn(buyTicks: number, sellTicks: number, feeRate: FeeRateE8): number {
  const keep = 1 - Number(feeRate) / Number(UNITS_PER_COIN);
  return (sellTicks / buyTicks) * keep * keep - 1;
}

/** Least and largest return over all adjacent pairs of lines, as fractions. Needs at least two lines. */
export function gridReturnRange(lines: readonly number[], feeRate: FeeRateE8): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < lines.length; i += 1) {
    const rate = gridReturn(lines[i - 1] as number, lines[i] as number, feeRate);
    if (rate < min) min = rate;
    if (rate > max) max = rate;
  }
  return { min, max };
}

/** Farther apart than this, two ratios of prices differ whatever the last bits of their quotients are. */
const CLEAR = 1e-9;

/** Whether every adjacent pair earns more than its two fees (X8: return per grid > 0); with `orNothing` no less than them. Exact. */
export function everyGridEarns(lines: readonly number[], feeRate: FeeRateE8, orNothing = false): boolean {
  const keep = UNITS_PER_COIN - feeRate;
  // Searches ask for thousands of grids: only what floating point cannot tell is reckoned exactly.
  const least = Number(UNITS_PER_COIN) ** 2 / Number(keep) ** 2;
  for (let i = 1; i < lines.length; i += 1) {
    const [low, high] = [lines[i - 1] as number, lines[i] as number];
    const ratio = high / low;
    if (Math.abs(ratio - least) > CLEAR) {
      if (ratio < least) return false;
      continue;
    }
    const left = BigInt(high) * keep * keep - BigInt(low) * UNITS_PER_COIN * UNITS_PER_COIN;
    if (left < 0n || (left === 0n && !orNothing)) return false;
  }
  return true;
}
