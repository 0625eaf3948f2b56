import type { OrderRole } from '../../contract/vocabulary.ts';
import type { OrderReason } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import type { RestingOrders } from './contract-leg.ts';
import { NO_TRADES, type RestingTrades } from './contract-statement.ts';
import { enterAndTell, tradeContracts } from './contract-trade.ts';
import type { ClosingOrder } from './ladder-bot.ts';
import { tellSlot } from './tell.ts';

/** The resting orders of a bot in one contract: each fill changes its position, and with it where the account is liquidated. */

/** Tells that slot i's order rests, or that the market takes none so small. */
export function restSlot(bot: ContractBot, i: number, timeMs: number, reason: OrderReason): void {
  if (!bot.isHeard) return;
  const plan = bot.plan(i);
  if (plan === 0) tellSlot(bot, i, timeMs, 'withheld', 'below-minimum', bot.wanted(i));
  else tellSlot(bot, i, timeMs, 'placed', reason, plan);
}

/** The price reached the highest buy line: its order fills at its own price, and the slot sells next. Returns the slot. */
export function fillBuy(bot: ContractBot, timeMs: number): number {
  const i = bot.cursor - 1;
  bot.cursor = i;
  fill(bot, i, 'buy', i, timeMs);
  return i;
}

/** The price reached the lowest sell line: its order fills at its own price, and the slot buys next. Returns the slot. */
export function fillSell(bot: ContractBot, timeMs: number): number {
  const i = bot.cursor;
  bot.cursor = i + 1;
  fill(bot, i, 'sell', i + 1, timeMs);
  return i;
}

/** Books slot i's order. The one that does not open its pair completes it. */
function fill(bot: ContractBot, i: number, side: 'buy' | 'sell', level: number, timeMs: number): void {
  const plan = bot.plan(i);
  if (plan === 0) return;
  const flow = bot.flow(i, side);
  const fee = bot.fee(i, side);
  const opens = side === bot.opensWith(i);
  let profit: bigint | null = null;
  if (!opens && bot.isPairOpen(i)) {
    const other = side === 'buy' ? 'sell' : 'buy';
    const before = flow + bot.flow(i, other);
    profit = before - fee - bot.fee(i, other);
    bot.gridProfit += before;
    bot.matchedProfit += profit;
    bot.matches += 1;
  }
  bot.setPairOpen(i, opens);
  bot.fills += 1;
  const contracts = BigInt(side === 'buy' ? plan : -plan);
  enterAndTell(bot.leg, { side, role: 'grid', level, ticks: bot.line(level) }, contracts, flow, fee, profit, timeMs);
  bot.follow(timeMs);
}

/** A fill that left the account flat and with nothing in it: the insurance has paid, and the bot is at its end. */
export function isSpent({ leg: { position } }: ContractBot): boolean {
  return position.insurance > 0n;
}

/** Books a trade outside the ladder, at exactly the order's price. */
export function bookContracts(
  bot: ContractBot,
  role: OrderRole,
  { side, lots, ticks }: ClosingOrder,
  feeRateE8: bigint,
  timeMs: number,
): void {
  tradeContracts(bot.leg, { side, role, level: -1, contracts: BigInt(lots), ticks, feeRateE8 }, timeMs);
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
  return { buys: sumOf(bot, 'buy'), sells: sumOf(bot, 'sell') };
}

function sumOf(bot: ContractBot, side: 'buy' | 'sell'): RestingTrades {
  const sum = { ...NO_TRADES };
  const isBuy = side === 'buy';
  for (let i = isBuy ? 0 : bot.cursor; i < (isBuy ? bot.cursor : bot.count); i += 1) {
    const contracts = bot.resting(i);
    sum.contracts += BigInt(isBuy ? contracts : -contracts);
    sum.flow += contracts === 0 ? 0n : bot.flow(i, side);
    sum.fee += contracts === 0 ? 0n : bot.fee(i, side);
  }
  return sum;
}
