import type { OrderAddress } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';

/** The slot of a ladder whose order has the address. Throws where none has. */
export function slotOf(bot: LadderBot, { side, level }: OrderAddress): number {
  const i = side === 'buy' ? level : bot.slotOfSale(level);
  const isOnSide = side === 'buy' ? i < bot.cursor : i >= bot.cursor;
  if (!bot.hasLadder || !isOnSide || i < 0 || i >= bot.count) throw new Error('A piece of no order');
  return i;
}
