import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { type CloseInstruction, NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { type ClosingRules, closeCoins, sellAllNeed } from './coin-closing.ts';
import { cancelOrders, fillBuy, fillSale } from './infinite-grid-orders.ts';
import type { InfiniteGridState } from './infinite-grid-state.ts';

/** Sells the coins at the end, or keeps them. */
export const INFINITE_CLOSING: ClosingRules<InfiniteGridState> = {
  cancelOrders,
  need: (state, close, ticks) =>
    close.type === 'no_close'
      ? { side: 'sell', quantity: 0n, tooSmall: 0n }
      : sellAllNeed(state.params.spec, state.base, ticks),
  settle: () => {},
};

export function closeBy(
  state: InfiniteGridState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  closeCoins(state, INFINITE_CLOSING, reason, close, ticks, timeMs);
}

/** The two prices between which a running grid sleeps, and the minute that decides on a touched stop. */
export function resetWake(state: InfiniteGridState, timeMs: number): void {
  const { params, slot, buy, sale, isStopArmed } = state;
  const stopDown = isStopArmed ? null : params.stopLossTicks;
  const stopUp = isStopArmed ? null : params.takeProfitTicks;
  slot.below = Math.max(buy?.ticks ?? NO_LEVEL_BELOW, stopDown ?? NO_LEVEL_BELOW);
  slot.above = Math.min(sale?.ticks ?? NO_LEVEL_ABOVE, stopUp ?? NO_LEVEL_ABOVE);
  state.wakeAtMs = isStopArmed ? nextMinute(timeMs) : Number.POSITIVE_INFINITY;
}

/** The price went continuously to `ticks`: what lies on the way happens at its own price, an order before a stop on the same one. */
export function travel(state: InfiniteGridState, ticks: number, timeMs: number): void {
  const { slot } = state;
  while (state.status === 'running') {
    if (ticks <= slot.below) {
      if (slot.below === state.buy?.ticks) fillBuy(state, timeMs);
      else reachStop(state, 'stop_loss', slot.below, timeMs);
    } else if (ticks >= slot.above) {
      if (slot.above === state.sale?.ticks) fillSale(state, timeMs);
      else reachStop(state, 'stop_profit', slot.above, timeMs);
    } else {
      return;
    }
    if (state.status === 'running') resetWake(state, timeMs);
  }
}

/** The price was next seen at `ticks`: orders on the way fill at their own prices, stops are decided at `ticks`. */
export function leap(state: InfiniteGridState, ticks: number, timeMs: number): void {
  while (state.buy !== null && ticks <= state.buy.ticks) fillBuy(state, timeMs);
  while (state.sale !== null && ticks >= state.sale.ticks) fillSale(state, timeMs);
  const reason = touchedStop(state, ticks);
  if (reason !== null && !state.isStopArmed) reachStop(state, reason, ticks, timeMs);
  if (state.status === 'running') resetWake(state, timeMs);
}

/** The stop that a price is at or past. */
export function touchedStop({ params }: InfiniteGridState, ticks: number): 'stop_loss' | 'stop_profit' | null {
  if (params.stopLossTicks !== null && ticks <= params.stopLossTicks) return 'stop_loss';
  if (params.takeProfitTicks !== null && ticks >= params.takeProfitTicks) return 'stop_profit';
  return null;
}

/** A stop price was touched: it acts now, or the close of the running minute decides (H10). */
export function reachStop(
  state: InfiniteGridState,
  reason: 'stop_loss' | 'stop_profit',
  ticks: number,
  timeMs: number,
): void {
  if (state.params.stopCheck === 'close') state.isStopArmed = true;
  else closeBy(state, reason, { type: state.params.keepCoins ? 'no_close' : 'market' }, ticks, timeMs);
}

/** A minute has ended at `ticks`: a touched stop decides. */
export function endMinute(state: InfiniteGridState, ticks: number, timeMs: number): void {
  state.isStopArmed = false;
  const reason = touchedStop(state, ticks);
  const close = { type: state.params.keepCoins ? 'no_close' : 'market' } as const;
  if (reason !== null) closeBy(state, reason, close, ticks, timeMs);
  else resetWake(state, timeMs);
}
