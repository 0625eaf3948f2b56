import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import type { Execution } from './executed.ts';
import { cancelLadder, fillSlotPiece, isSlotFilled } from './ladder.ts';
import type { BotMoney, ClosingOrder } from './ladder-bot.ts';
import { slotOf } from './slot-address.ts';

/** The money of a bot of coins. */
export const COIN_MONEY: BotMoney = {
  canBeKept: true,
  endingReason: () => 'closing',
  cancelLadder,
  bookClose: bookClosing,
  bookPart: bookClosing,
  pieces: {
    fill: (bot: CoinBot, order, piece, timeMs) => fillSlotPiece(bot, slotOf(bot, order), piece, timeMs),
    isFilled: isSlotFilled,
  },
};

function bookClosing(bot: CoinBot, order: ClosingOrder, execution: Execution, timeMs: number): void {
  bookTrade(bot, { ...order, role: 'close' }, timeMs, execution);
}
