import { ExponentialAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

const BEFORE = 1;
const HAS_BEFORE = 2;

/**
 * SMI ergodic oscillator, the true strength index with a signal (William Blau, Momentum, Direction, and Divergence,
 * 1995): 100 × EMA(EMA(Δclose, long), short) ÷ EMA(EMA(|Δclose|, long), short); the signal is its EMA. That one, not
 * the stochastic momentum index of the same initials, takes the arguments short, long, signal. −100…100; 0 while
 * nothing has moved. Each EMA is seeded with its first mean. Warm-up: long + short − 1, signal − 1 more for the signal.
 */
export class SmiErgodic extends CellIndicator {
  readonly #longChange: ExponentialAverage;
  readonly #change: ExponentialAverage;
  readonly #longDistance: ExponentialAverage;
  readonly #distance: ExponentialAverage;
  readonly #signal: ExponentialAverage | null;

  /** Without `signal` the value is the oscillator, with it the signal line. */
  constructor(short: number, long: number, signal: number | null) {
    super(2);
    this.#longChange = this.keep(new ExponentialAverage(long));
    this.#change = this.keep(new ExponentialAverage(short));
    this.#longDistance = this.keep(new ExponentialAverage(long));
    this.#distance = this.keep(new ExponentialAverage(short));
    this.#signal = signal === null ? null : this.keep(new ExponentialAverage(signal));
  }

  update(bar: Bar): number {
    const { own } = this;
    const change = bar.close - (own[BEFORE] as number);
    own[BEFORE] = bar.close;
    if (own[HAS_BEFORE] === 0) {
      own[HAS_BEFORE] = 1;
      return Number.NaN;
    }
    const longChange = this.#longChange.push(change);
    const longDistance = this.#longDistance.push(Math.abs(change));
    if (Number.isNaN(longChange)) return Number.NaN;
    const smoothed = this.#change.push(longChange);
    const distance = this.#distance.push(longDistance);
    if (Number.isNaN(smoothed)) return Number.NaN;
    const oscillator = distance === 0 ? 0 : 100 * (smoothed / distance);
    const value = this.#signal === null ? oscillator : this.#signal.push(oscillator);
    own[0] = value;
    return value;
  }
}
