import type { Bar } from './bar.ts';

/**
 * Everything that an indicator remembers, safe for JSON: numbers that JSON has no word for (NaN, the infinities and
 * negative zero) are text.
 */
export type IndicatorState = readonly (number | string)[];

/** A streaming indicator: one bar in, one value out, nothing of the future. */
export interface Indicator {
  /** Takes the next closed bar and returns the value at its close; NaN until the warm-up is over. Allocates nothing. */
  update(bar: Bar): number;
  /** What the last `update` returned; NaN before the first. */
  readonly value: number;
  save(): IndicatorState;
}

export function packNumber(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

/** A piece of an indicator whose whole state is one flat array. */
export interface Cell {
  readonly memory: Float64Array;
}

/**
 * An indicator whose state is nothing but flat arrays of numbers: its own cells (the value comes first) and those of
 * the averages it is made of. So saving and restoring is the same for all, and exact to the bit.
 */
export abstract class CellIndicator implements Indicator {
  protected readonly own: Float64Array;
  readonly #cells: Float64Array[];

  constructor(ownCells = 0) {
    this.own = new Float64Array(1 + ownCells);
    this.own[0] = Number.NaN;
    this.#cells = [this.own];
  }

  abstract update(bar: Bar): number;

  get value(): number {
    return this.own[0] as number;
  }

  save(): IndicatorState {
    return this.#cells.flatMap((cells) => Array.from(cells, packNumber));
  }

  /** Goes on from a saved state. Throws when it is not one of this indicator with these arguments. */
  load(state: IndicatorState): void {
    let from = 0;
    for (const cells of this.#cells) {
      for (let i = 0; i < cells.length; i += 1) cells[i] = Number(state[from + i]);
      from += cells.length;
    }
    if (from !== state.length) throw new RangeError(`A state of ${state.length} numbers, expected ${from}`);
  }

  /** Makes a cell part of the saved state. */
  protected keep<T extends Cell>(cell: T): T {
    this.#cells.push(cell.memory);
    return cell;
  }

  /** Makes an indicator that this one is built on part of the saved state. */
  protected keepAll(part: CellIndicator): void {
    this.#cells.push(...part.#cells);
  }
}

/** Differences below this are rounding dust, not movement: TA-Lib's TA_EPSILON. */
const EPSILON = 1e-14;

/** TA-Lib's TA_IS_ZERO: a divisor that it answers with 0 instead of dividing. */
export function isNearZero(value: number): boolean {
  return value > -EPSILON && value < EPSILON;
}
