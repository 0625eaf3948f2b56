import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { cancelLadder, fillSlotPiece, isSlotFilled } from './ladder.ts';
import type { BotMoney } from './ladder-bot.ts';

/** The money of a bot of coins. */
export const COIN_MONEY: BotMoney = {
  canBeKept: true,
  endingReason: () => 'closing',
  cancelLadder,
  bookClose(bot: CoinBot, { side, ticks, lots }, _isResting, timeMs) {
    bookTrade(bot, { side, role: 'close', lots, ticks }, timeMs);
  },
  pieces: {
    fill: fillSlotPiece,
    isFilled: isSlotFilled,
    close(bot: CoinBot, { side, ticks, lots }, piece, timeMs) {
      bookTrade(bot, { side, role: 'close', lots, ticks }, timeMs, piece);
    },
  },
};
