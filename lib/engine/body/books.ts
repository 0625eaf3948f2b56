import type { OrderRole } from '../../contract/bot-words.ts';
import { type FeeRateE8, feeOn, type MarketSpec, quoteValueDown, quoteValueUp } from '../../money/market-spec.ts';
import { type EngineSink, EQUITY_SCALE, type Fill, type MarketView } from '../machine.ts';
import { type CoinBot, NO_PAIR } from './coin-bot.ts';
import {
  addCoins,
  type CoinScale,
  type Coins,
  exactValueOf,
  feeOnLots,
  feeOnQuote,
  proceedsOf,
  setCoins,
  shareOfTotalUp,
  shareUp,
  shareValueUp,
  subtractCoins,
  unitsOfCoins,
  type Value,
} from './coin-scale.ts';
import {
  addParts,
  addUnits,
  COIN,
  changeTotal,
  changeUnits,
  exactOf,
  setTotal,
  subtractParts,
  subtractUnits,
  type Total,
  wholeUnitsOf,
} from './exact.ts';
import { type Execution, executedOf } from './executed.ts';
import { type SoldLot, takeSold } from './sold-lots.ts';

/**
 * Fills of a bot's coins, each booked once: what is paid is rounded up, what is received down, fees come out of what is received. One
 * identity holds after each: start + profit − fees = equity. Who else writes money – parts of a fill at a venue, contracts, loans, what
 * its owner moves, what was stored – stands in the rule money-has-its-writers (tests/rooms/source-rules.ts); kinds write none.
 */

/** What was taken from the last purchase, and what it brought: written by the fill that is being booked. */
const fee: Coins = { lots: 0, parts: 0 };
const received: Coins = { lots: 0, parts: 0 };
const feeValue: Value = { units: 0, parts: 0 };
const bought = { paid: 0 };

/** The fee on slot i's plan bought at its line, and what it is worth there. */
function takeFee(bot: CoinBot, i: number): void {
  const { scale, known } = bot;
  const lots = bot.plan(i);
  const ticks = bot.line(i);
  if (known !== null) {
    known.takeFee(i, lots, ticks, fee, feeValue);
    return;
  }
  feeOnLots(scale, lots, fee);
  exactValueOf(fee, ticks, scale, feeValue);
}

/** Slot i's plan, and what is left of it after the fee. */
function receivePlan(bot: CoinBot, i: number, lots: number): void {
  received.lots = lots;
  received.parts = 0;
  fee.lots = 0;
  fee.parts = 0;
  if (bot.scale.feeRate === 0) return;
  takeFee(bot, i);
  received.lots -= fee.lots;
  if (fee.parts === 0) return;
  received.parts = bot.scale.lotUnits - fee.parts;
  received.lots -= 1;
}

/** Coins were bought: what came of them (units, net of the fee), what was paid and what the fee was worth (1e-16). */
export function noteBought({ scale }: CoinBot, coins: bigint, quote: bigint, feeWorth: bigint): void {
  setCoins(received, coins, scale);
  bought.paid = Number(quote);
  feeValue.units = Number(feeWorth / EQUITY_SCALE);
  feeValue.parts = Number(feeWorth % EQUITY_SCALE);
}

/** Slot i's buy has filled at its line, whole: `lots` is its plan. Where coins were sold before, it buys them back. */
export function bookLineBuy(bot: CoinBot, i: number, lots: number, timeMs: number): void {
  const { scale } = bot;
  const cost = bot.planCost(i);
  bought.paid = cost;
  subtractUnits(bot.quote, cost);
  receivePlan(bot, i, lots);
  addCoins(bot.base, received, scale);
  addCoins(bot.freeBase, received, scale);
  if (scale.feeRate === 0) subtractUnits(bot.positionCash, cost);
  else {
    addParts(bot.fees, feeValue.units, feeValue.parts);
    addParts(bot.positionCash, feeValue.units - cost, feeValue.parts);
  }
  bot.fills += 1;
  const profit = bot.soldLots === null ? null : bookBuyBack(bot, bot.soldLots, cost);
  if (profit !== null) bot.matches += 1;
  if (!bot.isHeard) return;
  tellFill(bot, timeMs, { side: 'buy', role: 'grid', level: i, ticks: bot.line(i), lots, quote: cost, profit });
}

