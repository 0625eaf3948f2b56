import type { FinishReason } from '../../contract/bot-words.ts';
import { type LadderPlan, neededBy, type PlannedOrder } from '../../formulas/martingale-ladder.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '../machine.ts';
import type { Execution } from './executed.ts';
import type { LadderBot } from './ladder-bot.ts';
import { completeTakeProfit, enterRest, settleEntries, settlePieces, settleTakeProfit } from './round-pieces.ts';
import { completedOrders, type ExitWord } from './round-record.ts';
import {
  beginWith,
  clearRound,
  exitSide,
  leftOf,
  nextResting,
  pendingOrders,
  profitOfParts,
  type RoundExit,
  type RoundFill,
  type RoundPieces,
  type Rounds,
  roundsOf,
  setNext,
  takeProfitAt,
  takeProfitLeft,
} from './rounds.ts';
import { tellOrder } from './tell.ts';

/** The life of a round: how it begins, goes deeper, and ends. When that happens is the kind's to decide. */

/** Slots of the ladder in which a bot shows its round's next orders. */
export const ROUND_SLOTS = 2;
/** Between them is the price; the lines of the next orders. */
const CURSOR = 1;
const BELOW = 0;
const ABOVE = 2;

/**
 * A round begins: its first order fills at the market, the others are placed, and so is what ends it. `ticks`: the price now. One that
 * has filled so deep in the book that the next order lies beyond the price takes that order along.
 */
export function beginRound(bot: LadderBot, plan: LadderPlan, first: PlannedOrder, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const lots = rounds.leg.lotsOf(first.quantity);
  tellOrder(bot, timeMs, 'placed', 'opening', { side: rounds.rules.side, level: 0, ticks, lots });
  rounds.leg.begin();
  const fill = rounds.leg.enter({ ...first, side: rounds.rules.side, execution: 'market' }, timeMs);
  rounds.plan = plan;
  rounds.cycle += 1;
  rounds.startMs = timeMs;
  beginWith(rounds, bot.isAtVenue ? asExecuted(plan, first, fill) : first);
  rounds.entries = [{ ...fill, index: 0, orderTicks: ticks, timeMs }];
  setNext(rounds, 1);
  placeOrders(bot, rounds, timeMs);
  if (!bot.isAtVenue) enterCrossed(bot, rounds, ticks, timeMs);
  setExits(bot, rounds, ticks, timeMs);
}

/** The first order as a venue has executed it: what comes after it follows from what that was. */
function asExecuted({ terms }: LadderPlan, first: PlannedOrder, { ticks, amount }: RoundFill): PlannedOrder {
  return { ...first, ticks, value: amount, needed: neededBy(terms, first.index, amount) };
}

/** The orders that have not filled are placed, or withheld with their reason. */
function placeOrders(bot: LadderBot, rounds: Rounds, timeMs: number): void {
  if (!bot.isHeard) return;
  for (const order of pendingOrders(rounds)) tellPending(bot, rounds, order, timeMs);
}

function tellPending(bot: LadderBot, { rules, leg }: Rounds, order: PlannedOrder, timeMs: number): void {
  const { index, ticks, quantity, withheld } = order;
  const about = { side: rules.side, level: index, ticks, lots: leg.lotsOf(quantity) };
  tellOrder(bot, timeMs, withheld === null ? 'placed' : 'withheld', withheld ?? 'add-order', about);
}

/** The next order has filled at its own price; the exits move with the average. */
export function fillNext(bot: LadderBot, timeMs: number): void {
  const rounds = roundsOf(bot);
  const order = nextResting(rounds);
  if (order === null) throw new Error('No order of the round is left to fill');
  enter(rounds, order, order.ticks, 'resting', timeMs);
  setExits(bot, rounds, fillsAt(bot, rounds, order), timeMs);
}

/** The price that fills an order of the round while it rests. */
function fillsAt(bot: LadderBot, { rules }: Rounds, { ticks }: PlannedOrder): number {
  return rules.side === 'buy' ? bot.fillsBuyAt(ticks) : bot.fillsSellAt(ticks);
}

function enter(rounds: Rounds, order: PlannedOrder, ticks: number, execution: Execution, timeMs: number): void {
  rounds.entries.push(enterRest(rounds, order, { ticks, execution }, timeMs));
  setNext(rounds, rounds.next + 1);
}

/** Its orders do not rest any more; its stop loss goes on. */
export function suspendRound(bot: LadderBot, timeMs: number): void {
  const rounds = roundsOf(bot);
  cancelPending(bot, rounds, 'paused', timeMs);
  tellTakeProfit(bot, rounds, 'cancelled', timeMs, 'paused');
}

/**
 * Its orders rest again, at `ticks`. Those that the price has crossed meanwhile fill at the market, no worse than at their own
 * price; the exits stand where the average wants them now.
 */
export function resumeRound(bot: LadderBot, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  placeOrders(bot, rounds, timeMs);
  enterCrossed(bot, rounds, ticks, timeMs);
  rounds.takeProfitQuantity = 0n;
  setExits(bot, rounds, ticks, timeMs);
}

