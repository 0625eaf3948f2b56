import type { OrderAddress, Piece } from '../machine.ts';
import type { LadderBot, PieceBooks } from './ladder-bot.ts';
import { afterCrossing, travel } from './path.ts';
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

/** The slot whose order has the address; null: none of the ladder's. */
function slotOf(bot: LadderBot, { side, level }: OrderAddress): number | null {
  if (!bot.isRunning || !bot.hasLadder) return null;
  const i = side === 'buy' || !bot.hasEmptyLine ? level : level - 1;
  const isOnSide = side === 'buy' ? i < bot.cursor : i >= bot.cursor;
  return i >= 0 && i < bot.count && isOnSide ? i : null;
}

/** Books a part of an order. Nothing is decided by it. Throws where the bot has no such order, or not so much of it left. */
export function fillPiece(bot: LadderBot, order: OrderAddress, piece: Piece, timeMs: number): void {
  const slot = slotOf(bot, order);
  if (slot !== null) {
    piecesOf(bot).fill(bot, slot, piece, timeMs);
    return;
  }
  const { closing } = bot;
  if (closing === null || order.side !== closing.side || order.level !== -1) throw new Error('A piece of no order');
  const lots = Number(piece.quantity / bot.unitsOf(1));
  if (lots <= 0 || lots > closing.lots) throw new Error('So much of the closing order does not rest');
  piecesOf(bot).close(bot, { ...closing, lots }, piece, timeMs);
  bot.closing = { ...closing, lots: closing.lots - lots };
}

/** Answers what the pieces have filled, with the price at `ticks`. */
export function answerPieces<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): void {
  const { closing } = bot;
  if (closing !== null && closing.lots === 0) {
    endClose(bot, rules, closing.reason, closing.ticks, timeMs);
    return;
  }
  const pieces = piecesOf(bot);
  while (bot.isRunning) {
    const { cursor } = bot;
    if (cursor > 0 && pieces.isFilled(bot, cursor - 1)) rules.crossDown(bot, timeMs);
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
  const level = bot.slot[side];
  const { cursor } = bot;
  const i = side === 'below' ? cursor - 1 : cursor;
  const isLine =
    i >= 0 &&
    i < bot.count &&
    level === (side === 'below' ? bot.fillsBuyAt(bot.line(i)) : bot.fillsSellAt(bot.sellLine(i)));
  if (isLine && bot.resting(i) > 0) throw new Error('An order rests at the level');
  travel(bot, rules, level, timeMs);
}