/** What a buy still has to be paired with, and the sale that it is being paired with. */
const left: Coins = { lots: 0, parts: 0 };
const sold: SoldLot = { lots: 0, parts: 0, quote: 0, fee: 0 };

/**
 * The buy that is being booked completes pairs with the latest sales, as far as its coins go. Their profit is what those coins
 * were sold for less what buying them back cost, net of both fees; parts are rounded against the trader. Null where no sale is open.
 */
export function bookBuyBack(bot: CoinBot, soldLots: SoldLot[], price: number): bigint | null {
  if (soldLots.length === 0) return null;
  const { scale, gridProfit, positionCash, matchedProfit } = bot;
  const before = bot.isHeard ? wholeUnitsOf(matchedProfit) : 0n;
  left.lots = received.lots;
  left.parts = received.parts;
  while (takeSold(soldLots, left, scale, sold)) {
    addUnits(gridProfit, sold.quote);
    subtractUnits(positionCash, sold.quote);
    addParts(matchedProfit, sold.quote - sold.fee, 0);
  }
  // Before fees the coins cost less their fee.
  const cost: Value = scale.feeRate === 0 ? { units: price, parts: 0 } : valueLess(price, feeValue);
  let net = price;
  if (left.lots > 0 || left.parts > 0) {
    subtractCoins(received, left, scale);
    addCoins(left, received, scale);
    net = shareUp(price, received, left, scale);
    shareValueUp(cost, received, left, scale);
  }
  subtractParts(gridProfit, cost.units, cost.parts);
  addParts(positionCash, cost.units, cost.parts);
  subtractUnits(matchedProfit, net);
  return bot.isHeard ? wholeUnitsOf(matchedProfit) - before : 0n;
}

/** units − an exact amount. */
function valueLess(units: number, less: Value): Value {
  return less.parts === 0
    ? { units: units - less.units, parts: 0 }
    : { units: units - less.units - 1, parts: COIN - less.parts };
}

/** Slot i's sell has filled at its line; where the ladder had bought the coins, a pair is complete. */
export function bookLineSell(bot: CoinBot, i: number, lots: number, timeMs: number): void {
  const { scale, known } = bot;
  const ticks = bot.sellLine(i);
  const proceeds = known === null ? proceedsOf(scale, lots, ticks) : known.proceeds(i, lots, ticks);
  const feeUnits = known === null ? feeOnQuote(scale, proceeds) : known.saleFee(i, lots);
  const cost = bot.cost(i);
  bot.base.lots -= lots;
  addUnits(bot.quote, proceeds - feeUnits);
  addUnits(bot.freeQuote, proceeds - feeUnits);
  if (feeUnits > 0) addUnits(bot.fees, feeUnits);
  bot.fills += 1;
  let profit: bigint | null = null;
  if (cost === NO_PAIR) {
    addUnits(bot.positionCash, proceeds);
    if (bot.soldLots !== null) bot.soldLots.push({ lots, parts: 0, quote: proceeds, fee: feeUnits });
  } else {
    const won = proceeds - feeUnits - cost;
    bookPair(bot, i, proceeds, cost, won);
    if (bot.isHeard) profit = BigInt(won);
  }
  if (bot.isHeard)
    tellFill(bot, timeMs, {
      side: 'sell',
      role: 'grid',
      level: bot.sellLevel(i),
      ticks,
      lots,
      quote: proceeds,
      profit,
    });
}

/** A pair's profit before fees goes from what is held to what is won: the coins' cost was before fees less their fee. */
function bookPair(bot: CoinBot, i: number, proceeds: number, cost: number, profit: number): void {
  const { scale } = bot;
  const known = bot.pieces === null ? undefined : bot.pieces.takeFeeValue(i);
  if (known !== undefined) {
    changeUnits(bot.positionCash, BigInt(proceeds));
    realise(bot, BigInt(proceeds - cost) * EQUITY_SCALE + known);
  } else if (scale.feeRate === 0) {
    addParts(bot.gridProfit, proceeds - cost, 0);
    addUnits(bot.positionCash, cost);
  } else {
    takeFee(bot, i);
    addParts(bot.gridProfit, proceeds - cost + feeValue.units, feeValue.parts);
    subtractParts(bot.positionCash, feeValue.units - cost, feeValue.parts);
  }
  addParts(bot.matchedProfit, profit, 0);
  bot.matches += 1;
}

