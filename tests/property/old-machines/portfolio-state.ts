import type { CoinTerms } from '#lib/engine/body/coin-terms.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { type CoinPosition, coinEquityAt, newCoinPosition } from '#lib/engine/coin-position.ts';
import { statementOf } from '#lib/engine/equity-statement.ts';
import {
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type MarketView,
  type OrderEvent,
  type OrderReason,
  type PortfolioCoinStatement,
  type WithheldOrder,
} from '#lib/engine/machine.ts';
import { type PortfolioValues, portfolioTotal } from '#lib/formulas/rebalance.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { type BoundaryState, newBoundaryState } from './boundary-bot.ts';

/** A withheld order whose side and price go with the market. */
type Unmade = { -readonly [K in keyof WithheldOrder]: WithheldOrder[K] };

/**
 * A smart position. Coin i trades on feed i. `coins` are the coins' books, each with what trading it has brought in
 * cash (`quote`, negative when it was bought); the cash is the investment and the sum of them.
 */
export interface PortfolioState extends BoundaryState {
  readonly params: SmartPositionParams;
  readonly view: MarketView;
  readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  readonly isHeard: boolean;
  readonly coins: readonly CoinPosition[];
  /** Shares that the coins should have, in floats. */
  readonly targets: readonly number[];
  /** Orders that the last rebalance would have made, by coin. */
  readonly withheld: (Unmade | null)[];
  /** Worth of everything at the start prices, EquityStatement's scale. */
  startValue: bigint;
  /** The minute boundary from which intervals are counted. */
  startedAtMs: number;
  fills: number;
  /** Sales, and their net profit against the average cost of what was sold, quote units. */
  sales: number;
  soldProfit: bigint;
}

export function newPortfolioState(params: SmartPositionParams, view: MarketView, sink: EngineSink): PortfolioState {
  const { coins } = params;
  const feeds = feedsOf(params.spec);
  if (coins.some(({ spec }, i) => spec.market !== feeds[i]?.market))
    throw new Error('Coin i of a portfolio is on feed i');
  return {
    ...newBoundaryState(feeds),
    params,
    view,
    sink,
    isHeard: sink.isQuiet !== true,
    coins: coins.map(({ spec, feeRate }) => newCoinPosition(spec, feeRate, 0n)),
    targets: coins.map(({ targetE8 }) => Number(targetE8) / Number(UNITS_PER_COIN)),
    withheld: coins.map(() => null),
    startValue: 0n,
    startedAtMs: 0,
    fills: 0,
    sales: 0,
    soldProfit: 0n,
  };
}

export function cashOf({ params, coins }: PortfolioState): bigint {
  return coins.reduce((sum, { quote }) => sum + quote, params.investment);
}

/** Worth of a coin at a price, EquityStatement's scale. */
export function coinValue({ base, spec }: CoinPosition, ticks: number): bigint {
  return base * BigInt(ticks) * spec.tickUnits;
}

/** The whole at prices by coin, EquityStatement's scale. */
export function valuesAt(state: PortfolioState, prices: readonly number[]): PortfolioValues {
  return {
    values: state.coins.map((coin, i) => coinValue(coin, prices[i] as number)),
    cash: cashOf(state) * EQUITY_SCALE,
    targetsE8: state.params.coins.map(({ targetE8 }) => targetE8),
  };
}

/** Cash and every coin that the bot has, or could have. */
export function holdingsOf(state: PortfolioState): Holdings {
  const coins = state.coins.map(({ spec, base }) => [spec.base, base] as const);
  return { [state.params.spec.quote]: cashOf(state), ...Object.fromEntries(coins) };
}

/** Equity is counted from what is held, everything else from the coins' books. */
export function equityAt(state: PortfolioState, prices: readonly number[]): EquityStatement {
  const books = state.coins.map((coin, i) => coinEquityAt(coin, prices[i] as number));
  const sum = (pick: (book: EquityStatement) => bigint): bigint =>
    books.reduce((total, book) => total + pick(book), 0n);
  const equity = portfolioTotal(valuesAt(state, prices));
  const gridProfit = sum((book) => book.gridProfit);
  const positionProfit = sum((book) => book.positionProfit);
  const fees = sum((book) => book.fees);
  const start = state.startValue;
  return statementOf({ start, gridProfit, positionProfit, fees, equity });
}

/** The coins' rows; shares of the whole with its cash, rounded down. */
export function coinStatements(state: PortfolioState, prices: readonly number[]): readonly PortfolioCoinStatement[] {
  const portfolio = valuesAt(state, prices);
  const total = portfolioTotal(portfolio);
  return state.coins.map(({ spec, base }, i) => {
    const value = portfolio.values[i] as bigint;
    return {
      asset: spec.base,
      quantity: base,
      value: value / EQUITY_SCALE,
      shareE8: total === 0n ? 0n : (value * UNITS_PER_COIN) / total,
      targetE8: (state.params.coins[i] as CoinTerms).targetE8,
    };
  });
}

/** Tells the record about a market order for coin `feed`. */
export function tellOrder(
  state: PortfolioState,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: { readonly feed: number; readonly side: 'buy' | 'sell'; readonly ticks: number; readonly quantity: bigint },
): void {
  if (state.isHeard) state.sink.order({ timeMs, kind, reason, level: -1, ...order });
}

/** An order that is not made, for `worth` (EquityStatement's scale) at a price. */
export interface UnmadeOrder {
  readonly feed: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly worth: bigint;
}

/** Notes that a coin has no order and why. The record hears of it once, until the coin is traded again. */
export function withhold(
  state: PortfolioState,
  reason: 'below-minimum' | 'no-funds',
  { feed, side, ticks, worth }: UnmadeOrder,
  timeMs: number,
): void {
  const before = state.withheld[feed] ?? null;
  state.withheld[feed] = { feed, side, level: -1, ticks, reason };
  if (before?.reason === reason || !state.isHeard) return;
  const { spec } = state.coins[feed] as CoinPosition;
  const quantity = worth / (BigInt(ticks) * spec.tickUnits);
  tellOrder(state, timeMs, 'withheld', reason, { feed, side, ticks, quantity });
}
