import type { OrderRole } from '../../contract/bot-words.ts';
import { smallestAt } from '../../formulas/smallest-order.ts';
import { floorToStep, mulDivDown, UNITS_PER_COIN } from '../../money/amount.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import { EQUITY_SCALE, type MarketView, type OrderEvent, type OrderReason } from '../machine.ts';
import { buyCoins, sellCoins } from './average-cost.ts';
import type { CoinLeg, LegWithheld } from './coin-leg.ts';
import { changeUnits } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';

/** Market orders of a bot of several markets. What a market would not take is withheld; the record hears of it once, until the coin is traded again. */

export interface Why {
  readonly role: OrderRole;
  readonly reason: OrderReason;
}

/** Sells coins worth `worth` (EquityStatement's scale) around a price. */
export function sellWorth(bot: MarketsBot, leg: CoinLeg, worth: bigint, ticks: number, why: Why, timeMs: number): void {
  const { spec } = leg;
  const quantity = isBelowMinimum(spec, worth) ? 0n : lotsIn(worth / (BigInt(ticks) * spec.tickUnits), spec);
  if (quantity === 0n || quantity < smallestAt(spec, ticks))
    withhold(leg, 'below-minimum', { side: 'sell', ticks, worth }, timeMs);
  else sellAtMarket(bot, leg, quantity, ticks, why, timeMs);
}

/** Buys coins worth `worth` (EquityStatement's scale) around a price, or as many as `money` (units) gets. */
export function buyWorth(
  bot: MarketsBot,
  leg: CoinLeg,
  worth: bigint,
  money: bigint,
  ticks: number,
  why: Why,
  timeMs: number,
): void {
  const { spec } = leg;
  const unmade = { side: 'buy', ticks, worth } as const;
  if (isBelowMinimum(spec, worth)) {
    withhold(leg, 'below-minimum', unmade, timeMs);
    return;
  }
  const price = BigInt(ticks) * spec.tickUnits;
  const smallest = smallestAt(spec, ticks);
  const wanted = worth / price;
  const budget = worth / EQUITY_SCALE;
  const bought = affordable(bot.view, leg, budget < money ? budget : money, ticks, timeMs);
  if (bought.quantity >= smallest) {
    buy(leg, bought, why, timeMs);
    // What there was no money for.
    const rest = money < budget ? wanted - bought.quantity : 0n;
    if (rest >= smallest) withhold(leg, 'no-funds', { ...unmade, worth: rest * price }, timeMs);
    return;
  }
  withhold(leg, lotsIn(wanted, spec) < smallest ? 'below-minimum' : 'no-funds', unmade, timeMs);
}

/** Sells whole lots of every coin; less than the market takes stays what it is. */
export function sellEverything(bot: MarketsBot, prices: readonly number[], reason: OrderReason, timeMs: number): void {
  for (const leg of bot.legs) {
    const { spec, held } = leg;
    const ticks = prices[leg.feed] as number;
    const quantity = lotsIn(held, spec);
    if (quantity >= smallestAt(spec, ticks)) {
      sellAtMarket(bot, leg, quantity, ticks, { role: 'close', reason }, timeMs);
    } else if (held > 0n) {
      withhold(leg, 'below-minimum', { side: 'sell', ticks, worth: held * BigInt(ticks) * spec.tickUnits }, timeMs);
    }
  }
}

/** Whether a worth (EquityStatement's scale) is less than the market takes, whatever its lots. */
function isBelowMinimum({ minQuoteUnits }: MarketSpec, worth: bigint): boolean {
  return worth < minQuoteUnits * EQUITY_SCALE;
}

function lotsIn(quantity: bigint, { lotUnits }: MarketSpec): bigint {
  return floorToStep(quantity, lotUnits);
}

interface Affordable {
  readonly quantity: bigint;
  readonly ticks: number;
}

/** Whether a market order for so much money, quote units, is one that the market takes, at what the book asks for it. */
export function isOrderFor({ view }: MarketsBot, leg: CoinLeg, money: bigint, ticks: number, timeMs: number): boolean {
  return affordable(view, leg, money, ticks, timeMs).quantity >= smallestAt(leg.spec, ticks);
}

/** The most whole lots that a market order gets for `budget` quote units, and their average price. */
function affordable(
  view: MarketView,
  { spec, feed }: CoinLeg,
  budget: bigint,
  ticks: number,
  timeMs: number,
): Affordable {
  const lotsAt = (price: number): bigint =>
    lotsIn(mulDivDown(budget, UNITS_PER_COIN, BigInt(price) * spec.tickUnits), spec);
  const atLast = lotsAt(ticks);
  if (atLast === 0n) return { quantity: 0n, ticks };
  const quantity = lotsAt(view.marketFillTicks(feed, 'buy', atLast, ticks, timeMs));
  if (quantity === 0n) return { quantity, ticks };
  // Fewer lots than were asked for: their price is no worse.
  return { quantity, ticks: view.marketFillTicks(feed, 'buy', quantity, ticks, timeMs) };
}

function buy(leg: CoinLeg, { quantity, ticks }: Affordable, { role, reason }: Why, timeMs: number): void {
  tellLegOrder(leg, timeMs, 'placed', reason, { side: 'buy', ticks, quantity });
  buyCoins(leg, { role, quantity, ticks }, timeMs);
  leg.withholdNothing();
}

/** Sells around the last price: completes a trade. */
function sellAtMarket(
  bot: MarketsBot,
  leg: CoinLeg,
  quantity: bigint,
  lastTicks: number,
  { role, reason }: Why,
  timeMs: number,
): void {
  const ticks = bot.view.marketFillTicks(leg.feed, 'sell', quantity, lastTicks, timeMs);
  tellLegOrder(leg, timeMs, 'placed', reason, { side: 'sell', ticks, quantity });
  const profit = sellCoins(leg, { role, quantity, ticks }, true, timeMs);
  bot.matches += 1;
  changeUnits(bot.matchedProfit, profit);
  leg.withholdNothing();
}

export interface LegOrder {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly quantity: bigint;
}

/** Tells the record about a market order of a leg. */
export function tellLegOrder(
  { isHeard, sink, feed }: Pick<CoinLeg, 'isHeard' | 'sink' | 'feed'>,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: LegOrder,
): void {
  if (isHeard) sink.order({ timeMs, kind, reason, level: -1, feed, ...order });
}

/** Notes that a leg has no order and why. The record hears of it once, until the coin is traded again. */
export function withholdOrder(leg: CoinLeg, reason: LegWithheld, order: LegOrder, timeMs: number): void {
  const isKnown = leg.reason === reason;
  leg.withhold(reason, order.side, order.ticks);
  if (!isKnown) tellLegOrder(leg, timeMs, 'withheld', reason, order);
}

interface UnmadeOrder {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  /** EquityStatement's scale. */
  readonly worth: bigint;
}

/** The same of coins worth so much. */
function withhold(leg: CoinLeg, reason: LegWithheld, { side, ticks, worth }: UnmadeOrder, timeMs: number): void {
  // Nobody hears of it: then how many coins that is does not matter.
  const isTold = leg.isHeard && leg.reason !== reason;
  const quantity = isTold ? worth / (BigInt(ticks) * leg.spec.tickUnits) : 0n;
  withholdOrder(leg, reason, { side, ticks, quantity }, timeMs);
}