/** Orders that are placed on the far side of the price fill at the market, no worse than at their own price. */
function enterCrossed(bot: LadderBot, rounds: Rounds, ticks: number, timeMs: number): void {
  for (let order = nextResting(rounds); order !== null; order = nextResting(rounds)) {
    // One that a venue has executed whole has waited for those before it alone.
    if (leftOf(rounds, order) === 0n) enter(rounds, order, order.ticks, 'resting', timeMs);
    else if (isCrossed(bot, rounds, order, ticks)) enterLate(bot, rounds, order, ticks, timeMs);
    else break;
  }
}

function isCrossed(bot: LadderBot, rounds: Rounds, order: PlannedOrder, ticks: number): boolean {
  const reached = fillsAt(bot, rounds, order);
  return rounds.rules.side === 'buy' ? ticks <= reached : ticks >= reached;
}

function enterLate(bot: LadderBot, rounds: Rounds, order: PlannedOrder, ticks: number, timeMs: number): void {
  const { side } = rounds.rules;
  const market = bot.marketTicks(side, rounds.leg.lotsOf(leftOf(rounds, order)), ticks, timeMs);
  const filled = side === 'buy' ? Math.min(market, order.ticks) : Math.max(market, order.ticks);
  enter(rounds, order, filled, 'late', timeMs);
}

/** Puts take profit and stop loss where the average cost wants them. `ticks`: the price now. */
function setExits(bot: LadderBot, rounds: Rounds, ticks: number, timeMs: number): void {
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
  placeExits(rounds);
  rounds.armedAt = ticks;
  if (rounds.takeProfitQuantity > 0n) tellTakeProfit(bot, rounds, 'placed', timeMs);
  else if (rounds.takeProfit !== null) {
    const about = { side: exitSide(rounds), level: -1, ticks: rounds.takeProfit, lots: 0 };
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', about);
  }
  showNext(bot, rounds);
}

function placeExits(rounds: Rounds): void {
  const { rules, leg } = rounds;
  const average = leg.average();
  const takeProfit = average === null ? null : rules.takeProfitTicks(average);
  rounds.takeProfit = takeProfit;
  rounds.stopLoss = average === null ? null : rules.stopLossTicks(average);
  rounds.takeProfitQuantity = takeProfit === null ? 0n : takeProfitAt(rounds, takeProfit);
  settleTakeProfit(rounds);
}

/** A bot that is read back by params with other exits than it was stored with: they stand where these want them, as if they always had. */
export function followExits(bot: LadderBot): void {
  const rounds = roundsOf(bot);
  if (rounds.leg.average() === null) return;
  placeExits(rounds);
  showNext(bot, rounds);
}

/** The exits follow from other rules, and the price is at `ticks`. A pause keeps the take profit out of the book. */
export function resetExits(bot: LadderBot, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  if (bot.isRunning) {
    setExits(bot, rounds, ticks, timeMs);
    return;
  }
  placeExits(rounds);
  rounds.armedAt = ticks;
  showNext(bot, rounds);
}

/** Tells that the take-profit order rests, or no longer does. */
function tellTakeProfit(
  bot: LadderBot,
  rounds: Rounds,
  kind: 'placed' | 'cancelled',
  timeMs: number,
  reason: OrderReason = 'take-profit',
): void {
  const { takeProfit, leg } = rounds;
  if (!bot.isHeard || takeProfit === null) return;
  const lots = leg.lotsOf(takeProfitLeft(rounds));
  if (lots > 0) tellOrder(bot, timeMs, kind, reason, { side: exitSide(rounds), level: -1, ticks: takeProfit, lots });
}

/** The two slots of the ladder show what can fill next, and the stop stands where it acts: never better than where it was set. */
export function showNext(bot: LadderBot, rounds: Rounds): void {
  const { rules, takeProfit, takeProfitQuantity, stopLoss, armedAt } = rounds;
  const add = nextResting(rounds)?.ticks ?? null;
  const profit = takeProfitQuantity > 0n ? takeProfit : null;
  const isBuyer = rules.side === 'buy';
  bot.cursor = CURSOR;
  bot.setLine(BELOW, (isBuyer ? add : profit) ?? NO_LEVEL_BELOW);
  bot.setLine(ABOVE, (isBuyer ? profit : add) ?? NO_LEVEL_ABOVE);
  bot.stopDown = !isBuyer || stopLoss === null ? NO_LEVEL_BELOW : Math.min(stopLoss, armedAt);
  bot.stopUp = isBuyer || stopLoss === null ? NO_LEVEL_ABOVE : Math.max(stopLoss, armedAt);
}

