import { ExponentialAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

export type MacdLine = 'macd' | 'signal' | 'histogram';

const COUNT = 1;
const MACD = 2;

/**
 * Moving average convergence/divergence (Gerald Appel, 1979): the fast EMA of closes minus the slow one; its signal is
 * the EMA of that; the histogram their difference. As in TA-Lib the two EMAs start at the same bar: the fast one is
 * seeded with the mean of the `fast` closes that end where the slow one's seed ends; the shorter period is the fast
 * one, whatever it was called. Warm-up: slow − 1 for the line, slow + signal − 2 for the others (TA-Lib withholds the
 * line until then, too; the values are the same).
 */
export class Macd extends CellIndicator {
  readonly #fast: ExponentialAverage;
  readonly #slow: ExponentialAverage;
  readonly #signal: ExponentialAverage;
  /** Bars before the fast average's first. */
  readonly #wait: number;
  readonly #slowPeriod: number;
  readonly #line: MacdLine;

  constructor(line: MacdLine, fast: number, slow: number, signal = 1) {
    super(2);
    this.#line = line;
    this.#slowPeriod = Math.max(fast, slow);
    this.#wait = Math.abs(slow - fast);
    this.#fast = this.keep(new ExponentialAverage(Math.min(fast, slow)));
    this.#slow = this.keep(new ExponentialAverage(this.#slowPeriod));
    this.#signal = this.keep(new ExponentialAverage(signal));
  }

  update(bar: Bar): number {
    const { own } = this;
    const count = own[COUNT] as number;
    const slow = this.#slow.push(bar.close);
    if (count < this.#slowPeriod) {
      own[COUNT] = count + 1;
      if (count < this.#wait) return Number.NaN;
    }
    const macd = this.#fast.push(bar.close) - slow;
    if (count + 1 < this.#slowPeriod) return Number.NaN;
    const signal = this.#signal.push(macd);
    own[MACD] = macd;
    const value = this.#line === 'macd' ? macd : this.#line === 'signal' ? signal : macd - signal;
    own[0] = value;
    return value;
  }

  /** The line at the last bar; 0 until there is one. */
  get macd(): number {
    return this.own[MACD] as number;
  }
}
