import { closeBy } from './spot-grid-closing.ts';
import { resetSlot, resetWake } from './spot-grid-levels.ts';
import { crossDown, crossUp } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';
import { trailDown, trailUp } from './spot-grid-trailing.ts';

/**
 * The price went continuously to `ticks`: what lies on the way happens in the order of the way and at its own price.
 * On one price a grid line comes before a stop, a stop before trailing.
 */
export function travel(state: SpotGridState, ticks: number, timeMs: number): void {
  const { slot, lines } = state;
  while (state.status === 'running') {
    if (ticks <= slot.below) {
      const level = slot.below;
      if (state.empty > 0 && level === lines[state.empty - 1]) {
        crossDown(state, timeMs);
        resetSlot(state);
      } else {
        reachBelow(state, level, timeMs);
      }
    } else if (ticks >= slot.above) {
      const level = slot.above;
      if (state.empty < lines.length - 1 && level === lines[state.empty + 1]) {
        crossUp(state, timeMs);
        resetSlot(state);
      } else {
        reachAbove(state, level, timeMs);
      }
    } else {
      return;
    }
  }
}

/**
 * The price was next seen at `ticks`: every limit order on the way fills at its own price, and whatever is decided by
 * the price (stops, trailing) is decided at `ticks`.
 */
export function leap(state: SpotGridState, ticks: number, timeMs: number): void {
  const { lines } = state;
  if (ticks <= state.slot.below) {
    while (state.empty > 0 && ticks <= (lines[state.empty - 1] as number)) crossDown(state, timeMs);
    resetSlot(state);
    if (ticks <= state.slot.below) reachBelow(state, ticks, timeMs);
  } else if (ticks >= state.slot.above) {
    while (state.empty < lines.length - 1 && ticks >= (lines[state.empty + 1] as number)) crossUp(state, timeMs);
    resetSlot(state);
    if (ticks >= state.slot.above) reachAbove(state, ticks, timeMs);
  }
}

function reachBelow(state: SpotGridState, ticks: number, timeMs: number): void {
  if (!state.isStopArmed && ticks <= state.stopDown) {
    reachStop(state, 'down', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (!state.isTrailArmed) trailDown(state, ticks, timeMs);
  resetWake(state, timeMs);
}

function reachAbove(state: SpotGridState, ticks: number, timeMs: number): void {
  if (!state.isStopArmed && ticks >= state.stopUp) {
    reachStop(state, 'up', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (!state.isTrailArmed) trailUp(state, ticks, timeMs);
  resetWake(state, timeMs);
}

/** A stop price was touched: it acts now, or the close of the running minute decides (H10). */
function reachStop(state: SpotGridState, side: 'down' | 'up', ticks: number, timeMs: number): void {
  if (state.params.stopCheck === 'close') state.isStopArmed = true;
  else stop(state, side, ticks, timeMs);
}

function stop(state: SpotGridState, side: 'down' | 'up', ticks: number, timeMs: number): void {
  const reason = side === 'down' ? state.stopDownReason : state.stopUpReason;
  closeBy(state, reason, { type: state.params.keepCoins ? 'no_close' : 'market' }, ticks, timeMs);
}

/** A minute has ended at `ticks`: armed stops decide, and a shut momentum gate is asked again. */
export function endMinute(state: SpotGridState, ticks: number, timeMs: number): void {
  if (state.isStopArmed) {
    state.isStopArmed = false;
    if (ticks <= state.stopDown) stop(state, 'down', ticks, timeMs);
    else if (ticks >= state.stopUp) stop(state, 'up', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (state.isTrailArmed) {
    if (ticks >= state.trailUp) trailUp(state, ticks, timeMs);
    else if (ticks <= state.trailDown) trailDown(state, ticks, timeMs);
    else state.isTrailArmed = false;
  }
  resetWake(state, timeMs);
}
