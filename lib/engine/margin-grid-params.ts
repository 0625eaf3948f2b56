import type { SpotGridParams } from './grid-params.ts';

/** What a margin grid owes: quote (buy), base (sell), or half of the loan in each (neutral). */
export type MarginSide = 'buy' | 'sell' | 'neutral';

/**
 * Exact parameters of a margin grid: a spot grid of `leverage` times the investment, of which the part above the
 * investment is borrowed. Rates in 1e-8.
 */
export interface MarginGridParams extends SpotGridParams {
  readonly side: MarginSide;
  /** Whole, ≥ 2 (C-284). */
  readonly leverage: number;
  /** Interest of one hour on the debt, rounded up and added to it. */
  readonly hourlyInterestE8: bigint;
  /** Assets ÷ debt at or below which everything is closed: 1.1 is 110,000,000. Above 1. */
  readonly forcedCloseRatioE8: bigint;
}