/** The take profit is filled at `reached`, or late around that: the orders left are cancelled, the round goes on record. */
export function takeProfit(bot: LadderBot, reached: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const ticks = rounds.decidesAt === null ? reached : lateExitTicks(bot, rounds, reached, timeMs);
  if (rounds.pieces !== null) {
    takeProfitInPieces(bot, rounds, rounds.pieces, ticks, timeMs);
    return;
  }
  cancelPending(bot, rounds, 'take-profit', timeMs);
  const keepsRest = rounds.rules.keepsProfit;
  const quantity = rounds.takeProfitQuantity;
  const order = { role: 'grid', quantity, ticks, execution: reachedBy(rounds), keepsRest, isPart: false } as const;
  leave(bot, 'take_profit', () => rounds.leg.exit(order, timeMs), timeMs);
}

/** A take profit that is placed on the far side of the price fills at the market, no worse than at its own price, as orders of the round do. */
function lateExitTicks(bot: LadderBot, rounds: Rounds, ticks: number, timeMs: number): number {
  const side = exitSide(rounds);
  const market = bot.marketTicks(side, rounds.leg.lotsOf(takeProfitLeft(rounds)), ticks, timeMs);
  const own = rounds.takeProfit ?? market;
  return side === 'sell' ? Math.max(market, own) : Math.min(market, own);
}

function reachedBy({ decidesAt }: Rounds): Execution {
  return decidesAt === null ? 'resting' : 'late';
}

/**
 * The same where a venue has executed orders of the round in pieces. What others have entered meanwhile is not what the take profit was
 * placed for: the round goes on with that, and what was taken is a part of its end.
 */
function takeProfitInPieces(bot: LadderBot, rounds: Rounds, pieces: RoundPieces, ticks: number, timeMs: number): void {
  const sold = completeTakeProfit(rounds, pieces, { ticks, execution: reachedBy(rounds) }, timeMs);
  if (pieces.entries.size === 0) {
    cancelPending(bot, rounds, 'take-profit', timeMs);
    leave(bot, 'take_profit', () => rounds.leg.exited(sold, rounds.rules.keepsProfit), timeMs, sold.invested);
    return;
  }
  const isUnfinished = ({ index }: PlannedOrder): boolean => pieces.entries.has(index);
  cancelPending(bot, rounds, 'take-profit', timeMs, isUnfinished);
  rounds.parts.push(sold);
  settleEntries(rounds, pieces);
  setNext(rounds, 1);
  rounds.takeProfitQuantity = 0n;
  setExits(bot, rounds, ticks, timeMs);
}

/** The bot ends: takes what rests of its round out of the book. A paused bot's orders are out of it already. */
export function cancelRound(bot: LadderBot, timeMs: number, reason: OrderReason): void {
  if (bot.isPaused) return;
  const rounds = roundsOf(bot);
  cancelPending(bot, rounds, reason, timeMs);
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
}

function cancelPending(
  bot: LadderBot,
  rounds: Rounds,
  reason: OrderReason,
  timeMs: number,
  isMeant: (order: PlannedOrder) => boolean = () => true,
): void {
  if (!bot.isHeard) return;
  for (const order of pendingOrders(rounds)) {
    const { index, ticks, quantity, withheld } = order;
    if (withheld !== null || !isMeant(order)) continue;
    const about = { side: rounds.rules.side, level: index, ticks, lots: rounds.leg.lotsOf(quantity) };
    tellOrder(bot, timeMs, 'cancelled', reason, about);
  }
}

/** The bot's closing order has filled: it ends the round. */
export function closeRound(
  bot: LadderBot,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
  execution: Execution,
  timeMs: number,
  reason: FinishReason,
): void {
  const { leg } = roundsOf(bot);
  const quantity = leg.quantityOf(lots);
  const order = { role: 'close', quantity, ticks, execution, keepsRest: false, isPart: false } as const;
  leave(bot, reason === 'stop_loss' ? 'stop_loss' : 'close', () => leg.exit(order, timeMs), timeMs);
}

/** A part of the bot's closing order has filled: the round goes on record with what closes the rest. */
export function closeRoundPart(
  bot: LadderBot,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
  execution: Execution,
  timeMs: number,
): void {
  const { leg, parts } = roundsOf(bot);
  const before = leg.invested();
  const quantity = leg.quantityOf(lots);
  const order = { role: 'close', quantity, ticks, execution, keepsRest: false, isPart: true } as const;
  const exit = leg.exit(order, timeMs);
  parts.push({ ...exit, timeMs, invested: before - leg.invested() });
}

/** The position is left by `exit`, which has closed what `invested` was of before: the round goes on record, and nothing of it is left. */
export function leave(bot: LadderBot, word: ExitWord, exit: () => RoundExit, timeMs: number, closed = 0n): RoundExit {
  const rounds = roundsOf(bot);
  settlePieces(rounds);
  const invested = rounds.parts.reduce((sum, part) => sum + part.invested, rounds.leg.invested() + closed);
  const left = exit();
  bot.matches += 1;
  if (bot.isHeard && bot.sink.round !== undefined) {
    const { cycle, startMs } = rounds;
    const profit = profitOfParts(rounds) + left.profit;
    const orders = completedOrders(bot, rounds, word, left, timeMs);
    bot.sink.round({ cycle, startMs, endMs: timeMs, invested, profit }, orders);
  }
  clearRound(rounds);
  showNext(bot, rounds);
  return left;
}
