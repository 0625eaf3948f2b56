import type { LifeRefusal } from '../machine.ts';
import { bookFreeTrade, costSpare } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { affordableLots, smallestLots } from './coin-scale.ts';
import { COIN, mulDivUp } from './exact.ts';
import { releaseSlot, restBuy, restSell, retryStarvedBuys } from './ladder.ts';
import type { LadderBot } from './ladder-bot.ts';
import { hasReachedBuy, hasReachedSell, leap, resetWake } from './path.ts';
import { goOn, pause } from './pause.ts';
import type { LadderDecisions } from './rules.ts';
import { tellOrder, tellSlot } from './tell.ts';

/**
 * Pausing a bot with a ladder, and going on. While it is paused none of its orders rests; its stops, what it owes and its forced
 * close go on. Its slots keep what they are for, so that a pause during which nothing was crossed leaves the bot as it was.
 */

/** Takes the ladder's orders out of the book. Does nothing unless it is running. */
export function pauseLadder(bot: LadderBot, timeMs: number): void {
  if (!pause(bot, () => tellResting(bot, timeMs, 'cancelled'), timeMs)) return;
  bot.isTrailArmed = 0;
  resetWake(bot, timeMs);
}

/** Tells of every order of the ladder that it is out of the book, or in it again. */
export function tellResting(bot: LadderBot, timeMs: number, kind: 'cancelled' | 'placed'): void {
  const reason = kind === 'placed' ? 'grid-line' : 'paused';
  for (let i = 0; i < bot.count; i += 1) {
    const lots = bot.resting(i);
    if (lots > 0) tellSlot(bot, i, timeMs, kind, reason, lots);
  }
}

/** Trades on at `ticks`: first what the ladder has missed meanwhile, as its kind says. */
export function resumeLadder<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): LifeRefusal | null {
  const refusal = goOn(bot, timeMs);
  if (refusal !== null) return refusal;
  rules.catchUp(bot, ticks, timeMs);
  if (!bot.isRunning) return null;
  resetWake(bot, timeMs);
  rules.afterFills?.(bot, ticks, timeMs);
  if (!bot.isRunning) return null;
  // Where the price is past the ladder it may move at once.
  leap(bot, rules, ticks, timeMs);
  if (bot.isRunning) resetWake(bot, timeMs);
  return null;
}

/**
 * Slots between lines that the price has crossed meanwhile change sides as they would have, but at the market: one order buys
 * (sells) what their orders would have, at the price of now, and completes no pair.
 */
export function crossSlots(bot: CoinBot, ticks: number, timeMs: number): void {
  const from = bot.cursor;
  const to = cursorAt(bot, ticks);
  if (to < from) crossDown(bot, to, ticks, timeMs);
  else if (to > from) crossUp(bot, to, ticks, timeMs);
  else tellResting(bot, timeMs, 'placed');
  retryStarvedBuys(bot, timeMs);
}

/** The line that is empty at a price: the one before the pause, as far as the price has not reached its neighbours. */
export function cursorAt(bot: LadderBot, ticks: number): number {
  let { cursor } = bot;
  while (hasReachedBuy(bot, ticks, cursor)) cursor -= 1;
  while (hasReachedSell(bot, ticks, cursor)) cursor += 1;
  return cursor;
}

/** The price has fallen past the buys of slots to…cursor − 1: they are bought at once, fee included, and offered one line higher. */
function crossDown(bot: CoinBot, to: number, ticks: number, timeMs: number): void {
  const from = bot.cursor;
  let wanted = 0;
  for (let i = to; i < from; i += 1) wanted += releaseSlot(bot, i);
  bot.cursor = to;
  tellResting(bot, timeMs, 'placed');
  const { feeRate } = bot.scale;
  const withFee = feeRate === 0 ? wanted : mulDivUp(wanted, COIN, COIN - feeRate);
  tradeCrossed(bot, 'buy', affordable(bot, withFee, ticks, timeMs), ticks, timeMs);
  for (let i = to; i < from; i += 1) restSell(bot, i, timeMs, 'grid-line');
  costSpare(bot, ticks);
}

/** The price has risen past the sells of slots cursor…to − 1: their coins are sold at once, and their money buys one line lower. */
function crossUp(bot: CoinBot, to: number, ticks: number, timeMs: number): void {
  const from = bot.cursor;
  let coins = 0;
  for (let i = from; i < to; i += 1) coins += releaseSlot(bot, i);
  bot.cursor = to;
  tellResting(bot, timeMs, 'placed');
  tradeCrossed(bot, 'sell', coins, ticks, timeMs);
  costSpare(bot, ticks);
  for (let i = to - 1; i >= from; i -= 1) restBuy(bot, i, timeMs, 'grid-line');
}

/** So many lots, or what the free money pays for at the book's price. */
export function affordable(bot: CoinBot, lots: number, ticks: number, timeMs: number): number {
  if (lots === 0) return 0;
  const filled = bot.view.marketFillTicks(0, 'buy', bot.unitsOf(lots), ticks, timeMs);
  return Math.min(lots, affordableLots(bot.scale, bot.freeQuote, filled));
}

/** Makes up at the market for orders that were crossed, outside every pair. */
export function tradeCrossed(bot: CoinBot, side: 'buy' | 'sell', lots: number, ticks: number, timeMs: number): void {
  if (lots === 0) return;
  if (lots < smallestLots(bot.scale, ticks)) {
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', { side, level: -1, ticks, lots });
    return;
  }
  tellOrder(bot, timeMs, 'placed', 'rebalance', { side, level: -1, ticks, lots });
  const filled = bot.view.marketFillTicks(0, side, bot.unitsOf(lots), ticks, timeMs);
  bookFreeTrade(bot, { side, role: 'rebalance', lots, ticks: filled }, timeMs);
}
