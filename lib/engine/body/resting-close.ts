import type { FinishReason } from '../../contract/bot-words.ts';
import { nextMinute } from '../minute-boundary.ts';
import { cancelClose, closeAtMarket, finish } from './ending.ts';
import type { ClosingOrder, LadderBot, RestingClose } from './ladder-bot.ts';
import type { LadderDecisions } from './rules.ts';
import { closeWakesAt } from './stored-close.ts';

/** The limit order that closes a position: it takes what the book has within its limit, rests with the rest, and expires. */

/** So much of an order, in lots, as the market gives within its limit now. */
export function lotsNow(bot: LadderBot, order: RestingClose, ticks: number, timeMs: number): number {
  return timeMs >= order.looksAtMs && isMet(order, ticks) ? bot.lotsWithin(order, ticks, timeMs) : 0;
}

/** What that trades at: the market's price, never worse than the limit; of nothing the limit. */
export function takenTicks(
  bot: LadderBot,
  { side, ticks: limit, lots }: ClosingOrder,
  ticks: number,
  timeMs: number,
): number {
  if (lots === 0) return limit;
  const market = bot.marketTicks(side, lots, ticks, timeMs);
  return side === 'sell' ? Math.max(market, limit) : Math.min(market, limit);
}

/** The price that fills the closing order while it rests. */
function fillsAt(bot: LadderBot, { side, ticks }: RestingClose): number {
  return side === 'sell' ? bot.fillsSellAt(ticks) : bot.fillsBuyAt(ticks);
}

/** Whether the closing order asks the book for more at a minute's end, and no price on the way. */
function isTaking({ looksAtMs }: RestingClose): boolean {
  return Number.isFinite(looksAtMs);
}

/** When a closing order that is placed now asks the book: at once, but in place of one that has taken what the book gave when that would have asked again. */
export function firstLookMs({ closing }: LadderBot, timeMs: number): number {
  return closing !== null && isTaking(closing) ? Math.max(timeMs, closing.looksAtMs) : timeMs;
}

function isMet({ side, ticks: limit }: Pick<RestingClose, 'side' | 'ticks'>, ticks: number): boolean {
  return side === 'sell' ? ticks >= limit : ticks <= limit;
}

/**
 * The closing order takes what the book has within its limit now, if it may ask already. While the market meets its limit the rest asks the book again at every
 * minute's end; where it does not, the order rests, and the price has to come to it.
 */
export function takeBook<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  order: RestingClose,
  ticks: number,
  timeMs: number,
): void {
  const { side, reason } = order;
  const lots = lotsNow(bot, order, ticks, timeMs);
  const taken = { side, lots, ticks: takenTicks(bot, { ...order, lots }, ticks, timeMs) };
  if (lots === order.lots) {
    bot.money.bookClose(bot, taken, 'market', timeMs, reason);
    endClose(bot, rules, reason, ticks, timeMs);
    return;
  }
  bot.closing = { ...order, lots: order.lots - lots, looksAtMs: nextLookMs(order, ticks, timeMs) };
  if (lots > 0) {
    bot.money.bookPart(bot, taken, 'market', timeMs, reason);
    rules.afterPart(bot, ticks, timeMs);
  }
  awaitClose(bot);
}

function nextLookMs(order: RestingClose, ticks: number, timeMs: number): number {
  if (timeMs < order.looksAtMs) return order.looksAtMs;
  return isMet(order, ticks) ? nextMinute(timeMs) : Number.POSITIVE_INFINITY;
}

/** Sleeps until the closing order or the forced close is reached, or its time is over. */
export function awaitClose(bot: LadderBot): void {
  const { closing, slot, forcedBelow, forcedAbove } = bot;
  if (closing === null) return;
  const reached = isTaking(closing) ? null : fillsAt(bot, closing);
  const isBuy = closing.side === 'buy';
  slot.below = reached !== null && isBuy && reached > forcedBelow ? reached : forcedBelow;
  slot.above = reached !== null && !isBuy && reached < forcedAbove ? reached : forcedAbove;
  bot.askAt(closeWakesAt(closing));
}

/**
 * The price is at `ticks` – it jumped there, or went continuously –: a closing order that it has reached fills at its own
 * price, and the forced close comes where it is nearer.
 */
export function touchClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): void {
  const { closing: order, forcedBelow, forcedAbove } = bot;
  if (order === null) return;
  const reached = fillsAt(bot, order);
  const isBelow = ticks <= forcedBelow;
  if (isBelow || ticks >= forcedAbove) {
    const level = isBelow ? forcedBelow : forcedAbove;
    const isOrderFirst = isBelow ? order.side === 'buy' && reached >= level : order.side === 'sell' && reached <= level;
    if (!isOrderFirst || isTaking(order)) {
      rules.forceClose(bot, isJump ? ticks : level, timeMs);
      return;
    }
  }
  if (isTaking(order) || !isMet({ side: order.side, ticks: reached }, ticks)) return;
  bot.money.bookClose(bot, order, 'resting', timeMs, order.reason);
  endClose(bot, rules, order.reason, reached, timeMs);
}

/** The closing order has filled, with the price at `ticks`, and is booked. */
export function endClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  reason: FinishReason,
  ticks: number,
  timeMs: number,
): void {
  bot.closing = null;
  rules.settle(bot, ticks, timeMs);
  finish(bot, reason, ticks, timeMs);
}

/** The moment that the closing order has asked for: its time is over, or it asks the book again. */
export function lookAtClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): void {
  const { closing } = bot;
  if (closing === null) return;
  // A venue has executed all of it, and nobody has answered that yet.
  if (closing.lots === 0) endClose(bot, rules, closing.reason, closing.ticks, timeMs);
  else if (timeMs >= closing.expiresAtMs) expireClose(bot, rules, ticks, timeMs);
  else takeBook(bot, rules, closing, ticks, timeMs);
}

/** The closing order's time is over: it is cancelled. Coins stay coins, unless it is to sell them; what cannot be kept is closed at the market. */
function expireClose<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  cancelClose(bot, timeMs);
  if (order.sellsRest || !bot.money.canBeKept) closeAtMarket(bot, order, ticks, timeMs);
  rules.settle(bot, ticks, timeMs);
  finish(bot, order.reason, ticks, timeMs);
}
