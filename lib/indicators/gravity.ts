import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';
import { RecentValues } from './recent-values.ts';

const LAST = 1;

/**
 * Center of gravity oscillator (John Ehlers, "The CG Oscillator", Stocks & Commodities, May 2002):
 * −Σ (i + 1) × price i bars ago ÷ Σ price, over `period` median prices (high + low) ÷ 2. It rises towards −1 as the
 * weight moves to the newest bars. Its signal is itself one bar before. Warm-up: period − 1, one more for the signal.
 */
export class Gravity extends CellIndicator {
  readonly #prices: RecentValues;
  readonly #period: number;
  readonly #line: 'gravity' | 'signal';

  constructor(line: 'gravity' | 'signal', period: number) {
    super(1);
    this.own[LAST] = Number.NaN;
    this.#line = line;
    this.#period = period;
    this.#prices = this.keep(new RecentValues(period));
  }

  update(bar: Bar): number {
    const { own } = this;
    this.#prices.push((bar.high + bar.low) / 2);
    if (!this.#prices.isFull) return Number.NaN;
    let weighted = 0;
    let sum = 0;
    for (let ago = 0; ago < this.#period; ago += 1) {
      const price = this.#prices.at(ago);
      weighted += (ago + 1) * price;
      sum += price;
    }
    const gravity = sum === 0 ? 0 : -weighted / sum;
    own[0] = this.#line === 'gravity' ? gravity : (own[LAST] as number);
    own[LAST] = gravity;
    return own[0] as number;
  }
}
