import type { FinishReason } from '../../contract/vocabulary.ts';
import { smallestOrder } from '../../formulas/smallest-order.ts';
import { floorToStep, formatAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { feeOn, formatTicks } from '../../money/market-spec.ts';
import { type CloseInstruction, EQUITY_SCALE, NO_LEVEL_BELOW } from '../machine.ts';
import { cancelAllOrders, tellOrder } from './spot-grid-orders.ts';
import { type SpotGridState, sleep } from './spot-grid-state.ts';

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. A bot that has not opened yet has nothing to close.
 */
export function closeBy(
  state: SpotGridState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  const hadOpened = state.step === 'running' || state.step === 'stopping';
  if (state.status !== 'stopping') {
    tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
    cancelAllOrders(state, timeMs, 'closing');
  }
  cancelClosingOrder(state, timeMs);
  state.status = 'stopping';
  state.step = 'stopping';
  sleep(state);
  const quantity = hadOpened ? sellableBase(state, close, ticks) : 0n;
  const price = close.type === 'limit' ? close.ticks : ticks;
  const told = { close: close.type, price: formatTicks(state.params.spec, price), quantity: formatAmount(quantity) };
  tellOperation(state, 'terminate', timeMs, null, told, reason);
  if (hadOpened && quantity === 0n && close.type !== 'no_close' && state.base > 0n) tellTooSmall(state, price, timeMs);
  if (quantity === 0n) finish(state, reason, timeMs);
  else if (close.type === 'limit') closeAtLimit(state, reason, close, quantity, ticks, timeMs);
  else {
    tellOrder(state, timeMs, 'placed', 'closing', { side: 'sell', level: -1, ticks, quantity });
    sellAll(state, quantity, state.view.marketFillTicks(0, 'sell', quantity, ticks, timeMs), timeMs);
    finish(state, reason, timeMs);
  }
}

/** Whole lots of the held coins, 0n when they are to be kept or are less than the market takes. */
function sellableBase(state: SpotGridState, close: CloseInstruction, ticks: number): bigint {
  if (close.type === 'no_close') return 0n;
  const { spec } = state.params;
  const quantity = floorToStep(state.base, spec.lotUnits);
  const price = BigInt(close.type === 'limit' ? close.ticks : ticks) * spec.tickUnits;
  return quantity >= smallestOrder(spec, price) ? quantity : 0n;
}

function tellTooSmall(state: SpotGridState, ticks: number, timeMs: number): void {
  tellOrder(state, timeMs, 'withheld', 'below-minimum', { side: 'sell', level: -1, ticks, quantity: state.base });
}

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function closeAtLimit(
  state: SpotGridState,
  reason: FinishReason,
  close: Extract<CloseInstruction, { type: 'limit' }>,
  quantity: bigint,
  ticks: number,
  timeMs: number,
): void {
  tellOrder(state, timeMs, 'placed', 'closing', { side: 'sell', level: -1, ticks: close.ticks, quantity });
  if (ticks >= close.ticks) {
    const market = state.view.marketFillTicks(0, 'sell', quantity, ticks, timeMs);
    sellAll(state, quantity, market > close.ticks ? market : close.ticks, timeMs);
    finish(state, reason, timeMs);
    return;
  }
  state.closing = { ticks: close.ticks, quantity, expiresAtMs: close.expiresAtMs, reason };
  state.slot.below = NO_LEVEL_BELOW;
  state.slot.above = close.ticks;
  state.wakeAtMs = close.expiresAtMs;
}

/** The price reached the closing order. */
export function fillClosingOrder(state: SpotGridState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  state.closing = null;
  sellAll(state, order.quantity, order.ticks, timeMs);
  finish(state, order.reason, timeMs);
}

/** The closing order's time is over: it is cancelled and the coins stay coins. */
export function expireClosingOrder(state: SpotGridState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  cancelClosingOrder(state, timeMs);
  finish(state, order.reason, timeMs);
}

function cancelClosingOrder(state: SpotGridState, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  const { ticks, quantity } = order;
  tellOrder(state, timeMs, 'cancelled', 'closing', { side: 'sell', level: -1, ticks, quantity });
  state.closing = null;
}

function sellAll(state: SpotGridState, quantity: bigint, ticks: number, timeMs: number): void {
  const { spec, feeRate } = state.params;
  const quote = (quantity * BigInt(ticks) * spec.tickUnits) / UNITS_PER_COIN;
  const fee = feeOn(quote, feeRate);
  state.base -= quantity;
  state.freeBase -= quantity;
  state.quote += quote - fee;
  state.freeQuote += quote - fee;
  state.positionCash += quote * EQUITY_SCALE;
  state.fees += fee * EQUITY_SCALE;
  state.fills += 1;
  if (!state.isHeard) return;
  state.sink.fill({
    timeMs,
    feed: 0,
    side: 'sell',
    role: 'close',
    level: -1,
    ticks,
    quantity,
    quote,
    fee,
    feeAsset: spec.quote,
    matchProfit: null,
  });
}

/** The end: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(state: SpotGridState, reason: FinishReason, timeMs: number): void {
  sleep(state);
  state.status = 'finished';
  state.step = 'stopped';
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs);
}

export function holdingsText(state: SpotGridState): Record<string, string> {
  const { spec } = state.params;
  return { [spec.quote]: formatAmount(state.quote), [spec.base]: formatAmount(state.base) };
}

function tellOperation(
  state: SpotGridState,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
