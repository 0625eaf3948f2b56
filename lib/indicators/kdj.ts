import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';
import { RecentValues } from './recent-values.ts';

export type KdjLine = 'k' | 'd' | 'j';

const K = 1;
const D = 2;
const MIDDLE = 50;

/**
 * KDJ, the stochastic oscillator (George Lane, 1950s) as Chinese charts draw it: RSV = 100 × (close − lowest low) ÷
 * (highest high − lowest low) over `period` bars (TA-Lib's STOCHF fast-K; 0 when nothing moved), K the running
 * average of RSV with weight 1 ÷ `kPeriod`, D that of K with 1 ÷ `dPeriod`, both starting from 50, J = 3K − 2D.
 * Warm-up: period − 1.
 */
export class Kdj extends CellIndicator {
  readonly #highs: RecentValues;
  readonly #lows: RecentValues;
  readonly #line: KdjLine;
  readonly #kPeriod: number;
  readonly #dPeriod: number;

  constructor(line: KdjLine, period: number, kPeriod: number, dPeriod: number) {
    super(2);
    this.#line = line;
    this.#kPeriod = kPeriod;
    this.#dPeriod = dPeriod;
    this.#highs = this.keep(new RecentValues(period));
    this.#lows = this.keep(new RecentValues(period));
    this.own[K] = MIDDLE;
    this.own[D] = MIDDLE;
  }

  update(bar: Bar): number {
    this.#highs.push(bar.high);
    this.#lows.push(bar.low);
    if (!this.#highs.isFull) return Number.NaN;
    const { own } = this;
    const low = this.#lows.lowest();
    const range = this.#highs.highest() - low;
    const rsv = range === 0 ? 0 : 100 * ((bar.close - low) / range);
    const k = ((own[K] as number) * (this.#kPeriod - 1) + rsv) / this.#kPeriod;
    const d = ((own[D] as number) * (this.#dPeriod - 1) + k) / this.#dPeriod;
    own[K] = k;
    own[D] = d;
    const value = this.#line === 'k' ? k : this.#line === 'd' ? d : 3 * k - 2 * d;
    own[0] = value;
    return value;
  }
}
