import type { BotMoney } from './ladder-bot.ts';
import { cancelRound, closeRound, closeRoundPart } from './round-life.ts';
import { fillRoundPiece, isRoundFilled } from './round-pieces.ts';
import { endingReason } from './tell.ts';

/** The money of a bot with rounds, as far as its end is concerned: the closing order ends the round. */
const ROUND_MONEY = {
  endingReason,
  cancelLadder: cancelRound,
  bookClose: closeRound,
  bookPart: closeRoundPart,
  pieces: { fill: fillRoundPiece, isFilled: isRoundFilled },
};

export const COIN_ROUND_MONEY: BotMoney = { ...ROUND_MONEY, canBeKept: true };
export const CONTRACT_ROUND_MONEY: BotMoney = { ...ROUND_MONEY, canBeKept: false };
