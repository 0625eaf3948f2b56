import type { FinishReason } from '../../contract/vocabulary.ts';
import { averageCostOf, type LadderPlan, type PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { ExactTicks } from '../../formulas/martingale-terms.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import type { BotMoney } from './ladder-bot.ts';
import { bookEntry, bookExit, type ExitOrder } from './round-books.ts';
import { completedOrders, type ExitWord } from './round-record.ts';
import { beginWith, clearRound, exitSide, nextResting, pendingOrders, type Rounds, setNext } from './rounds.ts';
import { endingReason, tellOrder } from './tell.ts';

/** The life of a round: how it begins, goes deeper, and ends. When that happens is the kind's to decide. */

/** Slots of the ladder in which a bot shows its round's next orders. */
export const ROUND_SLOTS = 2;
/** Between them is the price; the lines of the next orders. */
const CURSOR = 1;
const BELOW = 0;
const ABOVE = 2;

/** Every bot whose kind has rounds has them. */
export function roundsOf({ rounds }: CoinBot): Rounds {
  if (rounds === null) throw new Error('A bot without rounds');
  return rounds;
}

/** Average cost of the round's position; null without one. */
export function averageOf(bot: CoinBot, { held }: Rounds): ExactTicks | null {
  return held.base === 0n ? null : averageCostOf(bot.spec, held.base, held.paid);
}

/** A round begins: its first order fills at the market, the others are placed, and so is what ends it. `ticks`: the price now. */
export function beginRound(bot: CoinBot, plan: LadderPlan, first: PlannedOrder, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const lots = bot.lotsOf(first.quantity);
  tellOrder(bot, timeMs, 'placed', 'opening', { side: rounds.rules.side, level: 0, ticks, lots });
  const fill = bookEntry(bot, rounds, first, timeMs);
  rounds.plan = plan;
  rounds.cycle += 1;
  rounds.startMs = timeMs;
  beginWith(rounds, first);
  rounds.entries = [{ ...fill, index: 0, orderTicks: ticks, timeMs }];
  setNext(rounds, 1);
  if (bot.isHeard) for (const order of pendingOrders(rounds)) tellPending(bot, rounds, order, timeMs);
  setExits(bot, rounds, ticks, timeMs);
}

function tellPending(bot: CoinBot, { rules }: Rounds, order: PlannedOrder, timeMs: number): void {
  const { index, ticks, quantity, withheld } = order;
  const about = { side: rules.side, level: index, ticks, lots: bot.lotsOf(quantity) };
  tellOrder(bot, timeMs, withheld === null ? 'placed' : 'withheld', withheld ?? 'add-order', about);
}

/** The next order has filled at its own price; the exits move with the average. */
export function fillNext(bot: CoinBot, timeMs: number): void {
  const rounds = roundsOf(bot);
  const order = nextResting(rounds);
  if (order === null) throw new Error('No order of the round is left to fill');
  const fill = bookEntry(bot, rounds, order, timeMs);
  rounds.entries.push({ ...fill, index: order.index, orderTicks: order.ticks, timeMs });
  setNext(rounds, rounds.next + 1);
  setExits(bot, rounds, order.ticks, timeMs);
}

/** Puts take profit and stop loss where the average cost wants them. `ticks`: the price now. */
function setExits(bot: CoinBot, rounds: Rounds, ticks: number, timeMs: number): void {
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
  placeExits(bot, rounds);
  rounds.armedAt = ticks;
  if (rounds.isTakeProfitPlaced) tellTakeProfit(bot, rounds, 'placed', timeMs);
  else if (rounds.takeProfit !== null) {
    const about = { side: exitSide(rounds), level: -1, ticks: rounds.takeProfit, lots: 0 };
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', about);
  }
  showNext(bot, rounds);
}

function placeExits(bot: CoinBot, rounds: Rounds): void {
  const { rules, held } = rounds;
  const average = averageOf(bot, rounds);
  const takeProfit = average === null ? null : rules.takeProfitTicks(average);
  rounds.takeProfit = takeProfit;
  rounds.stopLoss = average === null ? null : rules.stopLossTicks(average);
  rounds.isTakeProfitPlaced = takeProfit !== null && rules.takeProfitQuantity(held, takeProfit) > 0n;
}

/** The owner has changed the exits: what the next price has reached is decided at that price. */
export function rearm(bot: CoinBot): void {
  const rounds = roundsOf(bot);
  if (rounds.held.base === 0n) return;
  placeExits(bot, rounds);
  rounds.isRearmed = true;
  showNext(bot, rounds);
}

/** Tells that the take-profit order rests, or no longer does. */
function tellTakeProfit(bot: CoinBot, rounds: Rounds, kind: 'placed' | 'cancelled', timeMs: number): void {
  const { takeProfit, rules, held } = rounds;
  if (!bot.isHeard || takeProfit === null || !rounds.isTakeProfitPlaced) return;
  const lots = bot.lotsOf(rules.takeProfitQuantity(held, takeProfit));
  tellOrder(bot, timeMs, kind, 'take-profit', { side: exitSide(rounds), level: -1, ticks: takeProfit, lots });
}

/** The two slots of the ladder show what can fill next, and the stop stands where it acts: never better than where it was set. */
export function showNext(bot: CoinBot, rounds: Rounds): void {
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
export function takeProfit(bot: CoinBot, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  const { rules, held } = rounds;
  const quantity = rules.takeProfitQuantity(held, ticks);
  cancelPending(bot, rounds, 'take-profit', timeMs);
  leave(bot, rounds, 'take_profit', { role: 'grid', quantity, ticks, keepsRest: rules.keepsProfit }, timeMs);
}

/** The money of a bot with rounds: its end is that of its round. */
export const ROUND_MONEY: BotMoney = {
  canBeKept: true,
  wordOf: endingReason,
  cancelLadder(bot: CoinBot, timeMs, reason) {
    cancelRound(bot, roundsOf(bot), reason, timeMs);
  },
  bookClose(bot: CoinBot, order, reason, _isResting, timeMs) {
    closeRound(bot, roundsOf(bot), reason, order, timeMs);
  },
};

/** The bot ends: takes what rests of its round out of the book. */
function cancelRound(bot: CoinBot, rounds: Rounds, reason: OrderReason, timeMs: number): void {
  cancelPending(bot, rounds, reason, timeMs);
  tellTakeProfit(bot, rounds, 'cancelled', timeMs);
}

function cancelPending(bot: CoinBot, rounds: Rounds, reason: OrderReason, timeMs: number): void {
  if (!bot.isHeard) return;
  for (const { index, ticks, quantity, withheld } of pendingOrders(rounds)) {
    if (withheld !== null) continue;
    const about = { side: rounds.rules.side, level: index, ticks, lots: bot.lotsOf(quantity) };
    tellOrder(bot, timeMs, 'cancelled', reason, about);
  }
}

/** The bot's closing order has filled: it ends the round. */
function closeRound(
  bot: CoinBot,
  rounds: Rounds,
  reason: FinishReason,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
  timeMs: number,
): void {
  const word = reason === 'liquidated' ? 'liquidation' : reason === 'stop_loss' ? 'stop_loss' : 'close';
  leave(bot, rounds, word, { role: 'close', quantity: bot.unitsOf(lots), ticks, keepsRest: false }, timeMs);
}

function leave(bot: CoinBot, rounds: Rounds, word: ExitWord, order: ExitOrder, timeMs: number): void {
  const invested = rounds.held.paid;
  const exit = bookExit(bot, rounds, order, timeMs);
  if (bot.isHeard && bot.sink.round !== undefined) {
    const { cycle, startMs } = rounds;
    const { profit } = exit;
    const orders = completedOrders(bot, rounds, word, exit, timeMs);
    bot.sink.round({ cycle, startMs, endMs: timeMs, invested, profit }, orders);
  }
  clearRound(rounds);
  showNext(bot, rounds);
}
