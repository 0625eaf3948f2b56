/** What is taken off a range so that no rounding of floats can make it too wide. */
const INWARDS = 1e-9;

/** A portfolio in floats: ranges are rounded inwards, so they need not be exact. */
export interface NearPortfolio {
  readonly values: readonly number[];
  readonly cash: number;
  /** Cash and coins. */
  readonly total: number;
  /** Shares of the whole, 0…1. */
  readonly targets: readonly number[];
}

export interface PortfolioLimits {
  /** Shares may be this far from their targets, parts of the whole; null = as far as they like. */
  readonly threshold: number | null;
  /**
   * Shares that are off already may go the threshold further from where they are (and a share that has come back, from
   * its target): the range is then that of a portfolio which could not be brought to its targets.
   */
  readonly isStuck: boolean;
  /** Totals, on the values' scale, that must not be reached; null = none. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * The largest factor k ≥ 1 such that nothing is reached while every coin's price stays between p ÷ k and p × k, wherever
 * in between the others are. Infinity when nothing can be reached at all. Rounded inwards.
 *
 * A coin of share s, the others at their worst, has s·k ÷ (s·k + (1 − s) ÷ k) at most – the cash, whose worth does not
 * move, is between – and that is the upper limit u when k² = u (1 − s) ÷ (s (1 − u)); at least, mirrored,
 * k² = s (1 − l) ÷ (l (1 − s)). The whole is cash + coins × k at most and cash + coins ÷ k at least.
 */
export function portfolioRange(portfolio: NearPortfolio, limits: PortfolioLimits): number {
  const { cash, total } = portfolio;
  const coins = total - cash;
  if (coins <= 0) return Number.POSITIVE_INFINITY;
  const { threshold, isStuck, lowest, highest } = limits;
  let factor = threshold === null ? Number.POSITIVE_INFINITY : shareRange(portfolio, threshold, isStuck);
  if (lowest !== null && lowest > cash) factor = Math.min(factor, coins / (lowest - cash));
  if (highest !== null) factor = Math.min(factor, (highest - cash) / coins);
  return Math.max(1, factor * (1 - INWARDS));
}

function shareRange({ values, total, targets }: NearPortfolio, threshold: number, isStuck: boolean): number {
  let squared = Number.POSITIVE_INFINITY;
  for (const [i, value] of values.entries()) {
    const share = value / total;
    // Nothing of it, or nothing beside it: no price moves such a share.
    if (share <= 0 || share >= 1) continue;
    const target = targets[i] as number;
    const upper = (isStuck ? Math.max(target, share) : target) + threshold;
    const lower = (isStuck ? Math.min(target, share) : target) - threshold;
    if (upper < 1) squared = Math.min(squared, (upper * (1 - share)) / (share * (1 - upper)));
    if (lower > 0) squared = Math.min(squared, (share * (1 - lower)) / (lower * (1 - share)));
  }
  return Math.sqrt(squared);
}
