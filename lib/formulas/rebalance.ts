import { UNITS_PER_COIN } from '../money/amount.ts';

/** What a portfolio is worth, exactly: values of its coins and its cash on one scale, and the shares that they should have. */
export interface PortfolioValues {
  readonly values: readonly bigint[];
  readonly cash: bigint;
  /** Parts of the whole, cash included, 1e-8. */
  readonly targetsE8: readonly bigint[];
}

export function portfolioTotal({ values, cash }: PortfolioValues): bigint {
  return values.reduce((sum, value) => sum + value, cash);
}

/**
 * What each coin is worth more (+) or less (−) than its share of the whole, rounded towards zero: what a rebalance
 * sells and buys. 450 and 550 with equal shares: −50 and +50.
 */
export function rebalanceDifferences(portfolio: PortfolioValues): readonly bigint[] {
  const total = portfolioTotal(portfolio);
  return portfolio.values.map((value, i) => value - targetOf(portfolio, i, total, value));
}

/** The target value, rounded towards the present one. */
function targetOf({ targetsE8 }: PortfolioValues, i: number, total: bigint, value: bigint): bigint {
  const exact = (targetsE8[i] as bigint) * total;
  const down = exact / UNITS_PER_COIN;
  return value > down && exact % UNITS_PER_COIN !== 0n ? down + 1n : down;
}

/** Whether any share is further than the threshold (parts of the whole, 1e-8) from its target. Exact. */
export function isOffTarget(portfolio: PortfolioValues, thresholdE8: bigint): boolean {
  const total = portfolioTotal(portfolio);
  const limit = thresholdE8 * total;
  return portfolio.values.some((value, i) => {
    const off = value * UNITS_PER_COIN - (portfolio.targetsE8[i] as bigint) * total;
    return off > limit || -off > limit;
  });
}
