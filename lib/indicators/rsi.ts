import { WilderAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { CellIndicator, isNearZero } from './indicator.ts';

const BEFORE = 1;
const HAS_BEFORE = 2;

/**
 * Relative strength index (Wilder, 1978): 100 × average gain ÷ (average gain + average loss), averages by Wilder's
 * smoothing. 0 while nothing has moved, as TA-Lib says it. Warm-up: period.
 */
export class RelativeStrength extends CellIndicator {
  readonly #gain: WilderAverage;
  readonly #loss: WilderAverage;

  constructor(period: number) {
    super(2);
    this.#gain = this.keep(new WilderAverage(period));
    this.#loss = this.keep(new WilderAverage(period));
  }

  update(bar: Bar): number {
    const { own } = this;
    const change = bar.close - (own[BEFORE] as number);
    own[BEFORE] = bar.close;
    if (own[HAS_BEFORE] === 0) {
      own[HAS_BEFORE] = 1;
      return Number.NaN;
    }
    // Half of (change + |change|) is the gain or 0, exactly, without a branch that no processor can predict.
    const rise = (change + Math.abs(change)) / 2;
    const gain = this.#gain.push(rise);
    const loss = this.#loss.push(rise - change);
    const both = gain + loss;
    const value = isNearZero(both) ? 0 : 100 * (gain / both);
    own[0] = value;
    return value;
  }
}
