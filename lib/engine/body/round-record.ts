import { averageCostOf } from '../../formulas/martingale-ladder.ts';
import { displayTicks } from '../../formulas/martingale-terms.ts';
import type { OpenOrder, RoundOrder, RoundStatement, WithheldOrder } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import { wholeUnitsOf } from './exact.ts';
import { type Entry, exitSide, pendingOrders, type RoundFill, type Rounds } from './rounds.ts';

/** What records call the order that ended a round. */
export type ExitWord = 'take_profit' | 'stop_loss' | 'close' | 'liquidation';

/** Orders of the present round, entries first, then those that have not filled, then the take profit (M-107). */
function currentOrders(bot: CoinBot, rounds: Rounds): RoundOrder[] {
  if (rounds.entries.length === 0) return [];
  const orders = [
    ...rounds.entries.map((entry) => filledEntry(rounds, entry)),
    ...pendingRecords(bot, rounds, 'running'),
  ];
  const profit = takeProfitRecord(rounds, 'running');
  return profit === null || !bot.isRunning ? orders : [...orders, profit];
}

/** Orders of a round that an exit has ended: what had not filled is cancelled. */
export function completedOrders(
  bot: CoinBot,
  rounds: Rounds,
  word: ExitWord,
  exit: RoundFill,
  timeMs: number,
): RoundOrder[] {
  const orders = [
    ...rounds.entries.map((entry) => filledEntry(rounds, entry)),
    ...pendingRecords(bot, rounds, 'cancelled'),
  ];
  const profit = word === 'take_profit' ? null : takeProfitRecord(rounds, 'cancelled');
  if (profit !== null) orders.push(profit);
  return [...orders, { ...filled(rounds, exit, exit.ticks, timeMs), type: word, side: exitSide(rounds) }];
}

function filledEntry(rounds: Rounds, entry: Entry): RoundOrder {
  const { index, orderTicks, timeMs } = entry;
  const type = index === 0 ? 'first_order' : (`increase_order_${index}` as const);
  return { ...filled(rounds, entry, orderTicks, timeMs), type, side: rounds.rules.side };
}

function filled({ cycle }: Rounds, fill: RoundFill, orderTicks: number, timeMs: number) {
  const { ticks, quantity, amount, fee } = fill;
  const matched = { matchTicks: ticks, matchQuantity: quantity, matchAmount: amount };
  return { cycle, orderTicks, quantity, ...matched, fee, state: 'filled', timeMs } as const;
}

/** Orders that have not filled. One that was withheld has failed. */
function pendingRecords(bot: CoinBot, rounds: Rounds, open: 'running' | 'cancelled'): RoundOrder[] {
  return pendingOrders(rounds).map(({ index, ticks, quantity, withheld }) => ({
    ...unfilled(rounds, ticks, quantity, rounds.startMs),
    type: `increase_order_${index}` as const,
    side: rounds.rules.side,
    state: withheld !== null ? 'failed' : bot.isRunning ? open : 'cancelled',
  }));
}

function takeProfitRecord(rounds: Rounds, open: 'running' | 'cancelled'): RoundOrder | null {
  const { takeProfit, isTakeProfitPlaced, rules, held, entries, startMs } = rounds;
  if (takeProfit === null) return null;
  const quantity = rules.takeProfitQuantity(held, takeProfit);
  return {
    ...unfilled(rounds, takeProfit, quantity, entries.at(-1)?.timeMs ?? startMs),
    type: 'take_profit',
    side: exitSide(rounds),
    state: isTakeProfitPlaced ? open : 'failed',
  };
}

function unfilled({ cycle }: Rounds, orderTicks: number, quantity: bigint, timeMs: number) {
  return {
    cycle,
    orderTicks,
    matchTicks: null,
    quantity,
    matchQuantity: 0n,
    matchAmount: 0n,
    fee: 0n,
    timeMs,
  } as const;
}

/** The present round (M-109); null before the first and after the end. */
export function roundStatement(bot: CoinBot, rounds: Rounds): RoundStatement | null {
  if (rounds.entries.length === 0) return null;
  const { held, cycle, takeProfit, stopLoss } = rounds;
  return {
    cycle,
    baseHeld: held.base,
    quoteHeld: wholeUnitsOf(bot.quote),
    invested: held.paid,
    averageCostTicks: held.base === 0n ? null : displayTicks(averageCostOf(bot.spec, held.base, held.paid)),
    takeProfitTicks: takeProfit,
    stopLossTicks: stopLoss,
    orders: currentOrders(bot, rounds),
  };
}

/** Resting orders of a running bot: those that go deeper, nearest first, then the take profit. */
export function restingOf(rounds: Rounds): OpenOrder[] {
  const { rules, held, takeProfit } = rounds;
  const orders: OpenOrder[] = [];
  for (const { index, ticks, quantity, withheld } of pendingOrders(rounds)) {
    if (withheld === null) orders.push({ side: rules.side, level: index, ticks, quantity });
  }
  if (takeProfit !== null && rounds.isTakeProfitPlaced) {
    const quantity = rules.takeProfitQuantity(held, takeProfit);
    orders.push({ side: exitSide(rounds), level: -1, ticks: takeProfit, quantity });
  }
  return orders;
}

/** Orders that a running bot's round would have and the market or the money forbids. */
export function withheldOf(rounds: Rounds): WithheldOrder[] {
  const { rules, takeProfit } = rounds;
  const withheld: WithheldOrder[] = [];
  for (const { index, ticks, withheld: reason } of pendingOrders(rounds)) {
    if (reason !== null) withheld.push({ side: rules.side, level: index, ticks, reason });
  }
  if (takeProfit !== null && !rounds.isTakeProfitPlaced) {
    withheld.push({ side: exitSide(rounds), level: -1, ticks: takeProfit, reason: 'below-minimum' });
  }
  return withheld;
}
