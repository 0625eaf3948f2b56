import type { CoinTerms } from '#lib/engine/body/coin-terms.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import type { NearPortfolio } from '#lib/formulas/portfolio-range.ts';
import { isOffTarget, portfolioTotal } from '#lib/formulas/rebalance.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { cashOf, type PortfolioState, valuesAt } from './portfolio-state.ts';

const ONE = Number(UNITS_PER_COIN);
const SCALE = Number(EQUITY_SCALE);
/** Part of the whole within which floats do not decide: a thousand times what their rounding can do. */
const CLOSE = 1e-12;

/**
 * The whole at prices by coin, EquityStatement's scale, in floats. Portfolios that are looked at each minute are decided
 * by them wherever the question is not close; where it is, exact integers decide, so the answer is always theirs.
 */
export function nearValues(state: PortfolioState, prices: readonly number[]): NearPortfolio {
  const cash = Number(cashOf(state)) * SCALE;
  const values = state.coins.map(({ base, spec }, i) => Number(base) * (prices[i] as number) * Number(spec.tickUnits));
  const total = values.reduce((sum, value) => sum + value, cash);
  return { values, cash, total, targets: state.targets };
}

/** Whether any share is further from its target than a threshold (1e-8). */
export function isOff(
  state: PortfolioState,
  { values, total, targets }: NearPortfolio,
  prices: readonly number[],
  thresholdE8: bigint,
): boolean {
  const limit = (Number(thresholdE8) / ONE) * total;
  const close = CLOSE * total;
  let isClose = false;
  for (const [i, value] of values.entries()) {
    const beyond = Math.abs(value - (targets[i] as number) * total) - limit;
    if (beyond > close) return true;
    if (beyond > -close) isClose = true;
  }
  return isClose && isOffTarget(valuesAt(state, prices), thresholdE8);
}

/** The totals at which the whole ends, EquityStatement's scale: a loss rounded up, so that it is not reached early. */
export function stopTotals({ params, startValue }: PortfolioState): {
  readonly lowest: bigint | null;
  readonly highest: bigint | null;
} {
  const { stopLossE8, stopProfitE8 } = params;
  const part = (rate: bigint): bigint => (startValue * rate + UNITS_PER_COIN - 1n) / UNITS_PER_COIN;
  return {
    lowest: stopLossE8 === null ? null : startValue - part(stopLossE8),
    highest: stopProfitE8 === null ? null : startValue + part(stopProfitE8),
  };
}

export function stopReason(
  state: PortfolioState,
  { total }: NearPortfolio,
  prices: readonly number[],
): 'stop_loss' | 'stop_profit' | null {
  const { lowest, highest } = stopTotals(state);
  if (lowest !== null && isAtMost(state, total, prices, lowest)) return 'stop_loss';
  if (highest !== null && !isAtMost(state, total, prices, highest - 1n)) return 'stop_profit';
  return null;
}

function isAtMost(state: PortfolioState, total: number, prices: readonly number[], limit: bigint): boolean {
  const under = Number(limit) - total;
  if (Math.abs(under) > CLOSE * total) return under > 0;
  return portfolioTotal(valuesAt(state, prices)) <= limit;
}

/**
 * Whether a rebalance would find what the last one found: differences that are too small for their markets, and
 * purchases that nothing can pay for. They are then withheld as before, at the present prices. Says no to whatever is
 * close.
 */
export function staysWithheld(state: PortfolioState, portfolio: NearPortfolio, prices: readonly number[]): boolean {
  const { values, total, targets, cash } = portfolio;
  for (const [i, value] of values.entries()) {
    const order = state.withheld[i] ?? null;
    if (order === null) return false;
    const difference = value - (targets[i] as number) * total;
    // This near to nothing it could have the other sign.
    if (Math.abs(difference) <= CLOSE * total) return false;
    const { spec } = state.params.coins[i] as CoinTerms;
    const smallest = Number(spec.minQuoteUnits) * SCALE;
    if (order.reason === 'below-minimum') {
      if (Math.abs(difference) >= smallest * (1 - CLOSE)) return false;
    } else if (cash >= smallest * (1 - CLOSE) || -difference <= largestMinimum(spec, prices[i] as number)) return false;
  }
  for (const [i, order] of state.withheld.entries()) {
    if (order === null) continue;
    order.side = (values[i] as number) > (targets[i] as number) * total ? 'sell' : 'buy';
    order.ticks = prices[i] as number;
  }
  return true;
}

/** An upper bound of what the market's smallest order is worth: its minimum and a lot. */
function largestMinimum({ minQuoteUnits, minBaseUnits, lotUnits, tickUnits }: MarketSpec, ticks: number): number {
  const price = ticks * Number(tickUnits);
  const least = Math.max(Number(minQuoteUnits) * SCALE, Number(minBaseUnits) * price);
  return (least + Number(lotUnits) * price) * (1 + CLOSE);
}
