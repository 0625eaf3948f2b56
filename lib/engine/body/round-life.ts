import type { FinishReason } from '../../contract/vocabulary.ts';
import type { LadderPlan, PlannedOrder } from '../../formulas/martingale-ladder.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';
import { completedOrders, type ExitWord } from './round-record.ts';
import {
  beginWith,
  clearRound,
  exitSide,
  nextResting,
  pendingOrders,
  profitOfParts,
  type RoundExit,
  type Rounds,
  roundsOf,
  setNext,
  takeProfitQuantity,
} from './rounds.ts';
import { tellOrder } from './tell.ts';

/** The life of a round: how it begins, goes deeper, and ends. When that happens is the kind's to decide. */

/** Slots of the ladder in which a bot shows its round's next orders. */
export const ROUND_SLOTS = 2;
/** Between them is the price; the lines of the next orders. */
const CURSOR = 1;
const BELOW = 0;
const ABOVE = 2;

/** A round begins: its first order fills at the market, the others are placed, and so is what ends it. `ticks`: the price now. */
export function beginRound(bot: LadderBot, plan: LadderPlan, first: PlannedOrder, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const lots = rounds.leg.lotsOf(first.quantity);
  tellOrder(bot, timeMs, 'placed', 'opening', { side: rounds.rules.side, level: 0, ticks, lots });
  rounds.leg.begin();
  const fill = rounds.leg.enter({ ...first, side: rounds.rules.side }, timeMs);
  rounds.plan = plan;
  rounds.cycle += 1;
  rounds.startMs = timeMs;
  beginWith(rounds, first);
  rounds.entries = [{ ...fill, index: 0, orderTicks: ticks, timeMs }];
  setNext(rounds, 1);
  placeOrders(bot, rounds, timeMs);
  setExits(bot, rounds, ticks, timeMs);
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
  enter(rounds, order, order.ticks, timeMs);
  setExits(bot, rounds, fillsAt(bot, rounds, order), timeMs);
}

/** The price that fills an order of the round while it rests. */
function fillsAt(bot: LadderBot, { rules }: Rounds, { ticks }: PlannedOrder): number {
  return rules.side === 'buy' ? bot.fillsBuyAt(ticks) : bot.fillsSellAt(ticks);
}

function enter(rounds: Rounds, order: PlannedOrder, ticks: number, timeMs: number): void {
  const { index, quantity } = order;
  const fill = rounds.leg.enter({ side: rounds.rules.side, index, quantity, ticks }, timeMs);
  rounds.entries.push({ ...fill, index, orderTicks: order.ticks, timeMs });
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
  const isBuyer = rounds.rules.side === 'buy';
  placeOrders(bot, rounds, timeMs);
  for (let order = nextResting(rounds); order !== null; order = nextResting(rounds)) {
    const reached = fillsAt(bot, rounds, order);
    if (isBuyer ? ticks > reached : ticks < reached) break;
    const market = bot.marketTicks(rounds.rules.side, rounds.leg.lotsOf(order.quantity), ticks, timeMs);
    enter(rounds, order, isBuyer ? Math.min(market, order.ticks) : Math.max(market, order.ticks), timeMs);
  }
  rounds.isTakeProfitPlaced = false;
  setExits(bot, rounds, ticks, timeMs);
}

/** Puts take profit and stop loss where the average cost wants them. `ticks`: the price now. */
function setExits(bot: LadderBot, rounds: Rounds, ticks: number, timeMs: number): void {
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
  placeExits(rounds);
  rounds.armedAt = ticks;
  if (rounds.isTakeProfitPlaced) tellTakeProfit(bot, rounds, 'placed', timeMs);
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
  rounds.isTakeProfitPlaced = takeProfit !== null && takeProfitQuantity(rounds, takeProfit) > 0n;
}

