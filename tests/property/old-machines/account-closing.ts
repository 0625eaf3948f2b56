import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { type AccountHolder, exitSide, isWinning, tellOrder } from './account-holder.ts';
import type { ClosingOrder } from './spot-grid-state.ts';

/** What differs between kinds at the end. */
export interface AccountClosingRules<S extends AccountHolder> {
  /** Takes every resting order out of the book. */
  cancelOrders(state: S, reason: FinishReason, timeMs: number): void;
  /** Books the order that closes the position, at exactly `ticks`. */
  exit(state: S, reason: FinishReason, quantity: bigint, ticks: number, isResting: boolean, timeMs: number): void;
}

/** A loss that is stopped, whoever stops it. */
export function isStopped(reason: FinishReason): boolean {
  return reason === 'stop_loss' || reason === 'liquidated';
}

/** Contracts cannot be handed out and cannot stay open. */
function keepsNothing({ params }: AccountHolder): boolean {
  return params.spec.contract !== undefined;
}

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. A contract cannot be handed out, so `no_close` closes it at the market.
 */
export function closeAccount<S extends AccountHolder>(
  state: S,
  rules: AccountClosingRules<S>,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  const { account } = state;
  beginClosing(state, rules, reason, timeMs);
  const keeps = close.type === 'no_close' && !keepsNothing(state);
  const price = close.type === 'limit' ? close.ticks : ticks;
  const quantity = keeps ? 0n : account.exitQuantity('close', price);
  const recorded = formatAmount(account.recorded(quantity));
  const traded = quantity === 0n ? price : closingTicks(state, close, quantity, ticks, timeMs);
  const told = { close: close.type, price: formatTicks(state.params.spec, traded), quantity: recorded };
  tellOperation(state, 'terminate', timeMs, null, told, reason);
  if (quantity === 0n) {
    if (!keeps && account.held() > 0n) {
      const about = { side: exitSide(state), level: -1, ticks: price, quantity: account.held() };
      tellOrder(state, timeMs, 'withheld', 'below-minimum', about);
    }
    finish(state, reason, ticks, timeMs);
  } else if (close.type === 'limit') {
    closeAtLimit(state, rules, { ticks: close.ticks, quantity, expiresAtMs: close.expiresAtMs, reason }, ticks, timeMs);
  } else {
    const why = isStopped(reason) ? 'stop-loss' : 'closing';
    tellOrder(state, timeMs, 'placed', why, { side: exitSide(state), level: -1, ticks, quantity });
    rules.exit(state, reason, quantity, traded, false, timeMs);
    finish(state, reason, ticks, timeMs);
  }
}

/** What a closing order trades at: its fill where it fills at once, its limit while it rests. */
function closingTicks(
  state: AccountHolder,
  close: CloseInstruction,
  quantity: bigint,
  ticks: number,
  timeMs: number,
): number {
  if (close.type === 'limit' && !isWinning(state, ticks, close.ticks)) return close.ticks;
  const market = state.account.marketTicks(exitSide(state), quantity, ticks, timeMs);
  return close.type === 'limit' && !isWinning(state, market, close.ticks) ? close.ticks : market;
}

/** Takes every order out of the book. */
export function beginClosing<S extends AccountHolder>(
  state: S,
  rules: AccountClosingRules<S>,
  reason: FinishReason,
  timeMs: number,
): void {
  if (state.status !== 'stopping') {
    tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
    rules.cancelOrders(state, reason, timeMs);
  }
  cancelClosingOrder(state, timeMs);
  state.status = 'stopping';
  state.step = 'stopping';
}

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function closeAtLimit<S extends AccountHolder>(
  state: S,
  rules: AccountClosingRules<S>,
  order: ClosingOrder,
  ticks: number,
  timeMs: number,
): void {
  const { quantity } = order;
  const side = exitSide(state);
  tellOrder(state, timeMs, 'placed', 'closing', { side, level: -1, ticks: order.ticks, quantity });
  if (!isWinning(state, ticks, order.ticks)) {
    state.closing = order;
    return;
  }
  const limit = { type: 'limit', ticks: order.ticks, expiresAtMs: order.expiresAtMs } as const;
  rules.exit(state, order.reason, quantity, closingTicks(state, limit, quantity, ticks, timeMs), false, timeMs);
  finish(state, order.reason, ticks, timeMs);
}

/** The last price is at `ticks`: a closing order that it has reached fills at its own price. */
export function touchClosingOrder<S extends AccountHolder>(
  state: S,
  rules: AccountClosingRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const order = state.closing;
  if (order === null || !isWinning(state, ticks, order.ticks)) return;
  state.closing = null;
  rules.exit(state, order.reason, order.quantity, order.ticks, true, timeMs);
  finish(state, order.reason, order.ticks, timeMs);
}

/** Whether its time is over: then it is cancelled; coins stay coins, a contract position is closed at the market. */
export function expireClosingOrder<S extends AccountHolder>(
  state: S,
  rules: AccountClosingRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const order = state.closing;
  if (order === null || order.expiresAtMs > timeMs) return;
  cancelClosingOrder(state, timeMs);
  if (keepsNothing(state)) closeAccount(state, rules, order.reason, { type: 'market' }, ticks, timeMs);
  else finish(state, order.reason, ticks, timeMs);
}

function cancelClosingOrder(state: AccountHolder, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  const { ticks, quantity } = order;
  tellOrder(state, timeMs, 'cancelled', 'closing', { side: exitSide(state), level: -1, ticks, quantity });
  state.closing = null;
}

/** The end, at `ticks`: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(state: AccountHolder, reason: FinishReason, ticks: number, timeMs: number): void {
  state.status = 'finished';
  state.step = 'stopped';
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs, [ticks]);
}

function holdingsText(state: AccountHolder): Record<string, string> {
  const held = Object.entries(state.account.holdings());
  return Object.fromEntries(held.map(([asset, amount]) => [asset, formatAmount(amount)]));
}

function tellOperation(
  state: AccountHolder,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
