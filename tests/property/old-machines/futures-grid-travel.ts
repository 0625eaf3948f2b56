import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { closeBy } from './futures-grid-closing.ts';
import { resetSlot, resetStops } from './futures-grid-levels.ts';
import { crossDown, crossUp } from './futures-grid-orders.ts';
import type { FuturesGridState } from './futures-grid-state.ts';
import { type GridRules, leapGrid, travelGrid } from './grid-travel.ts';

const FUTURES_RULES: GridRules<FuturesGridState> = {
  crossDown,
  crossUp,
  resetSlot: settleAt,
  reachBelow: (state, ticks, timeMs) => reachStop(state, 'down', ticks, timeMs),
  reachAbove: (state, ticks, timeMs) => reachStop(state, 'up', ticks, timeMs),
};

/** The last price went continuously to `ticks`. */
export function travel(state: FuturesGridState, ticks: number, timeMs: number): void {
  travelGrid(state, FUTURES_RULES, ticks, timeMs);
}

/** The last price was next seen at `ticks`. */
export function leap(state: FuturesGridState, ticks: number, timeMs: number): void {
  leapGrid(state, FUTURES_RULES, ticks, timeMs);
}

/**
 * Works the levels out again after the position or the balance changed while the price is seen at `ticks`. A fee or a
 * funding payment can take the equity past a target where it is: then the stop is reached here and now, so that it does
 * not depend on which points of the way a driver happens to show.
 */
export function settleAt(state: FuturesGridState, ticks: number, timeMs: number): void {
  if (state.status !== 'running') return;
  resetStops(state);
  if (!state.isStopArmed) {
    if (ticks <= state.stopDown) reachStop(state, 'down', ticks, timeMs);
    else if (ticks >= state.stopUp) reachStop(state, 'up', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  resetSlot(state);
}

/** A stop was touched: it acts now, or the close of the running minute decides (H10). */
function reachStop(state: FuturesGridState, side: 'down' | 'up', ticks: number, timeMs: number): void {
  if (state.params.stopCheck === 'tick') {
    stop(state, side, ticks, timeMs);
    return;
  }
  state.isStopArmed = true;
  state.askedAtMs = nextMinute(timeMs);
  resetSlot(state);
}

function stop(state: FuturesGridState, side: 'down' | 'up', ticks: number, timeMs: number): void {
  closeBy(state, side === 'down' ? state.stopDownReason : state.stopUpReason, { type: 'market' }, ticks, timeMs);
}

/** A minute has ended at `ticks`: an armed stop decides. */
export function endMinute(state: FuturesGridState, ticks: number, timeMs: number): void {
  state.askedAtMs = Number.POSITIVE_INFINITY;
  state.isStopArmed = false;
  resetStops(state);
  if (ticks <= state.stopDown) stop(state, 'down', ticks, timeMs);
  else if (ticks >= state.stopUp) stop(state, 'up', ticks, timeMs);
  else resetSlot(state);
}
