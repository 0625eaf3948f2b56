import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { gridLineAt } from '#lib/formulas/grid-levels.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** The line at `index` of the window that has moved `shift` intervals up. Indexes outside 0…n are where trailing goes. */
export function windowLine(params: SpotGridParams, shift: number, index: number): number {
  return gridLineAt(params.lowTicks, params.highTicks, params.gridCount, params.spacing, shift + index);
}

/** Whether a stop price acts when the price rises to it: one in the upper half of the range as created, or above it. */
function actsUpward(params: SpotGridParams, ticks: number): boolean {
  return 2 * ticks >= params.lowTicks + params.highTicks;
}

/** The line that the next move up would add, or NO_LEVEL_ABOVE when the grid does not trail up at all. */
export function nextLineUp(state: SpotGridState): number {
  const { params } = state;
  if (params.trailUpLimitTicks === null) return NO_LEVEL_ABOVE;
  const line = windowLine(params, state.shift, params.gridCount + 1);
  return line > (state.lines[params.gridCount] as number) ? line : NO_LEVEL_ABOVE;
}

/** The line that the next move down would add, or NO_LEVEL_BELOW when the grid does not trail down or would leave the prices. */
export function nextLineDown(state: SpotGridState): number {
  if (state.params.trailDownLimitTicks === null) return NO_LEVEL_BELOW;
  const line = windowLine(state.params, state.shift, -1);
  return line > 0 && line < (state.lines[0] as number) ? line : NO_LEVEL_BELOW;
}

export function mayTrailUp(state: SpotGridState, line: number): boolean {
  const limit = state.params.trailUpLimitTicks;
  return limit !== null && line !== NO_LEVEL_ABOVE && line <= limit;
}

export function mayTrailDown(state: SpotGridState, line: number): boolean {
  const limit = state.params.trailDownLimitTicks;
  return limit !== null && line !== NO_LEVEL_BELOW && line >= limit;
}

/**
 * Works out the levels outside the range: stop loss, take profit, range stops, trailing. A range stop waits on a side
 * on which the grid may still move, because leaving the range there is what the trader asked the grid to follow.
 */
export function resetOuterLevels(state: SpotGridState): void {
  const { params } = state;
  const up = nextLineUp(state);
  const down = nextLineDown(state);
  state.trailUp = up;
  state.trailDown = down;
  state.stopDown = NO_LEVEL_BELOW;
  state.stopUp = NO_LEVEL_ABOVE;
  addStop(state, params.stopLossTicks, 'stop_loss');
  addStop(state, params.takeProfitTicks, 'stop_profit');
  const below = (state.lines[0] as number) - 1;
  if (params.stopBelowRange && !mayTrailDown(state, down) && below > state.stopDown) {
    state.stopDown = below;
    state.stopDownReason = 'less_low';
  }
  const above = (state.lines[params.gridCount] as number) + 1;
  if (params.stopAboveRange && !mayTrailUp(state, up) && above < state.stopUp) {
    state.stopUp = above;
    state.stopUpReason = 'over_high';
  }
}

function addStop(state: SpotGridState, ticks: number | null, reason: 'stop_loss' | 'stop_profit'): void {
  if (ticks === null) return;
  if (actsUpward(state.params, ticks)) {
    if (ticks >= state.stopUp) return;
    state.stopUp = ticks;
    state.stopUpReason = reason;
  } else if (ticks > state.stopDown) {
    state.stopDown = ticks;
    state.stopDownReason = reason;
  }
}

/** Next level down that is not a grid line and not already being waited on. */
export function outerBelow(state: SpotGridState): number {
  const stop = state.isStopArmed ? NO_LEVEL_BELOW : state.stopDown;
  const trail = state.isTrailArmed ? NO_LEVEL_BELOW : state.trailDown;
  return stop > trail ? stop : trail;
}

export function outerAbove(state: SpotGridState): number {
  const stop = state.isStopArmed ? NO_LEVEL_ABOVE : state.stopUp;
  const trail = state.isTrailArmed ? NO_LEVEL_ABOVE : state.trailUp;
  return stop < trail ? stop : trail;
}

/** Says when to wake next, after anything has happened to a running grid at `timeMs`. */
export function resetWake(state: SpotGridState, timeMs: number): void {
  resetSlot(state);
  const asksEachMinute = state.isStopArmed || state.isTrailArmed;
  state.wakeAtMs = asksEachMinute ? nextMinute(timeMs) : Number.POSITIVE_INFINITY;
}

/** The two prices between which a running grid sleeps. */
export function resetSlot(state: SpotGridState): void {
  const { lines, empty, slot } = state;
  let below = empty > 0 ? (lines[empty - 1] as number) : NO_LEVEL_BELOW;
  let above = empty < lines.length - 1 ? (lines[empty + 1] as number) : NO_LEVEL_ABOVE;
  const outerLow = outerBelow(state);
  const outerHigh = outerAbove(state);
  if (outerLow > below) below = outerLow;
  if (outerHigh < above) above = outerHigh;
  slot.below = below;
  slot.above = above;
}
