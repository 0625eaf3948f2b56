import { type GridRules, leapGrid, travelGrid } from './grid-travel.ts';
import { closeBy } from './spot-grid-closing.ts';
import { resetSlot, resetWake } from './spot-grid-levels.ts';
import { crossDown, crossUp } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';
import { trailDown, trailUp } from './spot-grid-trailing.ts';

const SPOT_RULES: GridRules<SpotGridState> = { crossDown, crossUp, resetSlot, reachBelow, reachAbove };

/** The price went continuously to `ticks`. */
export function travel(state: SpotGridState, ticks: number, timeMs: number): void {
  travelGrid(state, SPOT_RULES, ticks, timeMs);
}

/** The price was next seen at `ticks`. */
export function leap(state: SpotGridState, ticks: number, timeMs: number): void {
  leapGrid(state, SPOT_RULES, ticks, timeMs);
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
