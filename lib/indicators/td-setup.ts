import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';
import { RecentValues } from './recent-values.ts';

/** DeMark compares each close with the one four bars before. */
const LOOK_BACK = 4;
const COUNT = 1;

/**
 * TD setup count (Thomas DeMark, The New Science of Technical Analysis, 1994): how many closes in a row were above
 * (`plus`) or below (`minus`) the close four bars earlier; any other close sets it to 0. A setup is complete at 9; the
 * count goes on after it, so that "at least 9" holds as long as the setup does. Warm-up: 4.
 */
export class TdSetup extends CellIndicator {
  readonly #closes: RecentValues;
  readonly #sign: number;

  constructor(direction: 'plus' | 'minus') {
    super(1);
    this.#sign = direction === 'plus' ? 1 : -1;
    this.#closes = this.keep(new RecentValues(LOOK_BACK));
  }

  update(bar: Bar): number {
    const { own } = this;
    const isKnown = this.#closes.isFull;
    const earlier = isKnown ? this.#closes.at(LOOK_BACK - 1) : Number.NaN;
    this.#closes.push(bar.close);
    if (!isKnown) return Number.NaN;
    const count = (bar.close - earlier) * this.#sign > 0 ? (own[COUNT] as number) + 1 : 0;
    own[COUNT] = count;
    own[0] = count;
    return count;
  }
}
