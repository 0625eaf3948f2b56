import { displayTicks } from '../../formulas/martingale-terms.ts';
import type { OpenOrder, WithheldOrder } from '../machine.ts';
import type { RoundOrder, RoundStatement } from '../round-statement.ts';
import type { LadderBot } from './ladder-bot.ts';
import {
  type Entry,
  exitSide,
  pendingOrders,
  type RoundFill,
  type Rounds,
  roundsOf,
  takeProfitLeft,
} from './rounds.ts';

/** What records call the order that ended a round. */
export type ExitWord = 'take_profit' | 'stop_loss' | 'close' | 'liquidation';

/** Orders of the present round, entries first, then those that have not filled, then the take profit (M-107). */
function currentOrders(bot: LadderBot, rounds: Rounds): RoundOrder[] {
  if (rounds.entries.length === 0) return [];
  const parts = rounds.pieces?.entries.values() ?? [];
  const orders = [
    ...[...rounds.entries, ...parts].map((entry) => filledEntry(rounds, entry)),
    ...closedParts(rounds),
    ...pendingRecords(bot, rounds, 'running'),
  ];
  const profit = takeProfitRecord(bot, rounds, 'running');
  return profit === null || !bot.isRunning ? orders : [...orders, profit];
}

/** Orders of a round that an exit has ended: what had not filled is cancelled. */
export function completedOrders(
  bot: LadderBot,
  rounds: Rounds,
  word: ExitWord,
  exit: RoundFill,
  timeMs: number,
): RoundOrder[] {
  const orders: RoundOrder[] = [
    ...rounds.entries.map((entry) => filledEntry(rounds, entry)),
    ...pendingRecords(bot, rounds, 'cancelled'),
  ];
  const profit = word === 'take_profit' ? null : takeProfitRecord(bot, rounds, 'cancelled');
  if (profit !== null) orders.push(profit);
  orders.push(...closedParts(rounds));
  return [...orders, { ...filled(rounds, exit, exit.ticks, timeMs), type: word, side: exitSide(rounds) }];
}

function filledEntry(rounds: Rounds, entry: Entry): RoundOrder {
  const { index, orderTicks, timeMs } = entry;
  const type = index === 0 ? 'first_order' : (`increase_order_${index}` as const);
  return { ...filled(rounds, entry, orderTicks, timeMs), type, side: rounds.rules.side };
}

/** What was closed before all was. */
function closedParts(rounds: Rounds): RoundOrder[] {
  const side = exitSide(rounds);
  return rounds.parts.map((part) => ({ ...filled(rounds, part, part.ticks, part.timeMs), type: 'close', side }));
}

function filled({ cycle }: Rounds, fill: RoundFill, orderTicks: number, timeMs: number) {
  const { ticks, quantity, amount, fee } = fill;
  const matched = { matchTicks: ticks, matchQuantity: quantity, matchAmount: amount };
  return { cycle, orderTicks, quantity, ...matched, fee, state: 'filled', timeMs } as const;
}

/** Orders that have not filled. One that was withheld has failed. */
function pendingRecords(bot: LadderBot, rounds: Rounds, open: 'running' | 'cancelled'): RoundOrder[] {
  return pendingOrders(rounds).map(({ index, ticks, quantity, withheld }) => ({
    ...unfilled(rounds, ticks, recorded(bot, rounds, quantity), rounds.startMs),
    type: `increase_order_${index}` as const,
    side: rounds.rules.side,
    state: withheld !== null ? 'failed' : bot.isRunning ? open : 'cancelled',
  }));
}

function takeProfitRecord(bot: LadderBot, rounds: Rounds, open: 'running' | 'cancelled'): RoundOrder | null {
  const { takeProfit, takeProfitQuantity, entries, startMs } = rounds;
  if (takeProfit === null) return null;
  const quantity = recorded(bot, rounds, takeProfitQuantity);
  return {
    ...unfilled(rounds, takeProfit, quantity, entries.at(-1)?.timeMs ?? startMs),
    type: 'take_profit',
    side: exitSide(rounds),
    state: takeProfitQuantity > 0n ? open : 'failed',
  };
}

/** How records count a quantity of the plan. */
function recorded(bot: LadderBot, { leg }: Rounds, quantity: bigint): bigint {
  return bot.unitsOf(leg.lotsOf(quantity));
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
export function roundStatement(bot: LadderBot, rounds: Rounds): RoundStatement | null {
  if (rounds.entries.length === 0) return null;
  const { leg, cycle, takeProfit, stopLoss } = rounds;
  const average = leg.average();
  return {
    cycle,
    baseHeld: leg.recordedHeld(),
    quoteHeld: leg.money(),
    invested: leg.invested(),
    averageCostTicks: average === null ? null : displayTicks(average),
    takeProfitTicks: takeProfit,
    stopLossTicks: stopLoss,
    orders: currentOrders(bot, rounds),
  };
}

/** Orders that rest while a round lives, the next one first, then the take profit; null: it is not the round's to say. */
export function openOrdersOf(bot: LadderBot): OpenOrder[] | null {
  return bot.isRunning ? restingOf(bot, roundsOf(bot)) : null;
}

/** Orders that a round would have and the market, the money or a pause forbids; null: it is not the round's to say. */
export function withheldOrdersOf(bot: LadderBot): WithheldOrder[] | null {
  if (bot.isPaused)
    return restingOf(bot, roundsOf(bot)).map(({ side, level, ticks }) => ({ side, level, ticks, reason: 'paused' }));
  return bot.isRunning ? withheldOf(roundsOf(bot)) : null;
}

function restingOf(bot: LadderBot, rounds: Rounds): OpenOrder[] {
  const { rules, takeProfit } = rounds;
  const orders: OpenOrder[] = [];
  for (const { index, ticks, quantity, withheld } of pendingOrders(rounds)) {
    if (withheld !== null) continue;
    orders.push({ side: rules.side, level: index, ticks, quantity: recorded(bot, rounds, quantity) });
  }
  const left = takeProfitLeft(rounds);
  if (takeProfit !== null && left > 0n) {
    const quantity = recorded(bot, rounds, left);
    orders.push({ side: exitSide(rounds), level: -1, ticks: takeProfit, quantity });
  }
  return orders;
}

function withheldOf(rounds: Rounds): WithheldOrder[] {
  const { rules, takeProfit } = rounds;
  const withheld: WithheldOrder[] = [];
  for (const { index, ticks, withheld: reason } of pendingOrders(rounds)) {
    if (reason !== null) withheld.push({ side: rules.side, level: index, ticks, reason });
  }
  if (takeProfit !== null && rounds.takeProfitQuantity === 0n) {
    withheld.push({ side: exitSide(rounds), level: -1, ticks: takeProfit, reason: 'below-minimum' });
  }
  return withheld;
}
