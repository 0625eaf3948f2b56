import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { cancelLadder, fillSlotPiece, isSlotFilled } from './ladder.ts';
import type { BotMoney, ClosingOrder } from './ladder-bot.ts';

/** The money of a bot of coins. */
export const COIN_MONEY: BotMoney = {
  canBeKept: true,
  endingReason: () => 'closing',
  cancelLadder,
  bookClose: (bot: CoinBot, order, _isResting, timeMs) => bookClosing(bot, order, timeMs),
  bookPart: bookClosing,
  pieces: {
    fill: fillSlotPiece,
    isFilled: isSlotFilled,
    close: (bot: CoinBot, order, piece, timeMs) => bookTrade(bot, closingTrade(order), timeMs, piece),
  },
};

function bookClosing(bot: CoinBot, order: ClosingOrder, timeMs: number): void {
  bookTrade(bot, closingTrade(order), timeMs);
}

function closingTrade({ side, ticks, lots }: ClosingOrder) {
  return { side, role: 'close', lots, ticks } as const;
}
