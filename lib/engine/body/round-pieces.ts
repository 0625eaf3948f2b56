import type { PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { OrderAddress, Piece } from '../machine.ts';
import type { Execution } from './executed.ts';
import type { LadderBot } from './ladder-bot.ts';
import {
  type Entry,
  exitSide,
  leftOf,
  nextResting,
  type PartOf,
  pendingOrders,
  type RoundFill,
  type RoundPart,
  type RoundPieces,
  type Rounds,
  roundsOf,
  takeProfitLeft,
} from './rounds.ts';

/**
 * Orders of a round that a venue executes in pieces. What a piece has moved belongs to the round's position at once, so that whatever ends
 * it closes all of it; the exits follow when an order is whole, and until then the take profit closes what it was placed for.
 */

/** Books a part of an order of the round: of one that enters (`level`: its index), or of the take profit. Throws where so much of it does not rest. */
export function fillRoundPiece(bot: LadderBot, { side, level }: OrderAddress, piece: Piece, timeMs: number): void {
  const rounds = roundsOf(bot);
  const lots = Number(piece.quantity / bot.unitsOf(1));
  if (bot.unitsOf(lots) !== piece.quantity) throw new Error('Not whole lots');
  const quantity = rounds.leg.quantityOf(lots);
  const pieces = rounds.pieces ?? { entries: new Map(), sold: null };
  rounds.pieces = pieces;
  if (side === exitSide(rounds)) {
    if (level !== -1 || rounds.takeProfit === null) throw new Error('A piece of no order');
    exitPart(rounds, pieces, { quantity, ticks: rounds.takeProfit, execution: piece }, timeMs);
    return;
  }
  const order = restingOrder(rounds, level);
  if (order === undefined) throw new Error('A piece of no order');
  const { amount } = enterPart(rounds, pieces, order, { quantity, ticks: order.ticks, execution: piece }, timeMs);
  if (bot.money.canBeKept && amount > order.value) throw new Error('A buy cost more than its limit');
}

function restingOrder(rounds: Rounds, level: number): PlannedOrder | undefined {
  const isResting = pendingOrders(rounds).some(({ index, withheld }) => index === level && withheld === null);
  return isResting ? rounds.orders[level] : undefined;
}

/** How a part of an order came to trade. */
interface PartTrade {
  readonly quantity: bigint;
  readonly ticks: number;
  readonly execution: Execution;
}

/** Enters a part of an order; returns all that has entered of it. */
function enterPart(
  rounds: Rounds,
  pieces: RoundPieces,
  order: PlannedOrder,
  { quantity, ticks, execution }: PartTrade,
  timeMs: number,
): Entry & PartOf {
  const { index } = order;
  if (quantity <= 0n || quantity > leftOf(rounds, order)) throw new Error('So much of the order does not rest');
  const fill = rounds.leg.enter({ side: rounds.rules.side, index, quantity, ticks, execution }, timeMs);
  const before = pieces.entries.get(index);
  const part = {
    ...sumOf(before, fill),
    index,
    orderTicks: order.ticks,
    timeMs,
    done: (before?.done ?? 0n) + quantity,
  };
  pieces.entries.set(index, part);
  return part;
}

/** What is left of an order enters, if anything is; returns all that has entered of it. */
export function enterRest(
  rounds: Rounds,
  order: PlannedOrder,
  trade: Omit<PartTrade, 'quantity'>,
  timeMs: number,
): Entry {
  const { rules, leg, pieces } = rounds;
  const { index } = order;
  const quantity = leftOf(rounds, order);
  const before = pieces?.entries.get(index);
  if (pieces === null || before === undefined) {
    const fill = leg.enter({ ...trade, side: rules.side, index, quantity }, timeMs);
    return { ...fill, index, orderTicks: order.ticks, timeMs };
  }
  const whole = quantity > 0n ? enterPart(rounds, pieces, order, { ...trade, quantity }, timeMs) : before;
  pieces.entries.delete(index);
  return whole;
}

/** Closes a part of what the take profit closes. */
function exitPart(
  rounds: Rounds,
  pieces: RoundPieces,
  { quantity, ticks, execution }: PartTrade,
  timeMs: number,
): void {
  if (quantity <= 0n || quantity > takeProfitLeft(rounds)) throw new Error('So much does not rest');
  const { leg } = rounds;
  const invested = leg.invested();
  const exit = leg.exit({ role: 'grid', quantity, ticks, execution, keepsRest: false, isPart: true }, timeMs);
  const { sold } = pieces;
  pieces.sold = {
    ...sumOf(sold, exit),
    profit: (sold?.profit ?? 0n) + exit.profit,
    invested: (sold?.invested ?? 0n) + invested - leg.invested(),
    timeMs,
    done: (sold?.done ?? 0n) + quantity,
  };
}

/** At the price of the last one. */
function sumOf(before: RoundFill | null | undefined, { ticks, quantity, amount, fee }: RoundFill): RoundFill {
  if (before === null || before === undefined) return { ticks, quantity, amount, fee };
  return { ticks, quantity: before.quantity + quantity, amount: before.amount + amount, fee: before.fee + fee };
}

/** Whether all of the order that the bot shows in slot i was executed and nobody has answered that yet. */
export function isRoundFilled(bot: LadderBot, i: number): boolean {
  const rounds = roundsOf(bot);
  const { pieces, rules, takeProfitQuantity } = rounds;
  if (pieces === null) return false;
  const isEntry = (rules.side === 'buy') === (i === 0);
  if (!isEntry) return pieces.sold !== null && pieces.sold.done === takeProfitQuantity;
  const next = nextResting(rounds);
  return next !== null && pieces.entries.has(next.index) && leftOf(rounds, next) === 0n;
}

/** What is left of the take profit fills, if anything is. Returns what it has closed in all. */
export function completeTakeProfit(
  rounds: Rounds,
  pieces: RoundPieces,
  trade: Omit<PartTrade, 'quantity'>,
  timeMs: number,
): RoundPart {
  const quantity = takeProfitLeft(rounds);
  if (quantity > 0n) exitPart(rounds, pieces, { ...trade, quantity }, timeMs);
  const { sold } = pieces;
  if (sold === null) throw new Error('Nothing of the take profit has filled');
  pieces.sold = null;
  return sold;
}

/** Orders that have entered in part have entered with that: what is left of them is nobody's any more. */
export function settleEntries(rounds: Rounds, pieces: RoundPieces): void {
  const parts = [...pieces.entries.values()].sort((one, other) => one.index - other.index);
  rounds.entries.push(...parts);
  pieces.entries.clear();
}

/** The take profit is another one, or none: what was executed of it was a part of the round's end. */
export function settleTakeProfit(rounds: Rounds): void {
  const { pieces } = rounds;
  if (pieces === null) return;
  if (pieces.sold !== null) rounds.parts.push(pieces.sold);
  if (pieces.entries.size === 0) rounds.pieces = null;
  else pieces.sold = null;
}

/** The round ends: whatever was executed of its orders is on its record. */
export function settlePieces(rounds: Rounds): void {
  const { pieces } = rounds;
  if (pieces === null) return;
  settleEntries(rounds, pieces);
  settleTakeProfit(rounds);
}
