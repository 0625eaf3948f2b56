import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { type GridRules, leapGrid, travelGrid } from './grid-travel.ts';
import { closeBy } from './spot-grid-closing.ts';
import { resetSlot, resetWake } from './spot-grid-levels.ts';
import { crossDown, crossUp } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';
import { trailDown, trailUp } from './spot-grid-trailing.ts';

/** What differs between kinds whose grids stop and trail as a spot grid does. */
export interface OuterRules<S extends SpotGridState> {
  closeBy(state: S, reason: FinishReason, close: CloseInstruction, ticks: number, timeMs: number): void;
  /** Says when to wake next, after anything has happened to a running grid. */
  resetWake(state: S, timeMs: number): void;
}

const SPOT_OUTER: OuterRules<SpotGridState> = { closeBy, resetWake };

const SPOT_RULES: GridRules<SpotGridState> = {
  crossDown,
  crossUp,
  resetSlot,
  reachBelow: (state, ticks, timeMs) => reachOuterBelow(state, SPOT_OUTER, ticks, timeMs),
  reachAbove: (state, ticks, timeMs) => reachOuterAbove(state, SPOT_OUTER, ticks, timeMs),
};

/** The price went continuously to `ticks`. */
export function travel(state: SpotGridState, ticks: number, timeMs: number): void {
  travelGrid(state, SPOT_RULES, ticks, timeMs);
}

/** The price was next seen at `ticks`. */
export function leap(state: SpotGridState, ticks: number, timeMs: number): void {
  leapGrid(state, SPOT_RULES, ticks, timeMs);
}

/** A minute has ended at `ticks`. */
export function endMinute(state: SpotGridState, ticks: number, timeMs: number): void {
  endOuterMinute(state, SPOT_OUTER, ticks, timeMs);
}

/** A level below the lines was reached: a stop, or where the grid trails. */
export function reachOuterBelow<S extends SpotGridState>(
  state: S,
  rules: OuterRules<S>,
  ticks: number,
  timeMs: number,
): void {
  if (!state.isStopArmed && ticks <= state.stopDown) {
    reachStop(state, rules, 'down', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (!state.isTrailArmed) trailDown(state, ticks, timeMs);
  rules.resetWake(state, timeMs);
}

/** The mirror of reachOuterBelow. */
export function reachOuterAbove<S extends SpotGridState>(
  state: S,
  rules: OuterRules<S>,
  ticks: number,
  timeMs: number,
): void {
  if (!state.isStopArmed && ticks >= state.stopUp) {
    reachStop(state, rules, 'up', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (!state.isTrailArmed) trailUp(state, ticks, timeMs);
  rules.resetWake(state, timeMs);
}

/** A stop price was touched: it acts now, or the close of the running minute decides (H10). */
function reachStop<S extends SpotGridState>(
  state: S,
  rules: OuterRules<S>,
  side: 'down' | 'up',
  ticks: number,
  timeMs: number,
): void {
  if (state.params.stopCheck === 'close') state.isStopArmed = true;
  else stop(state, rules, side, ticks, timeMs);
}

function stop<S extends SpotGridState>(
  state: S,
  rules: OuterRules<S>,
  side: 'down' | 'up',
  ticks: number,
  timeMs: number,
): void {
  const reason = side === 'down' ? state.stopDownReason : state.stopUpReason;
  rules.closeBy(state, reason, { type: state.params.keepCoins ? 'no_close' : 'market' }, ticks, timeMs);
}

/** A minute has ended at `ticks`: armed stops decide, and a shut momentum gate is asked again. */
export function endOuterMinute<S extends SpotGridState>(
  state: S,
  rules: OuterRules<S>,
  ticks: number,
  timeMs: number,
): void {
  if (state.isStopArmed) {
    state.isStopArmed = false;
    if (ticks <= state.stopDown) stop(state, rules, 'down', ticks, timeMs);
    else if (ticks >= state.stopUp) stop(state, rules, 'up', ticks, timeMs);
    if (state.status !== 'running') return;
  }
  if (state.isTrailArmed) {
    if (ticks >= state.trailUp) trailUp(state, ticks, timeMs);
    else if (ticks <= state.trailDown) trailDown(state, ticks, timeMs);
    else state.isTrailArmed = false;
  }
  rules.resetWake(state, timeMs);
}