/** The owner has changed the exits: what the next price has reached is decided at that price. */
export function rearm(bot: LadderBot): void {
  const rounds = roundsOf(bot);
  if (rounds.leg.average() === null) return;
  placeExits(rounds);
  rounds.isRearmed = true;
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
  if (!bot.isHeard || takeProfit === null || !rounds.isTakeProfitPlaced) return;
  const lots = leg.lotsOf(takeProfitQuantity(rounds, takeProfit));
  tellOrder(bot, timeMs, kind, reason, { side: exitSide(rounds), level: -1, ticks: takeProfit, lots });
}

/** The two slots of the ladder show what can fill next, and the stop stands where it acts: never better than where it was set. */
export function showNext(bot: LadderBot, rounds: Rounds): void {
  const { rules, takeProfit, stopLoss, armedAt } = rounds;
  const add = nextResting(rounds)?.ticks ?? null;
  const profit = rounds.isTakeProfitPlaced ? takeProfit : null;
  const isBuyer = rules.side === 'buy';
  bot.cursor = CURSOR;
  bot.setLine(BELOW, (isBuyer ? add : profit) ?? NO_LEVEL_BELOW);
  bot.setLine(ABOVE, (isBuyer ? profit : add) ?? NO_LEVEL_ABOVE);
  bot.stopDown = !isBuyer || stopLoss === null ? NO_LEVEL_BELOW : Math.min(stopLoss, armedAt);
  bot.stopUp = isBuyer || stopLoss === null ? NO_LEVEL_ABOVE : Math.max(stopLoss, armedAt);
}

/** The take profit has filled at `ticks`: the orders left are cancelled, the round goes on record. */
export function takeProfit(bot: LadderBot, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const quantity = takeProfitQuantity(rounds, ticks);
  cancelPending(bot, rounds, 'take-profit', timeMs);
  const keepsRest = rounds.rules.keepsProfit;
  leave(
    bot,
    'take_profit',
    () => rounds.leg.exit({ role: 'grid', quantity, ticks, isResting: true, keepsRest, isPart: false }, timeMs),
    timeMs,
  );
}

/** The bot ends: takes what rests of its round out of the book. A paused bot's orders are out of it already. */
export function cancelRound(bot: LadderBot, timeMs: number, reason: OrderReason): void {
  if (bot.isPaused) return;
  const rounds = roundsOf(bot);
  cancelPending(bot, rounds, reason, timeMs);
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
}

function cancelPending(bot: LadderBot, rounds: Rounds, reason: OrderReason, timeMs: number): void {
  if (!bot.isHeard) return;
  for (const { index, ticks, quantity, withheld } of pendingOrders(rounds)) {
    if (withheld !== null) continue;
    const about = { side: rounds.rules.side, level: index, ticks, lots: rounds.leg.lotsOf(quantity) };
    tellOrder(bot, timeMs, 'cancelled', reason, about);
  }
}

/** The bot's closing order has filled: it ends the round. */
export function closeRound(
  bot: LadderBot,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
  isResting: boolean,
  timeMs: number,
  reason: FinishReason,
): void {
  const { leg } = roundsOf(bot);
  const quantity = leg.quantityOf(lots);
  const order = { role: 'close', quantity, ticks, isResting, keepsRest: false, isPart: false } as const;
  leave(bot, reason === 'stop_loss' ? 'stop_loss' : 'close', () => leg.exit(order, timeMs), timeMs);
}

/** A part of the bot's closing order has filled at the market: the round goes on record with what closes the rest. */
export function closeRoundPart(
  bot: LadderBot,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
  timeMs: number,
): void {
  const { leg, parts } = roundsOf(bot);
  const before = leg.invested();
  const quantity = leg.quantityOf(lots);
  const order = { role: 'close', quantity, ticks, isResting: false, keepsRest: false, isPart: true } as const;
  const exit = leg.exit(order, timeMs);
  parts.push({ ...exit, timeMs, invested: before - leg.invested() });
}

/** The position is left by `exit`: the round goes on record, and nothing of it is left. */
export function leave(bot: LadderBot, word: ExitWord, exit: () => RoundExit, timeMs: number): RoundExit {
  const rounds = roundsOf(bot);
  const invested = rounds.parts.reduce((sum, part) => sum + part.invested, rounds.leg.invested());
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
