import type { OrderRole } from '#lib/contract/vocabulary.ts';
import { buyCoins, type CoinPosition, sellCoins } from '#lib/engine/coin-position.ts';
import { EQUITY_SCALE, type MarketView, type OrderReason } from '#lib/engine/machine.ts';
import { rebalanceDifferences } from '#lib/formulas/rebalance.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { floorToStep, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { cashOf, type PortfolioState, tellOrder, valuesAt, withhold } from './portfolio-state.ts';

interface Why {
  readonly role: OrderRole;
  readonly reason: OrderReason;
}

/** Trades the differences to the targets at the market, sells first; what the market would not take is withheld. */
export function tradeToTargets(state: PortfolioState, prices: readonly number[], why: Why, timeMs: number): void {
  const differences = rebalanceDifferences(valuesAt(state, prices));
  for (const [i, difference] of differences.entries()) {
    if (difference === 0n) state.withheld[i] = null;
    else if (difference > 0n) sellDifference(state, i, difference, prices[i] as number, why, timeMs);
  }
  let wantedLeft = differences.reduce((sum, difference) => (difference < 0n ? sum - difference : sum), 0n);
  for (const [i, difference] of differences.entries()) {
    if (difference >= 0n) continue;
    // When there is less cash than wanted, everyone has its part of it.
    const part = mulDivDown(cashOf(state), -difference, wantedLeft);
    wantedLeft += difference;
    buyDifference(state, i, -difference, part, prices[i] as number, why, timeMs);
  }
}

function sellDifference(
  state: PortfolioState,
  feed: number,
  worth: bigint,
  ticks: number,
  why: Why,
  timeMs: number,
): void {
  const { spec } = state.coins[feed] as CoinPosition;
  const unmade = { feed, side: 'sell', ticks, worth } as const;
  if (isBelowMinimum(spec, worth)) {
    withhold(state, 'below-minimum', unmade, timeMs);
    return;
  }
  const quantity = floorToStep(worth / (BigInt(ticks) * spec.tickUnits), spec.lotUnits);
  if (quantity < smallestOrderAt(spec, ticks)) withhold(state, 'below-minimum', unmade, timeMs);
  else sell(state, feed, quantity, ticks, why, timeMs);
}

function buyDifference(
  state: PortfolioState,
  feed: number,
  worth: bigint,
  cash: bigint,
  ticks: number,
  why: Why,
  timeMs: number,
): void {
  const { spec } = state.coins[feed] as CoinPosition;
  const unmade = { feed, side: 'buy', ticks, worth } as const;
  if (isBelowMinimum(spec, worth)) {
    withhold(state, 'below-minimum', unmade, timeMs);
    return;
  }
  const price = BigInt(ticks) * spec.tickUnits;
  const smallest = smallestOrderAt(spec, ticks);
  const wanted = worth / price;
  const budget = worth / EQUITY_SCALE;
  const bought = affordable(state.view, feed, spec, budget < cash ? budget : cash, ticks, timeMs);
  if (bought.quantity >= smallest) {
    buy(state, feed, bought.quantity, bought.ticks, why, timeMs);
    // What the sales have not brought the money for.
    const rest = cash < budget ? wanted - bought.quantity : 0n;
    if (rest >= smallest) withhold(state, 'no-funds', { ...unmade, worth: rest * price }, timeMs);
    return;
  }
  const isTooSmall = floorToStep(wanted, spec.lotUnits) < smallest;
  withhold(state, isTooSmall ? 'below-minimum' : 'no-funds', unmade, timeMs);
}

/** Whether a worth (EquityStatement's scale) is less than the market takes, whatever its lots. */
function isBelowMinimum({ minQuoteUnits }: MarketSpec, worth: bigint): boolean {
  return worth < minQuoteUnits * EQUITY_SCALE;
}

/** The most whole lots that a market order gets for `budget` quote units, and their average price. */
export function affordable(
  view: MarketView,
  feed: number,
  spec: MarketSpec,
  budget: bigint,
  ticks: number,
  timeMs: number,
): { readonly quantity: bigint; readonly ticks: number } {
  const lotsAt = (price: number): bigint =>
    floorToStep(mulDivDown(budget, UNITS_PER_COIN, BigInt(price) * spec.tickUnits), spec.lotUnits);
  const atLast = lotsAt(ticks);
  if (atLast === 0n) return { quantity: 0n, ticks };
  const quantity = lotsAt(view.marketFillTicks(feed, 'buy', atLast, ticks, timeMs));
  if (quantity === 0n) return { quantity, ticks };
  // Fewer lots than were asked for: their price is no worse.
  return { quantity, ticks: view.marketFillTicks(feed, 'buy', quantity, ticks, timeMs) };
}

function smallestOrderAt(spec: MarketSpec, ticks: number): bigint {
  return smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
}

function buy(state: PortfolioState, feed: number, quantity: bigint, ticks: number, why: Why, timeMs: number): void {
  const coin = state.coins[feed] as CoinPosition;
  tellOrder(state, timeMs, 'placed', why.reason, { feed, side: 'buy', ticks, quantity });
  const { quote, fee } = buyCoins(coin, quantity, ticks);
  state.withheld[feed] = null;
  state.fills += 1;
  if (!state.isHeard) return;
  const about = { timeMs, feed, side: 'buy', role: why.role, level: -1, ticks, quantity } as const;
  state.sink.fill({ ...about, quote, fee, feeAsset: coin.spec.base, matchProfit: null });
}

/** Sells around the last price `lastTicks`. */
function sell(
  state: PortfolioState,
  feed: number,
  quantity: bigint,
  lastTicks: number,
  why: Why,
  timeMs: number,
): void {
  const coin = state.coins[feed] as CoinPosition;
  const ticks = state.view.marketFillTicks(feed, 'sell', quantity, lastTicks, timeMs);
  tellOrder(state, timeMs, 'placed', why.reason, { feed, side: 'sell', ticks, quantity });
  const { quote, fee, profit } = sellCoins(coin, quantity, ticks);
  state.withheld[feed] = null;
  state.fills += 1;
  state.sales += 1;
  state.soldProfit += profit;
  if (!state.isHeard) return;
  const about = { timeMs, feed, side: 'sell', role: why.role, level: -1, ticks, quantity } as const;
  state.sink.fill({ ...about, quote, fee, feeAsset: coin.spec.quote, matchProfit: profit });
}

/** Sells whole lots of every coin; less than the market takes stays what it is. */
export function sellEverything(
  state: PortfolioState,
  prices: readonly number[],
  reason: OrderReason,
  timeMs: number,
): void {
  for (const [feed, { spec, base }] of state.coins.entries()) {
    const ticks = prices[feed] as number;
    const quantity = floorToStep(base, spec.lotUnits);
    if (quantity >= smallestOrderAt(spec, ticks)) sell(state, feed, quantity, ticks, { role: 'close', reason }, timeMs);
    else if (base > 0n) {
      const worth = base * BigInt(ticks) * spec.tickUnits;
      withhold(state, 'below-minimum', { feed, side: 'sell', ticks, worth }, timeMs);
    }
  }
}
