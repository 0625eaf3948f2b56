import type { OrderRole } from '../../contract/bot-words.ts';
import type { OrderReason } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import type { RestingOrders } from './contract-leg.ts';
import { completeSlot } from './contract-pieces.ts';
import { NO_TRADES, type RestingTrades } from './contract-statement.ts';
import { enterAndTell, tradeContracts } from './contract-trade.ts';
import type { Execution } from './executed.ts';
import type { ClosingOrder } from './ladder-bot.ts';
import { cursorAt, tellResting } from './life.ts';
import { tellOrder, tellSlot } from './tell.ts';

/** The resting orders of a bot in one contract: each fill changes its position, and with it where the account is liquidated. */

/** Tells that slot i's order rests, or that the market takes none so small. */
export function restSlot(bot: ContractBot, i: number, timeMs: number, reason: OrderReason): void {
  if (!bot.isHeard) return;
  const { plan, wanted } = bot.slotOf(i);
  if (plan === 0) tellSlot(bot, i, timeMs, 'withheld', 'below-minimum', wanted);
  else tellSlot(bot, i, timeMs, 'placed', reason, plan);
}

/** The price reached the highest buy line: its order fills at its own price, and the slot sells next. Returns the slot. */
export function fillBuy(bot: ContractBot, timeMs: number): number {
  const i = bot.slotBelow;
  fill(bot, i, 'buy', i, timeMs);
  bot.cursor = i;
  return i;
}

/** The price reached the lowest sell line: its order fills at its own price, and the slot buys next. Returns the slot. */
export function fillSell(bot: ContractBot, timeMs: number): number {
  const i = bot.cursor;
  fill(bot, i, 'sell', bot.sellLevel(i), timeMs);
  bot.cursor = i + 1;
  return i;
}

/** Books slot i's order. The one that does not open its pair completes it. */
function fill(bot: ContractBot, i: number, side: 'buy' | 'sell', level: number, timeMs: number): void {
  const slot = bot.slotOf(i);
  if (slot.plan === 0) return;
  const part = bot.pieces === null ? undefined : bot.pieces.parts.get(i);
  if (part !== undefined) {
    completeSlot(bot, i, side, part, timeMs);
    return;
  }
  const { contracts, flow, fee } = side === 'buy' ? slot.buy : slot.sell;
  const opens = side === slot.opensWith;
  let profit: bigint | null = null;
  if (!opens && slot.isPairOpen) {
    profit = slot.pairNet;
    bot.gridProfit += slot.pairProfit;
    bot.matchedProfit += profit;
    bot.matches += 1;
  }
  slot.isPairOpen = opens;
  bot.fills += 1;
  enterAndTell(bot.leg, { side, role: 'grid', level, ticks: bot.line(level) }, contracts, flow, fee, profit, timeMs);
  bot.follow(timeMs);
}

/** A fill that left the account flat and with nothing in it: the insurance has paid, and the bot is at its end. */
export function isSpent({ leg: { position } }: ContractBot): boolean {
  return position.insurance > 0n;
}

/**
 * Slots between lines that the price has crossed while the bot was paused change sides as they would have, but at the market: one
 * order trades what their orders would have, at the price of now, and completes no pair.
 */
export function crossContracts(bot: ContractBot, ticks: number, timeMs: number): void {
  const from = bot.cursor;
  const to = cursorAt(bot, ticks);
  let lots = 0;
  for (let i = Math.min(from, to); i < Math.max(from, to); i += 1) {
    const slot = bot.slotOf(i);
    lots += bot.resting(i);
    slot.isPairOpen = false;
    bot.pieces?.parts.delete(i);
    bot.pieces?.opened.delete(i);
  }
  bot.cursor = to;
  tellResting(bot, timeMs, 'placed');
  if (lots === 0) return;
  const side = to < from ? 'buy' : 'sell';
  tellOrder(bot, timeMs, 'placed', 'rebalance', { side, level: -1, ticks, lots });
  const filled = bot.marketTicks(side, lots, ticks, timeMs);
  bookContracts(bot, 'rebalance', { side, lots, ticks: filled }, 'market', timeMs);
}

/** Books a trade outside the ladder. */
export function bookContracts(
  bot: ContractBot,
  role: OrderRole,
  { side, lots, ticks }: ClosingOrder,
  execution: Execution,
  timeMs: number,
): void {
  tradeContracts(bot.leg, { side, role, level: -1, contracts: BigInt(lots), ticks }, execution, timeMs);
  bot.fills += 1;
  bot.follow(timeMs);
}

/** Cancels every order of the ladder, lowest line first. */
export function cancelOrders(bot: ContractBot, timeMs: number, reason: OrderReason): void {
  if (!bot.isHeard) return;
  for (let i = 0; i < bot.count; i += 1) {
    const contracts = bot.resting(i);
    if (contracts > 0) tellSlot(bot, i, timeMs, 'cancelled', reason, contracts);
  }
}

/** All orders that rest, by side. */
export function restingOrders(bot: ContractBot): RestingOrders {
  return bot.isRunning ? ladderOrders(bot) : { buys: NO_TRADES, sells: NO_TRADES };
}

/** All orders of the ladder, by side, whether they rest or a pause keeps them out of the book. */
export function ladderOrders({ slots, cursor, pieces }: ContractBot): RestingOrders {
  const orders = slots.map(({ buy, sell }, i) => {
    const order = i < cursor ? buy : sell;
    const part = pieces?.parts.get(i);
    if (part === undefined) return order;
    const contracts = order.contracts - BigInt(order.contracts < 0n ? -part.lots : part.lots);
    return { contracts, flow: order.flow - part.flow, fee: order.fee - part.fee };
  });
  return { buys: sumOf(orders.slice(0, cursor)), sells: sumOf(orders.slice(cursor)) };
}

function sumOf(orders: readonly RestingTrades[]): RestingTrades {
  const sum = { contracts: 0n, flow: 0n, fee: 0n };
  for (const { contracts, flow, fee } of orders) {
    sum.contracts += contracts;
    sum.flow += flow;
    sum.fee += fee;
  }
  return sum;
}
