import type { Cell } from './indicator.ts';

const COUNT = 0;
const LEVEL = 1;

/** Collects the first `period` values and returns their plain mean with the last of them, NaN before. */
function seed(memory: Float64Array, period: number, input: number): number {
  const count = (memory[COUNT] as number) + 1;
  const sum = (memory[LEVEL] as number) + input;
  const mean = count === period ? sum / period : Number.NaN;
  memory[COUNT] = count;
  memory[LEVEL] = count === period ? mean : sum;
  return mean;
}

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
    return seed(memory, this.#period, input);
  }
}

/**
 * Wilder's smoothing, (previous × (period − 1) + new) ÷ period, seeded with the plain mean of the first `period`
 * values (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978; TA-Lib the same).
 */
export class WilderAverage implements Cell {
  readonly memory = new Float64Array(2);
  readonly #period: number;
  readonly #factor: number;

  constructor(period: number) {
    this.#period = period;
    this.#factor = 1 / period;
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
    return seed(memory, this.#period, input);
  }
}

const CURSOR = 1;
const SUM = 2;
const ERROR = 3;
const WINDOW = 4;

/**
 * Mean of the last `period` values, first with the `period`-th push. O(1): a running sum that keeps what rounding took
 * from it (Donald Knuth's two-sum), so that it neither drifts over the years nor leaves dust where all values are 0.
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
    const cursor = (memory[CURSOR] as number) | 0;
    const outgoing = -(memory[WINDOW + cursor] as number);
    memory[WINDOW + cursor] = input;
    memory[CURSOR] = cursor + 1 === period ? 0 : cursor + 1;
    const sum = memory[SUM] as number;
    const less = sum + outgoing;
    const total = less + input;
    const error = (memory[ERROR] as number) + lostBy(sum, outgoing, less) + lostBy(less, input, total);
    memory[SUM] = total;
    memory[ERROR] = error;
    const count = memory[COUNT] as number;
    if (count === period) return (total + error) / period;
    memory[COUNT] = count + 1;
    return count + 1 === period ? (total + error) / period : Number.NaN;
  }
}

/** What rounding took from the sum of two numbers, exactly. */
function lostBy(left: number, right: number, sum: number): number {
  const seen = sum - left;
  return left - (sum - seen) + (right - seen);
}
