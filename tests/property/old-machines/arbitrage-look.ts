import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { entryValueOf } from '#lib/engine/body/contract-position.ts';
import { liquidationLevel } from '#lib/engine/body/contract-statement.ts';
import { chargeLiquidationFee, nextFundingWake, settleFundingAt } from '#lib/engine/body/contract-trade.ts';
import { type CloseInstruction, NO_LEVEL_ABOVE, type WakeSlot } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { liquidationTicks } from '#lib/formulas/liquidation.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type ArbitrageState, CONTRACT, holdingsOf, MARK, SPOT } from './arbitrage-state.ts';
import { closeLegs, coinsBeside, isOrder, openLegs } from './arbitrage-trades.ts';
import { silence, sleepForever } from './boundary-bot.ts';

/** Legs are reduced when the account is this much of the contract's value, and a second taker fee, above its liquidation. */
const SAFETY_E8 = 1_000_000n;

/** A minute boundary: the legs are opened, funding is settled, or a rise of the mark has come too near to liquidation. */
export function lookAt(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  if (state.status === 'open') {
    tryOpening(state, prices, timeMs);
    return;
  }
  settleFundingDue(state, prices, timeMs);
  const { position } = state;
  const mark = prices[MARK] as number;
  if (mark >= (liquidationLevel(position) ?? Number.POSITIVE_INFINITY)) {
    liquidate(state, prices, timeMs);
    return;
  }
  while (position.size !== 0n && isTooNear(state, prices)) {
    reduce(state, prices, timeMs);
  }
  if (position.size === 0n) endArbitrage(state, 'money_not_enough', { type: 'market' }, prices, timeMs);
  else listen(state, prices, timeMs);
}

/** Waits, minute by minute, as long as the coins cost too much more than the contract brings. */
export function tryOpening(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  const outcome = openLegs(state, prices, timeMs);
  if (outcome === 'too-small') {
    endArbitrage(state, 'money_not_enough', { type: 'market' }, prices, timeMs);
    return;
  }
  if (outcome === 'opened') {
    state.status = 'running';
    state.step = 'running';
  }
  listen(state, prices, timeMs);
}

function settleFundingDue(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  const { position } = state;
  if (timeMs % position.spec.contract.fundingIntervalMs !== 0) return;
  const before = position.funding;
  settleFundingAt(state, prices[MARK] as number, timeMs);
  state.openFunding += position.funding - before;
}

/** Mark price, ticks, from which on (cash + unrealised) ÷ value is at most maintenance + 2 × taker fee + 1 %; null when none. */
export function reductionLevel({ position }: ArbitrageState): number | null {
  const { spec, size, cash } = position;
  const extra = spec.contract.takerE8 + SAFETY_E8;
  return liquidationTicks(spec, { size, entryValue: entryValueOf(position), margin: cash }, extra);
}

/** Closes half of both legs; all, when half of the coins is no order. */
function reduce(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  const open = -state.position.size;
  const half = (open + 1n) / 2n;
  const contracts = isOrder(state, coinsBeside(state, half), prices[SPOT] as number) ? half : open;
  closeLegs(state, { contracts, role: 'reduce', reason: 'forced-reduction', isSold: true }, prices, timeMs);
}

/** The mark went over the level at once: everything is closed, coins first, and the liquidation fee is taken. */
function liquidate(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  const { size } = state.position;
  beginEnd(state, 'liquidated', 'market', timeMs);
  closeLegs(state, { contracts: -size, role: 'close', reason: 'stop-loss', isSold: true }, prices, timeMs);
  chargeLiquidationFee(state, size, prices[CONTRACT] as number, timeMs);
  finish(state, 'liquidated', prices, timeMs);
}

export function listen(state: ArbitrageState, prices: readonly number[], timeMs: number): void {
  state.prices = [...prices];
  state.lookedAtMs = timeMs;
  silence(state);
  if (state.status === 'open') {
    state.wakeAtMs = nextMinute(timeMs);
    return;
  }
  const mark = prices[MARK] as number;
  const level = reductionLevel(state) ?? NO_LEVEL_ABOVE;
  const slot = state.slots[MARK] as WakeSlot;
  slot.above = Math.max(level, mark + 1);
  // Only an opening leaves the mark beyond the level: the next minute reduces it.
  state.wakeAtMs = mark < level ? nextFundingWake(state.position, timeMs) : nextMinute(timeMs);
}

/** Whether the money beside the coins is so little that the next boundary would reduce both legs. */
function isTooNear(state: ArbitrageState, prices: readonly number[]): boolean {
  return (prices[MARK] as number) >= (reductionLevel(state) ?? Number.POSITIVE_INFINITY);
}

/**
 * Ends the bot: both legs are closed at the market, or only the contract (`no_close`), which cannot be handed out. A
 * limit close would take the legs apart, so it is a market close; and so is one that would leave the contract's loss to
 * the insurance and the coins, which gained as much, to the trader.
 */
export function endArbitrage(
  state: ArbitrageState,
  reason: FinishReason,
  close: CloseInstruction,
  prices: readonly number[],
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  const isSold = close.type !== 'no_close' || isTooNear(state, prices);
  beginEnd(state, reason, isSold ? 'market' : 'no_close', timeMs);
  const { size } = state.position;
  if (size !== 0n) closeLegs(state, { contracts: -size, role: 'close', reason: 'closing', isSold }, prices, timeMs);
  finish(state, reason, prices, timeMs);
}

export function beginEnd(
  state: ArbitrageState,
  reason: FinishReason,
  close: 'market' | 'no_close',
  timeMs: number,
): void {
  tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
  tellOperation(state, 'terminate', timeMs, null, { close }, reason);
}

/** The end: nothing wakes any more. What is held stays as it is until the driver pays it out. */
export function finish(state: ArbitrageState, reason: FinishReason, prices: readonly number[], timeMs: number): void {
  state.status = 'finished';
  state.step = 'stopped';
  state.prices = [...prices];
  state.lookedAtMs = timeMs;
  sleepForever(state);
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs, prices);
}

function holdingsText(state: ArbitrageState): Record<string, string> {
  const held = Object.entries(holdingsOf(state)).filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(held.map(([asset, amount]) => [asset, formatAmount(amount)]));
}

function tellOperation(
  state: ArbitrageState,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
