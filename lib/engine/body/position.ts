import { mulDivUp } from '../../money/amount.ts';
import { EQUITY_SCALE } from '../machine.ts';
import { type CoinTrade, changeTotal, enterTrade, tellTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { exactOf } from './exact.ts';

/** Coins, units, and what they cost. */
interface Heap {
  coins: bigint;
  /** Quote units paid for them, the fees taken in coins included. */
  paid: bigint;
  /** The same before fees; 1e-16. */
  carry: bigint;
}

/**
 * What a bot has bought at the market as one position. Parts of a lot, or coins worth less than the market takes, that an
 * earlier position could not sell are spare: they keep their cost and go along with the next whole sale. Written a few
 * times a day, so with bigint.
 */
export interface Position {
  readonly held: Heap;
  readonly spare: Heap;
}

export function noPosition(): Position {
  return { held: { coins: 0n, paid: 0n, carry: 0n }, spare: { coins: 0n, paid: 0n, carry: 0n } };
}

/** Buys coins for the position. */
export function buyForPosition(bot: CoinBot, { held }: Position, trade: CoinTrade, timeMs: number): void {
  const cash = exactOf(bot.positionCash);
  const booked = enterTrade(bot, trade);
  held.coins += trade.quantity - booked.fee;
  held.paid += booked.quote;
  held.carry += cash - exactOf(bot.positionCash);
  tellTrade(bot, trade, booked, null, timeMs);
}

/**
 * Sells some of the position's coins, which completes a trade: what they cost is their share of what was paid, rounded
 * up. With the whole position (role `close`) go the spare coins, and what is left of both is spare then.
 */
export function sellOfPosition(bot: CoinBot, position: Position, trade: CoinTrade, timeMs: number): void {
  const { held, spare } = position;
  const isWhole = trade.role === 'close';
  if (isWhole) pour(spare, held);
  const { quantity } = trade;
  const soldPaid = mulDivUp(held.paid, quantity, held.coins);
  const soldCarry = (held.carry * quantity) / held.coins;
  held.coins -= quantity;
  held.paid -= soldPaid;
  held.carry -= soldCarry;
  const booked = enterTrade(bot, trade);
  const brought = booked.quote * EQUITY_SCALE - soldCarry;
  const profit = booked.quote - booked.fee - soldPaid;
  changeTotal(bot.positionCash, -brought);
  changeTotal(bot.gridProfit, brought);
  changeTotal(bot.matchedProfit, profit * EQUITY_SCALE);
  bot.matches += 1;
  tellTrade(bot, trade, booked, profit, timeMs);
  if (isWhole) leavePosition(position);
}

/** The position is over: what is left of it is spare. */
export function leavePosition({ held, spare }: Position): void {
  pour(held, spare);
}

function pour(from: Heap, into: Heap): void {
  into.coins += from.coins;
  into.paid += from.paid;
  into.carry += from.carry;
  from.coins = 0n;
  from.paid = 0n;
  from.carry = 0n;
}
