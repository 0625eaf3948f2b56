import { UNITS_PER_COIN } from '../money/amount.ts';
import { type PortfolioValues, portfolioTotal } from './rebalance.ts';

const ONE = Number(UNITS_PER_COIN);
/** What is taken off a range so that no rounding of floats can make it too wide. */
const INWARDS = 1e-9;

export interface PortfolioLimits {
  /** Shares may be this far from their targets, 1e-8; null = as far as they like. */
  readonly thresholdE8: bigint | null;
  /**
   * Shares that are off already may go the threshold further from where they are (and a share that has come back, from
   * its target): the range is then that of a portfolio which could not be brought to its targets.
   */
  readonly isStuck: boolean;
  /** Totals, on the values' scale, that must not be reached; null = none. */
  readonly lowest: bigint | null;
  readonly highest: bigint | null;
}

/**
 * The largest factor k ≥ 1 such that nothing is reached while every coin's price stays between p ÷ k and p × k, wherever
 * in between the others are. Infinity when nothing can be reached at all. Rounded inwards.
 *
 * A coin of share s, the others at their worst, has s·k ÷ (s·k + (1 − s) ÷ k) at most – the cash, whose worth does not
 * move, is between – and that is the upper limit u when k² = u (1 − s) ÷ (s (1 − u)); at least, mirrored,
 * k² = s (1 − l) ÷ (l (1 − s)). The whole is cash + coins × k at most and cash + coins ÷ k at least.
 */
export function portfolioRange(portfolio: PortfolioValues, limits: PortfolioLimits): number {
  const total = Number(portfolioTotal(portfolio));
  const cash = Number(portfolio.cash);
  const coins = total - cash;
  if (coins <= 0) return Number.POSITIVE_INFINITY;
  const { thresholdE8, lowest, highest } = limits;
  let factor = thresholdE8 === null ? Number.POSITIVE_INFINITY : shareRange(portfolio, total, limits);
  if (lowest !== null && Number(lowest) > cash) factor = Math.min(factor, coins / (Number(lowest) - cash));
  if (highest !== null) factor = Math.min(factor, (Number(highest) - cash) / coins);
  return Math.max(1, factor * (1 - INWARDS));
}

function shareRange(
  { values, targetsE8 }: PortfolioValues,
  total: number,
  { thresholdE8, isStuck }: PortfolioLimits,
): number {
  const threshold = Number(thresholdE8) / ONE;
  let squared = Number.POSITIVE_INFINITY;
  for (const [i, value] of values.entries()) {
    const share = Number(value) / total;
    // Nothing of it, or nothing beside it: no price moves such a share.
    if (share <= 0 || share >= 1) continue;
    const target = Number(targetsE8[i]) / ONE;
    const upper = (isStuck ? Math.max(target, share) : target) + threshold;
    const lower = (isStuck ? Math.min(target, share) : target) - threshold;
    if (upper < 1) squared = Math.min(squared, (upper * (1 - share)) / (share * (1 - upper)));
    if (lower > 0) squared = Math.min(squared, (share * (1 - lower)) / (lower * (1 - share)));
  }
  return Math.sqrt(squared);
}