/**
 * Gives the coins that wait in slot i after its buy their cost. Coins that do not make up a lot stay spare and keep their
 * share; coins that were spare before and go along bring theirs. The buy must be the fill that was booked last; `spare`:
 * the free coins before it.
 */
export function costBought(bot: CoinBot, i: number, spare: Coins): void {
  const { scale } = bot;
  const { paid } = bought;
  const resting = bot.resting(i);
  if (resting === 0) {
    addUnits(bot.spareCost, paid);
    return;
  }
  let cost = paid;
  if (resting < received.lots || (resting === received.lots && received.parts > 0)) {
    cost = shareUp(paid, { lots: resting, parts: 0 }, received, scale);
    addUnits(bot.spareCost, paid - cost);
  } else if (resting > received.lots) {
    const more = { lots: resting - received.lots, parts: 0 };
    if (received.parts > 0) {
      more.lots -= 1;
      more.parts = scale.lotUnits - received.parts;
    }
    cost += takeSpareCost(bot, more, spare);
  }
  bot.setCost(i, cost);
}

/** A sell made of spare coins takes its share of their cost along. It completes no pair. */
export function takeSpare(bot: CoinBot, i: number, spare: Coins): void {
  const resting = bot.resting(i);
  if (resting > 0) takeSpareCost(bot, { lots: resting, parts: 0 }, spare);
}

/** Takes what `part` of the spare coins cost, rounded up, out of what they all did. */
function takeSpareCost({ spareCost, scale }: CoinBot, part: Coins, spare: Coins): number {
  const share = shareOfTotalUp(spareCost, part, spare, scale);
  subtractUnits(spareCost, share);
  return share;
}

/** Coins of one market and the money that they are traded for: a bot of one coin, or one leg of a bot of several. */
export interface TradedCoins {
  readonly params: { readonly spec: MarketSpec; readonly feeRate: FeeRateE8 };
  /** Index of the market's last price among the bot's feeds. */
  readonly feed: number;
  /** Puts so many units into the money (the coins), or takes them out. */
  moveMoney(units: bigint): void;
  moveHeld(units: bigint): void;
  readonly positionCash: Total;
  readonly gridProfit: Total;
  readonly fees: Total;
  fills: number;
  readonly isHeard: boolean;
  readonly view: MarketView;
  readonly sink: EngineSink;
}

/** What a trade moved, and its average price; `feeValue`: the fee's worth at the price of the trade, 1e-16 of the quote asset. */
export interface Moved {
  readonly ticks: number;
  readonly quote: bigint;
  readonly fee: bigint;
  readonly feeValue: bigint;
}

/**
 * Books a trade whose parts may be more than a number holds: what it has moved where a venue has executed it, or what it is worth at its
 * price. A fee in coins is valued at that.
 */
export function moveCoins(
  coins: TradedCoins,
  order: Pick<Fill, 'side' | 'quantity' | 'ticks'>,
  execution: Execution,
  timeMs: number,
): Moved {
  const { spec, feeRate } = coins.params;
  const { side, quantity } = order;
  const executed = executedOf(coins, order, execution, timeMs);
  const ticks = executed?.ticks ?? order.ticks;
  coins.fills += 1;
  if (side === 'buy') {
    const quote = executed?.quote ?? quoteValueUp(spec, quantity, ticks);
    const fee = executed?.fee ?? feeOn(quantity, feeRate);
    const feeValue = fee * BigInt(ticks) * spec.tickUnits;
    coins.moveHeld(quantity - fee);
    coins.moveMoney(-quote);
    changeUnits(coins.positionCash, -quote);
    if (fee > 0n) {
      changeTotal(coins.positionCash, feeValue);
      changeTotal(coins.fees, feeValue);
    }
    return { ticks, quote, fee, feeValue };
  }
  const quote = executed?.quote ?? quoteValueDown(spec, quantity, ticks);
  const fee = executed?.fee ?? feeOn(quote, feeRate);
  coins.moveHeld(-quantity);
  coins.moveMoney(quote - fee);
  changeUnits(coins.positionCash, quote);
  changeUnits(coins.fees, fee);
  return { ticks, quote, fee, feeValue: fee * EQUITY_SCALE };
}

