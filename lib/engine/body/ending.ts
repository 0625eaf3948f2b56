import type { FinishReason } from '../../contract/bot-words.ts';
import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import type { LadderBot, RestingClose } from './ladder-bot.ts';
import { setStage } from './stage.ts';
import { tellOperation, tellOrder } from './tell.ts';

/** What every end is made of: its beginning, orders at the market, its finish. */

/** Takes every order out of the book and stops listening: what follows closes the position. */
export function beginClosing(bot: LadderBot, reason: FinishReason, timeMs: number): void {
  if (bot.status !== 'stopping') {
    tellOperation(bot, 'before_terminate', timeMs, { step: bot.step, ...heldText(bot) }, null, reason);
    bot.money.cancelLadder(bot, timeMs, bot.money.endingReason(reason));
  }
  cancelClose(bot, timeMs);
  setStage(bot, 'stopping');
  bot.sleep();
}

type Closing = Pick<RestingClose, 'side' | 'lots' | 'reason'>;

/** Closes at the market around `ticks`. */
export function closeAtMarket(bot: LadderBot, { side, lots, reason }: Closing, ticks: number, timeMs: number): void {
  tellOrder(bot, timeMs, 'placed', bot.money.endingReason(reason), { side, level: -1, ticks, lots });
  const order = { side, lots, ticks: bot.marketTicks(side, lots, ticks, timeMs) };
  bot.money.bookClose(bot, order, 'market', timeMs, reason);
}

/** Trades coins at the market around `ticks`, to put in order what a closing leaves. */
export function tradeAtMarket(bot: CoinBot, side: 'buy' | 'sell', lots: number, ticks: number, timeMs: number): void {
  tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks, lots });
  bookTrade(bot, { side, role: 'close', lots, ticks: bot.marketTicks(side, lots, ticks, timeMs) }, timeMs);
}

/** Takes the closing order out of the book. */
export function cancelClose(bot: LadderBot, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  const { side, ticks, lots } = order;
  tellOrder(bot, timeMs, 'cancelled', 'closing', { side, level: -1, ticks, lots });
  bot.closing = null;
}

/** The end, at `ticks`: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(bot: LadderBot, reason: FinishReason, ticks: number, timeMs: number): void {
  bot.end();
  tellOperation(bot, 'after_terminate', timeMs, null, heldText(bot), reason);
  tellOperation(bot, 'stop', timeMs, null, { reason }, reason);
  bot.sink.finish(reason, timeMs, [ticks]);
}

/** The exchange ends the bot: `close` closes what is open and says at which price the end is on record. */
export function endByExchange(
  bot: LadderBot,
  reason: 'liquidated' | 'auto_deleveraged',
  close: () => number,
  timeMs: number,
): void {
  beginClosing(bot, reason, timeMs);
  finish(bot, reason, close(), timeMs);
}

function heldText(bot: LadderBot): Record<string, string> {
  return bot.isHeard ? bot.heldText() : {};
}
