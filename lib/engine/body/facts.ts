import type { OrderAddress, Piece } from '../machine.ts';
import type { LadderBot, PieceBooks } from './ladder-bot.ts';
import { afterCrossing, passNext, slotAtLevel } from './path.ts';
import { endClose } from './resting-close.ts';
import type { LadderDecisions } from './rules.ts';

/**
 * What a venue has proven, addressed to a bot's orders: it never moves a bot by prices. A piece is booked where and when it was executed;
 * that an order is whole is answered once every nearer one is, in the order in which a price would have reached them. A venue's
 * acknowledgements, client ids, lost answers and cancel races are its reconciler's and are not known here.
 */

function piecesOf({ money }: LadderBot): PieceBooks {
  if (money.pieces === null) throw new Error('A bot without orders at a venue');
  return money.pieces;
}

/** Books a part of an order. Nothing is decided by it. Throws where the bot has no such order, or not so much of it left. */
export function fillPiece(bot: LadderBot, order: OrderAddress, piece: Piece, timeMs: number): void {
  if (bot.isRunning) piecesOf(bot).fill(bot, order, piece, timeMs);
  else closePiece(bot, order, piece, timeMs);
}

function closePiece(bot: LadderBot, { side, level }: OrderAddress, piece: Piece, timeMs: number): void {
  const { closing, money } = bot;
  if (closing === null || side !== closing.side || level !== -1) throw new Error('A piece of no order');
  const lots = Number(piece.quantity / bot.unitsOf(1));
  const left = closing.lots - lots;
  if (lots <= 0 || left < 0) throw new Error('So much of the closing order does not rest');
  if (left === 0) money.bookClose(bot, { ...closing, lots }, piece, timeMs, closing.reason);
  else money.bookPart(bot, { ...closing, lots }, piece, timeMs, closing.reason);
  bot.closing = { ...closing, lots: left };
}

/** Answers what the pieces have filled, with the price at `ticks`. */
export function answerPieces<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): void {
  const { closing } = bot;
  if (closing !== null) {
    if (closing.lots === 0) endClose(bot, rules, closing.reason, closing.ticks, timeMs);
    else rules.afterPart(bot, ticks, timeMs);
    return;
  }
  while (bot.isRunning) {
    const pieces = piecesOf(bot);
    const { cursor, slotBelow } = bot;
    if (slotBelow >= 0 && pieces.isFilled(bot, slotBelow)) rules.crossDown(bot, timeMs);
    else if (cursor < bot.count && pieces.isFilled(bot, cursor)) rules.crossUp(bot, timeMs);
    else break;
  }
  afterCrossing(bot, rules, ticks, timeMs);
}

/** The price has reached the next level on a side. Throws while an order rests there: its pieces say when it is filled. */
export function passLevel<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  side: 'below' | 'above',
  timeMs: number,
): void {
  const i = slotAtLevel(bot, side);
  // On a line that a round shows one of its orders rests, always.
  if (i !== null && (bot.rounds !== null || bot.resting(i) > 0)) throw new Error('An order rests at the level');
  passNext(bot, rules, side, timeMs);
}
