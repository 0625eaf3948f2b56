import type { BotMachine, WakeSlot } from '#lib/engine/machine.ts';

/** What every grid of lines has: one line is empty, orders rest on the others. */
export interface TravellingGrid {
  readonly status: BotMachine['status'];
  readonly slot: WakeSlot;
  /** Ascending, ticks. */
  readonly lines: readonly number[];
  /** Index of the line without an order. */
  readonly empty: number;
}

/** What a kind does where the price arrives. Crossing a line must move `empty` to it. */
export interface GridRules<S> {
  crossDown(state: S, timeMs: number): void;
  crossUp(state: S, timeMs: number): void;
  /** Works out the slot again after crossings; the price was seen at `ticks`. May end the bot. */
  resetSlot(state: S, ticks: number, timeMs: number): void;
  /** A level of the slot that is no line was reached at `ticks`; must leave a slot that the price is inside of, or end the bot. */
  reachBelow(state: S, ticks: number, timeMs: number): void;
  reachAbove(state: S, ticks: number, timeMs: number): void;
}

/**
 * The price went continuously to `ticks`: what lies on the way happens in the order of the way and at its own price.
 * On one price a grid line comes before a stop, a stop before trailing.
 */
export function travelGrid<S extends TravellingGrid>(
  state: S,
  rules: GridRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const { slot, lines } = state;
  while (state.status === 'running') {
    if (ticks <= slot.below) {
      const level = slot.below;
      if (state.empty > 0 && level === lines[state.empty - 1]) {
        rules.crossDown(state, timeMs);
        rules.resetSlot(state, level, timeMs);
      } else {
        rules.reachBelow(state, level, timeMs);
      }
    } else if (ticks >= slot.above) {
      const level = slot.above;
      if (state.empty < lines.length - 1 && level === lines[state.empty + 1]) {
        rules.crossUp(state, timeMs);
        rules.resetSlot(state, level, timeMs);
      } else {
        rules.reachAbove(state, level, timeMs);
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
export function leapGrid<S extends TravellingGrid>(state: S, rules: GridRules<S>, ticks: number, timeMs: number): void {
  const { lines } = state;
  if (ticks <= state.slot.below) {
    while (state.status === 'running' && state.empty > 0 && ticks <= (lines[state.empty - 1] as number)) {
      rules.crossDown(state, timeMs);
    }
    if (state.status === 'running') rules.resetSlot(state, ticks, timeMs);
    if (ticks <= state.slot.below) rules.reachBelow(state, ticks, timeMs);
  } else if (ticks >= state.slot.above) {
    while (
      state.status === 'running' &&
      state.empty < lines.length - 1 &&
      ticks >= (lines[state.empty + 1] as number)
    ) {
      rules.crossUp(state, timeMs);
    }
    if (state.status === 'running') rules.resetSlot(state, ticks, timeMs);
    if (ticks >= state.slot.above) rules.reachAbove(state, ticks, timeMs);
  }
}