/** Profit before fees (1e-16) goes from what is held to what is won. */
export function realise(coins: TradedCoins, profit: bigint): void {
  changeTotal(coins.gridProfit, profit);
  changeTotal(coins.positionCash, -profit);
}

export interface MarketTrade {
  readonly side: 'buy' | 'sell';
  readonly role: OrderRole;
  readonly lots: number;
  readonly ticks: number;
}

/**
 * A trade at the market or of the closing order, outside every pair. Free money and coins are what is there afterwards less
 * what rests; nothing rests at an opening or a closing.
 */
export function bookTrade(
  bot: CoinBot,
  { side, role, lots, ticks }: MarketTrade,
  timeMs: number,
  execution: Execution = 'market',
): void {
  const quantity = bot.unitsOf(lots);
  const moved = moveCoins(bot, { side, quantity, ticks }, execution, timeMs);
  tellTrade(bot, { side, role, level: -1, quantity, matchProfit: null }, moved, timeMs);
}

/** Tells the record about a trade that moveCoins has booked. */
export function tellTrade(
  { isHeard, sink, feed, params: { spec } }: TradedCoins,
  trade: Pick<Fill, 'side' | 'role' | 'level' | 'quantity' | 'matchProfit' | 'signal'>,
  { ticks, quote, fee }: Moved,
  timeMs: number,
): void {
  if (!isHeard) return;
  sink.fill({ timeMs, feed, ...trade, ticks, quote, fee, feeAsset: trade.side === 'buy' ? spec.base : spec.quote });
}

/** From now on the coins are kept at what they are worth at a price, quote units rounded down. */
export function keepValue(bot: CoinBot, ticks: number): void {
  setTotal(bot.keptValue, quoteValueDown(bot.spec, unitsOfCoins(bot.base, bot.scale), ticks) * EQUITY_SCALE);
}

/** A trade at the market while the ladder's orders rest: what it pays comes out of what is free, and what it brings is free. */
export function bookFreeTrade(bot: CoinBot, trade: MarketTrade, timeMs: number): void {
  const quote = exactOf(bot.quote);
  const coins = unitsOfCoins(bot.base, bot.scale);
  bookTrade(bot, trade, timeMs);
  changeTotal(bot.freeQuote, exactOf(bot.quote) - quote);
  changeCoins(bot.freeBase, unitsOfCoins(bot.base, bot.scale) - coins, bot.scale);
}

/** Coins that no order needs cost what the price is: at an opening, and where slots were crossed at the market. */
export function costSpare(bot: CoinBot, ticks: number): void {
  setTotal(bot.spareCost, quoteValueUp(bot.spec, unitsOfCoins(bot.freeBase, bot.scale), ticks) * EQUITY_SCALE);
}

/** coins + `by` units, whatever their size. */
export function changeCoins(coins: Coins, by: bigint, scale: CoinScale): void {
  setCoins(coins, unitsOfCoins(coins, scale) + by, scale);
}

interface LineFill {
  readonly side: 'buy' | 'sell';
  readonly role: OrderRole;
  readonly level: number;
  readonly ticks: number;
  readonly lots: number;
  readonly quote: number;
  readonly profit: bigint | null;
}

function tellFill(bot: CoinBot, timeMs: number, { side, role, level, ticks, lots, quote, profit }: LineFill): void {
  const { spec, scale } = bot;
  const isBuy = side === 'buy';
  bot.sink.fill({
    timeMs,
    feed: 0,
    side,
    role,
    level,
    ticks,
    quantity: bot.unitsOf(lots),
    quote: BigInt(quote),
    fee: isBuy ? unitsOfCoins(fee, scale) : BigInt(feeOnQuote(scale, quote)),
    feeAsset: isBuy ? spec.base : spec.quote,
    matchProfit: profit,
  });
}
