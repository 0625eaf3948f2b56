import { tradeFlow } from '../../formulas/contract-value.ts';
import { divDown } from '../../money/amount.ts';
import type { Piece } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import type { ContractPart, Opened } from './contract-parts.ts';
import { feeOnFlow } from './contract-position.ts';
import { enterAndTell, termsOf } from './contract-trade.ts';

/** Orders of a bot in one contract that a venue executes in pieces: each changes the position at once, with what the venue says that it has moved. */

/** Whether all of slot i's order was executed and nobody has answered that yet. */
export function isSlotFilled(bot: ContractBot, i: number): boolean {
  return bot.pieces?.parts.has(i) === true && bot.resting(i) === 0;
}

/** Books a part of slot i's order. Throws where so much of it does not rest. Of a pair that it completes it completes its part. */
export function fillSlotPiece(bot: ContractBot, i: number, piece: Piece, timeMs: number): void {
  const lots = Number(piece.quantity / bot.unitsOf(1));
  const left = bot.resting(i) - lots;
  if (lots <= 0 || left < 0) throw new Error('So much does not rest in the slot');
  const side = i < bot.cursor ? 'buy' : 'sell';
  const level = side === 'buy' ? i : bot.sellLevel(i);
  const slot = bot.slotOf(i);
  const ticks = bot.line(level);
  const { contracts, flow, fee } = termsOf(bot.leg, { side, contracts: BigInt(lots), ticks }, piece, timeMs);
  const part = bot.ownPieces().partOf(i);
  part.lots += lots;
  part.flow += flow;
  part.fee += fee;
  let profit: bigint | null = null;
  if (side !== slot.opensWith && slot.isPairOpen) {
    const opened = takeOpened(bot, i, BigInt(lots), BigInt(left));
    profit = opened.flow + flow - opened.fee - fee;
    bot.gridProfit += opened.flow + flow;
    bot.matchedProfit += profit;
    if (!part.isMatched) bot.matches += 1;
    part.isMatched = true;
  }
  bot.fills += 1;
  enterAndTell(bot.leg, { side, role: 'grid', level, ticks }, contracts, flow, fee, profit, timeMs);
  bot.follow(timeMs);
}

/** The share of the pair's first order that so many contracts complete, its signed flow rounded down and its fee up; the last ones take what is left. */
function takeOpened(bot: ContractBot, i: number, lots: bigint, left: bigint): Opened {
  const slot = bot.slotOf(i);
  const { opened } = bot.ownPieces();
  const whole = opened.get(i) ?? (slot.opensWith === 'buy' ? slot.buy : slot.sell);
  const share = (amount: bigint): bigint => (left === 0n ? amount : divDown(amount * lots, lots + left));
  const taken = { flow: share(whole.flow), fee: -share(-whole.fee) };
  opened.set(i, { flow: whole.flow - taken.flow, fee: whole.fee - taken.fee });
  return taken;
}

/** Slot i's order is whole, or is made so at its own price; it was executed in pieces, at least in part. */
export function completeSlot(
  bot: ContractBot,
  i: number,
  side: 'buy' | 'sell',
  part: ContractPart,
  timeMs: number,
): void {
  const { spec } = bot.params;
  const rest = BigInt(bot.resting(i));
  if (rest > 0n) {
    const flow = tradeFlow(spec, side === 'buy' ? rest : -rest, side === 'buy' ? bot.line(i) : bot.sellLine(i));
    const fee = feeOnFlow(flow, bot.restingFeeE8);
    fillSlotPiece(bot, i, { quantity: bot.unitsOf(Number(rest)), quote: flow < 0n ? -flow : flow, fee }, timeMs);
  }
  const { parts, opened } = bot.ownPieces();
  const slot = bot.slotOf(i);
  slot.isPairOpen = side === slot.opensWith;
  parts.delete(i);
  if (slot.isPairOpen) opened.set(i, { flow: part.flow, fee: part.fee });
  else opened.delete(i);
}
