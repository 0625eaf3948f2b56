import type { OpenOrder } from '#lib/engine/machine.ts';
import { orderUnitsOf } from '#lib/formulas/contract-value.ts';
import type { FuturesInterval } from './futures-grid-interval.ts';
import type { FuturesGridState } from './futures-grid-state.ts';
import { tellOrder } from './spot-grid-orders.ts';

/** The order that interval i carries now, as it is recorded. */
export function orderOfInterval(state: FuturesGridState, i: number): OpenOrder {
  const { buyTicks, sellTicks, contracts, wanted } = state.intervals[i] as FuturesInterval;
  const isBuy = i < state.empty;
  const quantity = orderUnitsOf(state.params.spec, contracts === 0n ? wanted : contracts);
  return isBuy
    ? { side: 'buy', level: i, ticks: buyTicks, quantity }
    : { side: 'sell', level: i + 1, ticks: sellTicks, quantity };
}

/** Tells that interval i's order rests, or that the market takes none so small. */
export function tellPlaced(
  state: FuturesGridState,
  i: number,
  timeMs: number,
  reason: 'grid-line' | 'counter-order',
): void {
  if (!state.isHeard) return;
  const order = orderOfInterval(state, i);
  if ((state.intervals[i] as FuturesInterval).contracts === 0n) {
    tellOrder(state, timeMs, 'withheld', 'below-minimum', order);
  } else tellOrder(state, timeMs, 'placed', reason, order);
}
