import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { closeAtMarket, closePosition, liquidatePosition, marketTicks } from '#lib/engine/body/contract-trade.ts';
import { type CloseInstruction, NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '#lib/engine/machine.ts';
import { orderUnitsOf, restingFeeRate } from '#lib/formulas/contract-value.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { resetPositionWakes, resetWake, sleepWholly } from './futures-grid-levels.ts';
import { orderOfInterval } from './futures-grid-resting.ts';
import type { FuturesGridState } from './futures-grid-state.ts';
import { tellOrder } from './spot-grid-orders.ts';

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. Contracts cannot be kept, so
 * `no_close` closes at the market, and a limit close whose time is over does too. A limit close leaves the bot
 * `stopping`; until it is done, funding is settled and the mark price may still liquidate.
 */
export function closeBy(
  state: FuturesGridState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  beginClosing(state, reason, timeMs);
  const limit = close.type === 'limit' && state.position.size !== 0n ? close : null;
  const told = {
    close: limit === null ? 'market' : 'limit',
    price: formatTicks(state.params.spec, closingTicks(state, limit, ticks, timeMs)),
    quantity: formatAmount(heldUnits(state)),
  };
  tellOperation(state, 'terminate', timeMs, null, told, reason);
  if (limit !== null) closeAtLimit(state, reason, limit, ticks, timeMs);
  else closeNow(state, reason, ticks, timeMs);
}

type LimitClose = Extract<CloseInstruction, { type: 'limit' }>;

/** What closing trades at: its fill where it fills at once, its limit while it rests, the last price where nothing is held. */
function closingTicks(state: FuturesGridState, limit: LimitClose | null, ticks: number, timeMs: number): number {
  const { size } = state.position;
  if (size === 0n) return ticks;
  const isLong = size > 0n;
  if (limit !== null && (isLong ? ticks < limit.ticks : ticks > limit.ticks)) return limit.ticks;
  const market = marketTicks(state, isLong ? 'sell' : 'buy', isLong ? size : -size, ticks, timeMs);
  if (limit === null) return market;
  return isLong ? Math.max(market, limit.ticks) : Math.min(market, limit.ticks);
}

/** Takes every order out of the book. */
function beginClosing(state: FuturesGridState, reason: FinishReason, timeMs: number): void {
  if (state.status !== 'stopping') {
    tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
    cancelOrders(state, timeMs, 'closing');
  }
  cancelClosingOrder(state, timeMs);
  state.status = 'stopping';
  state.step = 'stopping';
  state.slot.below = NO_LEVEL_BELOW;
  state.slot.above = NO_LEVEL_ABOVE;
  state.markCall = null;
  state.askedAtMs = Number.POSITIVE_INFINITY;
  resetPositionWakes(state, timeMs);
  resetWake(state);
}

function cancelOrders(state: FuturesGridState, timeMs: number, reason: OrderReason): void {
  if (!state.isHeard || state.status !== 'running') return;
  for (const [i, { contracts }] of state.intervals.entries()) {
    if (contracts > 0n) tellOrder(state, timeMs, 'cancelled', reason, orderOfInterval(state, i));
  }
}

function closeNow(state: FuturesGridState, reason: FinishReason, ticks: number, timeMs: number): void {
  if (state.position.size !== 0n) {
    tellClosing(state, 'placed', ticks, timeMs);
    closeAtMarket(state, ticks, timeMs);
    state.fills += 1;
  }
  finish(state, reason, ticks, timeMs);
}

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function closeAtLimit(
  state: FuturesGridState,
  reason: FinishReason,
  close: LimitClose,
  ticks: number,
  timeMs: number,
): void {
  const { size } = state.position;
  tellClosing(state, 'placed', close.ticks, timeMs);
  if (size > 0n ? ticks >= close.ticks : ticks <= close.ticks) {
    closePosition(state, closingTicks(state, close, ticks, timeMs), timeMs);
    state.fills += 1;
    finish(state, reason, ticks, timeMs);
    return;
  }
  state.closing = { ticks: close.ticks, quantity: heldUnits(state), expiresAtMs: close.expiresAtMs, reason };
  if (size > 0n) state.slot.above = close.ticks;
  else state.slot.below = close.ticks;
  resetWake(state);
}

/** The price reached the closing order. */
export function fillClosingOrder(state: FuturesGridState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  state.closing = null;
  closePosition(state, order.ticks, timeMs, restingFeeRate(state.params.spec.contract));
  state.fills += 1;
  finish(state, order.reason, order.ticks, timeMs);
}

/** The closing order's time is over: contracts cannot stay open, so they are closed at the market. */
export function expireClosingOrder(state: FuturesGridState, ticks: number, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  cancelClosingOrder(state, timeMs);
  closeNow(state, order.reason, ticks, timeMs);
}

function cancelClosingOrder(state: FuturesGridState, timeMs: number): void {
  if (state.closing === null) return;
  tellClosing(state, 'cancelled', state.closing.ticks, timeMs);
  state.closing = null;
}

/** The mark price reached the liquidation level: everything ends at the present last price (E4). */
export function liquidate(state: FuturesGridState, ticks: number, timeMs: number): void {
  beginClosing(state, 'liquidated', timeMs);
  tellClosing(state, 'placed', ticks, timeMs);
  liquidatePosition(state, ticks, timeMs);
  state.fills += 1;
  finish(state, 'liquidated', ticks, timeMs);
}

/** The exchange closes the position at a price of its own, because a counterparty's loss could not be paid. */
export function deleverage(state: FuturesGridState, ticks: number, timeMs: number): void {
  if (state.status === 'finished' || state.position.size === 0n) return;
  beginClosing(state, 'auto_deleveraged', timeMs);
  tellClosing(state, 'placed', ticks, timeMs);
  closePosition(state, ticks, timeMs);
  state.fills += 1;
  finish(state, 'auto_deleveraged', ticks, timeMs);
}

/** A grid order left the account flat and with nothing in it; nothing is left to close. */
export function finishLiquidated(state: FuturesGridState, ticks: number, timeMs: number): void {
  beginClosing(state, 'liquidated', timeMs);
  finish(state, 'liquidated', ticks, timeMs);
}

/** The end, at `ticks`: nothing rests, nothing wakes, no contracts are held. The balance stays until the driver pays it out. */
export function finish(state: FuturesGridState, reason: FinishReason, ticks: number, timeMs: number): void {
  sleepWholly(state);
  state.status = 'finished';
  state.step = 'stopped';
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs, [ticks]);
}

function tellClosing(state: FuturesGridState, kind: 'placed' | 'cancelled', ticks: number, timeMs: number): void {
  if (!state.isHeard) return;
  const side = state.position.size > 0n ? 'sell' : 'buy';
  tellOrder(state, timeMs, kind, 'closing', { side, level: -1, ticks, quantity: heldUnits(state) });
}

/** The open contracts as orders count them. */
function heldUnits({ position: { spec, size } }: FuturesGridState): bigint {
  return orderUnitsOf(spec, size < 0n ? -size : size);
}

function holdingsText({ position: { spec, cash, size } }: FuturesGridState): Record<string, string> {
  return { [spec.contract.settle]: formatAmount(cash), contracts: `${size}` };
}

function tellOperation(
  state: FuturesGridState,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
