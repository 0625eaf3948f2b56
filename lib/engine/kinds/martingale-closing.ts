import type { FinishReason } from '../../contract/vocabulary.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { CloseInstruction } from '../machine.ts';
import type { ExitKind } from './martingale-account.ts';
import { cancelCycleOrders, recordRound } from './martingale-round-end.ts';
import { type ClosingOrder, exitSide, isWinning, type MartingaleState, tellOrder } from './martingale-state.ts';

/**
 * Ends the bot: cancels what rests, closes the cycle's position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. What a hoarding bot has taken as profit stays coins. A contract cannot
 * be handed out, so `no_close` closes it at the market.
 */
export function closeBy(
  state: MartingaleState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  const { account } = state;
  const kind = exitKindOf(reason);
  beginClosing(state, reason, timeMs);
  const keeps = close.type === 'no_close' && state.duties === null;
  const price = close.type === 'limit' ? close.ticks : ticks;
  const quantity = keeps ? 0n : account.exitQuantity('close', price);
  const recorded = formatAmount(account.recorded(quantity));
  const told = { close: close.type, price: formatTicks(state.params.spec, price), quantity: recorded };
  tellOperation(state, 'terminate', timeMs, null, told, reason);
  if (quantity === 0n) {
    if (!keeps && account.held() > 0n) {
      const about = { side: exitSide(state), level: -1, ticks: price, quantity: account.held() };
      tellOrder(state, timeMs, 'withheld', 'below-minimum', about);
    }
    finish(state, reason, timeMs);
  } else if (close.type === 'limit') {
    closeAtLimit(state, { ticks: close.ticks, quantity, expiresAtMs: close.expiresAtMs, reason }, ticks, timeMs);
  } else {
    const why = kind === 'stop_loss' ? 'stop-loss' : 'closing';
    tellOrder(state, timeMs, 'placed', why, { side: exitSide(state), level: -1, ticks, quantity });
    closeWhole(state, kind, quantity, account.marketTicks(exitSide(state), quantity, ticks, timeMs), false, timeMs);
    finish(state, reason, timeMs);
  }
}

/** Takes every order out of the book. */
export function beginClosing(state: MartingaleState, reason: FinishReason, timeMs: number): void {
  const kind = exitKindOf(reason);
  if (state.status !== 'stopping') {
    tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
    cancelCycleOrders(state, kind === 'stop_loss' ? 'stop-loss' : 'closing', timeMs, kind);
  }
  cancelClosingOrder(state, timeMs);
  state.status = 'stopping';
  state.step = 'stopping';
}

/** The record’s word for the exit. The documents have none for a liquidation; it is a loss that was stopped. */
function exitKindOf(reason: FinishReason): ExitKind {
  return reason === 'stop_loss' || reason === 'liquidated' ? 'stop_loss' : 'close';
}

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function closeAtLimit(state: MartingaleState, order: ClosingOrder, ticks: number, timeMs: number): void {
  const { quantity } = order;
  const side = exitSide(state);
  tellOrder(state, timeMs, 'placed', 'closing', { side, level: -1, ticks: order.ticks, quantity });
  if (!isWinning(state, ticks, order.ticks)) {
    state.closing = order;
    return;
  }
  const market = state.account.marketTicks(side, quantity, ticks, timeMs);
  closeWhole(state, 'close', quantity, isWinning(state, market, order.ticks) ? market : order.ticks, false, timeMs);
  finish(state, order.reason, timeMs);
}

/** The price reached the closing order. */
export function fillClosingOrder(state: MartingaleState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  state.closing = null;
  closeWhole(state, 'close', order.quantity, order.ticks, true, timeMs);
  finish(state, order.reason, timeMs);
}

/** The closing order's time is over: coins stay coins, a contract position is closed at the market. */
export function expireClosingOrder(state: MartingaleState, ticks: number, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  cancelClosingOrder(state, timeMs);
  if (state.duties === null) finish(state, order.reason, timeMs);
  else closeBy(state, order.reason, { type: 'market' }, ticks, timeMs);
}

function cancelClosingOrder(state: MartingaleState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  const { ticks, quantity } = order;
  tellOrder(state, timeMs, 'cancelled', 'closing', { side: exitSide(state), level: -1, ticks, quantity });
  state.closing = null;
}

/** Closes the position at exactly `ticks` and puts the round on record. */
export function closeWhole(
  state: MartingaleState,
  kind: ExitKind,
  quantity: bigint,
  ticks: number,
  isResting: boolean,
  timeMs: number,
): void {
  const { account } = state;
  const invested = account.invested();
  const exit = account.exit({ kind, role: 'close', quantity, ticks, isResting }, timeMs);
  recordRound(state, kind, exit, invested, timeMs);
}

/** The end: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(state: MartingaleState, reason: FinishReason, timeMs: number): void {
  state.status = 'finished';
  state.step = 'stopped';
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs);
}

function holdingsText(state: MartingaleState): Record<string, string> {
  const held = Object.entries(state.account.holdings());
  return Object.fromEntries(held.map(([asset, amount]) => [asset, formatAmount(amount)]));
}

function tellOperation(
  state: MartingaleState,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
