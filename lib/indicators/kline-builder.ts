import { MINUTE_MS } from '../time/durations.ts';
import type { Bar } from './bar.ts';
import { type IndicatorState, packNumber } from './indicator.ts';

const OPEN_MS = 0;
const OPEN = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const VOLUME = 5;
const CELLS = 6;
const NOTHING = -1;

/**
 * Makes K-lines of a period from one-minute candles, aligned to UTC. A bar is closed exactly at its end: by its last
 * minute, or by `advance` when that minute is a gap. Missing minutes are left out; a period without any minute is no
 * bar. The bar handed out is one object that is written over by the next: copy it to keep it.
 */
export class KlineBuilder {
  readonly periodMs: number;
  readonly #memory = new Float64Array(CELLS);
  readonly #bar: { -readonly [Key in keyof Bar]: Bar[Key] };

  constructor(periodMs: number) {
    if (!(periodMs >= MINUTE_MS && periodMs % MINUTE_MS === 0)) throw new RangeError(`${periodMs} ms are no minutes`);
    this.periodMs = periodMs;
    this.#memory[OPEN_MS] = NOTHING;
    this.#bar = { openMs: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  }

  /** When the bar that is being made ends, ms; Infinity when there is none. */
  get endMs(): number {
    const openMs = this.#memory[OPEN_MS] as number;
    return openMs === NOTHING ? Number.POSITIVE_INFINITY : openMs + this.periodMs;
  }

  /** Closes the bar whose end has come by `nowMs` without its last minute. Call it before the next `push`. */
  advance(nowMs: number): Bar | null {
    return nowMs >= this.endMs ? this.#closeBar() : null;
  }

  /** Takes a closed minute; returns the bar that ends with it. Throws when an earlier bar was not closed before. */
  push(openMs: number, open: number, high: number, low: number, close: number, volume: number): Bar | null {
    const memory = this.#memory;
    if (memory[OPEN_MS] === NOTHING) {
      memory[OPEN_MS] = openMs - (openMs % this.periodMs);
      memory[OPEN] = open;
      memory[HIGH] = high;
      memory[LOW] = low;
      memory[VOLUME] = volume;
    } else {
      if (openMs >= this.endMs) throw new RangeError('A minute of the next K-line before the end of this one');
      if (high > (memory[HIGH] as number)) memory[HIGH] = high;
      if (low < (memory[LOW] as number)) memory[LOW] = low;
      memory[VOLUME] = (memory[VOLUME] as number) + volume;
    }
    memory[CLOSE] = close;
    return openMs + MINUTE_MS === this.endMs ? this.#closeBar() : null;
  }

  save(): IndicatorState {
    return Array.from(this.#memory, packNumber);
  }

  static restore(periodMs: number, state: IndicatorState): KlineBuilder {
    if (state.length !== CELLS) throw new RangeError(`A state of ${state.length} numbers, expected ${CELLS}`);
    const builder = new KlineBuilder(periodMs);
    for (let i = 0; i < CELLS; i += 1) builder.#memory[i] = Number(state[i]);
    return builder;
  }

  #closeBar(): Bar {
    const memory = this.#memory;
    const bar = this.#bar;
    bar.openMs = memory[OPEN_MS] as number;
    bar.open = memory[OPEN] as number;
    bar.high = memory[HIGH] as number;
    bar.low = memory[LOW] as number;
    bar.close = memory[CLOSE] as number;
    bar.volume = memory[VOLUME] as number;
    memory[OPEN_MS] = NOTHING;
    return bar;
  }
}

/** The closed K-lines of a run of one-minute candles in order; what is unfinished at their end is left out. */
export function aggregate(minutes: Iterable<Bar>, periodMs: number): Bar[] {
  const builder = new KlineBuilder(periodMs);
  const closed: Bar[] = [];
  for (const minute of minutes) {
    const late = builder.advance(minute.openMs);
    if (late !== null) closed.push({ ...late });
    const bar = builder.push(minute.openMs, minute.open, minute.high, minute.low, minute.close, minute.volume);
    if (bar !== null) closed.push({ ...bar });
  }
  return closed;
}
