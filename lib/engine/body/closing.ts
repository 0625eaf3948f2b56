import type { FinishReason } from '../../contract/vocabulary.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { CloseInstruction } from '../machine.ts';
import { bookTrade, holdingsOf } from './books.ts';
import type { CoinBot, RestingClose } from './coin-bot.ts';
import { smallestLots, unitsOfCoins } from './coin-scale.ts';
import { cancelLadder } from './ladder.ts';
import { tellOperation, tellOrder } from './tell.ts';

/** The end of a bot: its orders are cancelled, its coins sold at the market or at a limit that rests and expires, or kept. */

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. A bot that has not opened yet has nothing to close.
 */
export function close(
  bot: CoinBot,
  reason: FinishReason,
  instruction: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (bot.status === 'finished') return;
  const hadOpened = bot.step === 'running' || bot.step === 'stopping';
  if (bot.status !== 'stopping') {
    tellOperation(bot, 'before_terminate', timeMs, { step: bot.step, ...holdingsText(bot) }, null, reason);
    cancelLadder(bot, timeMs, 'closing');
  }
  cancelClose(bot, timeMs);
  bot.status = 'stopping';
  bot.step = 'stopping';
  bot.sleep();
  const price = instruction.type === 'limit' ? instruction.ticks : ticks;
  const sells = hadOpened && instruction.type !== 'no_close';
  const isOrder = sells && bot.base.lots >= smallestLots(bot.scale, price);
  const lots = isOrder ? bot.base.lots : 0;
  const traded = closingTicks(bot, instruction, lots, ticks, timeMs);
  const quantity = formatAmount(bot.unitsOf(lots));
  const told = { close: instruction.type, price: formatTicks(bot.spec, traded), quantity };
  tellOperation(bot, 'terminate', timeMs, null, told, reason);
  if (sells && !isOrder) tellTooSmall(bot, price, timeMs);
  if (lots > 0 && instruction.type === 'limit') {
    restClose(
      bot,
      { side: 'sell', ticks: instruction.ticks, lots, expiresAtMs: instruction.expiresAtMs, reason },
      ticks,
      timeMs,
    );
    return;
  }
  if (lots > 0) {
    tellOrder(bot, timeMs, 'placed', 'closing', { side: 'sell', level: -1, ticks, lots });
    bookTrade(bot, { side: 'sell', role: 'close', lots, ticks: traded }, timeMs);
  }
  finish(bot, reason, ticks, timeMs);
}

/** What should be sold and is less than the market takes. */
function tellTooSmall(bot: CoinBot, ticks: number, timeMs: number): void {
  const quantity = unitsOfCoins(bot.base, bot.scale);
  if (quantity === 0n || !bot.isHeard) return;
  const about = { timeMs, kind: 'withheld', reason: 'below-minimum', side: 'sell', level: -1 } as const;
  bot.sink.order({ ...about, ticks, quantity });
}

/** What a closing order trades at: its fill where it fills at once, its limit while it rests, the last price where there is none. */
function closingTicks(
  bot: CoinBot,
  instruction: CloseInstruction,
  lots: number,
  ticks: number,
  timeMs: number,
): number {
  const limit = instruction.type === 'limit' ? instruction.ticks : null;
  if (lots === 0) return limit ?? ticks;
  if (limit !== null && ticks < limit) return limit;
  const market = bot.view.marketFillTicks(0, 'sell', bot.unitsOf(lots), ticks, timeMs);
  return limit === null ? market : Math.max(market, limit);
}

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function restClose(bot: CoinBot, order: RestingClose, ticks: number, timeMs: number): void {
  const { side, lots, reason } = order;
  tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks: order.ticks, lots });
  if (ticks < order.ticks) {
    bot.closing = order;
    // Until it is reached or its time is over.
    bot.slot.above = order.ticks;
    bot.wakeAtMs = order.expiresAtMs;
    return;
  }
  const limit = { type: 'limit', ticks: order.ticks, expiresAtMs: order.expiresAtMs } as const;
  bookTrade(bot, { side, role: 'close', lots, ticks: closingTicks(bot, limit, lots, ticks, timeMs) }, timeMs);
  finish(bot, reason, ticks, timeMs);
}

/** The price is at `ticks`: a closing order that it has reached fills at its own price. */
export function touchClose(bot: CoinBot, ticks: number, timeMs: number): void {
  const order = bot.closing;
  if (order === null || ticks < order.ticks) return;
  bot.closing = null;
  bookTrade(bot, { side: order.side, role: 'close', lots: order.lots, ticks: order.ticks }, timeMs);
  finish(bot, order.reason, order.ticks, timeMs);
}

/** The closing order's time is over: it is cancelled and the coins stay coins. */
export function expireClose(bot: CoinBot, ticks: number, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  cancelClose(bot, timeMs);
  finish(bot, order.reason, ticks, timeMs);
}

function cancelClose(bot: CoinBot, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  const { side, ticks, lots } = order;
  tellOrder(bot, timeMs, 'cancelled', 'closing', { side, level: -1, ticks, lots });
  bot.closing = null;
}

/** The end, at `ticks`: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(bot: CoinBot, reason: FinishReason, ticks: number, timeMs: number): void {
  bot.sleep();
  bot.status = 'finished';
  bot.step = 'stopped';
  tellOperation(bot, 'after_terminate', timeMs, null, holdingsText(bot), reason);
  tellOperation(bot, 'stop', timeMs, null, { reason }, reason);
  bot.sink.finish(reason, timeMs, [ticks]);
}

function holdingsText(bot: CoinBot): Record<string, string> {
  if (!bot.isHeard) return {};
  return Object.fromEntries(Object.entries(holdingsOf(bot)).map(([asset, units]) => [asset, formatAmount(units)]));
}
