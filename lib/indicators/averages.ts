import type { Cell } from './indicator.ts';

const COUNT = 0;
const LEVEL = 1;

/**
 * Exponential moving average, factor 2 ÷ (period + 1), seeded with the plain mean of the first `period` values as
 * TA-Lib's EMA is. First value with the `period`-th push.
 */
export class ExponentialAverage implements Cell {
  readonly memory = new Float64Array(2);
  readonly #period: number;
  readonly #factor: number;

  constructor(period: number) {
    this.#period = period;
    this.#factor = 2 / (period + 1);
  }

  push(input: number): number {
    const { memory } = this;
    const count = memory[COUNT] as number;
    const level = memory[LEVEL] as number;
    if (count === this.#period) {
      const next = (input - level) * this.#factor + level;
      memory[LEVEL] = next;
      return next;
    }
    return this.#seed(count + 1, level + input);
  }

  #seed(count: number, sum: number): number {
    const isFull = count === this.#period;
    this.memory[COUNT] = count;
    this.memory[LEVEL] = isFull ? sum / count : sum;
    return isFull ? sum / count : Number.NaN;
  }
}

/**
 * Wilder's smoothing, (previous × (period − 1) + new) ÷ period, seeded with the plain mean of the first `period`
 * values (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978; TA-Lib the same).
 */
export class WilderAverage implements Cell {
  readonly memory = new Float64Array(2);
  readonly #period: number;

  constructor(period: number) {
    this.#period = period;
  }

  push(input: number): number {
    const { memory } = this;
    const period = this.#period;
    const count = memory[COUNT] as number;
    const level = memory[LEVEL] as number;
    if (count === period) {
      const next = (level * (period - 1) + input) / period;
      memory[LEVEL] = next;
      return next;
    }
    const isFull = count + 1 === period;
    const sum = level + input;
    memory[COUNT] = count + 1;
    memory[LEVEL] = isFull ? sum / period : sum;
    return isFull ? sum / period : Number.NaN;
  }
}

const CURSOR = 1;
const SUM = 2;
const WINDOW = 3;

/**
 * Mean of the last `period` values. The running sum is built anew each time the window has been written over once:
 * still O(1) a bar on average, and rounding errors live for one window only.
 */
export class SimpleAverage implements Cell {
  readonly memory: Float64Array;
  readonly #period: number;

  constructor(period: number) {
    this.#period = period;
    this.memory = new Float64Array(WINDOW + period);
  }

  push(input: number): number {
    const { memory } = this;
    const period = this.#period;
    const cursor = memory[CURSOR] as number;
    const sum = (memory[SUM] as number) - (memory[WINDOW + cursor] as number) + input;
    memory[WINDOW + cursor] = input;
    memory[SUM] = sum;
    if (cursor + 1 < period) memory[CURSOR] = cursor + 1;
    else this.#sumAnew();
    const count = memory[COUNT] as number;
    if (count === period) return sum / period;
    memory[COUNT] = count + 1;
    return count + 1 === period ? sum / period : Number.NaN;
  }

  #sumAnew(): void {
    let sum = 0;
    for (let i = WINDOW; i < this.memory.length; i += 1) sum += this.memory[i] as number;
    this.memory[SUM] = sum;
    this.memory[CURSOR] = 0;
  }
}
