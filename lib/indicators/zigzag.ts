import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';
import { RecentValues } from './recent-values.ts';

const PRICE = 1;
/** 1 = the last pivot is a high, −1 = a low, 0 = there is none yet. */
const DIRECTION = 2;

/**
 * Zigzag as TradingView's library draws it: a bar is a pivot when no bar within half of `depth` bars before it
 * reaches its extreme and none within as many after it exceeds it; a pivot of the other direction counts when it is at
 * least `deviation` percent away from the last one, one of the same direction replaces it when it is further out.
 * Here it is causal: a pivot is known only when the bars after it have closed, and the value is the price of the last
 * pivot known by then – nothing is ever drawn back into the past. Warm-up: at least twice the half depth, and until a
 * first pivot is there.
 */
export class Zigzag extends CellIndicator {
  readonly #deviation: number;
  readonly #half: number;
  readonly #highs: RecentValues;
  readonly #lows: RecentValues;

  constructor(deviationPercent: number, depth: number) {
    super(2);
    this.#deviation = deviationPercent / 100;
    this.#half = halfDepth(depth);
    this.#highs = this.keep(new RecentValues(2 * this.#half + 1));
    this.#lows = this.keep(new RecentValues(2 * this.#half + 1));
  }

  update(bar: Bar): number {
    this.#highs.push(bar.high);
    this.#lows.push(bar.low);
    if (!this.#highs.isFull) return Number.NaN;
    if (this.#isPivot(this.#highs, 1)) this.#meet(this.#highs.at(this.#half), 1);
    if (this.#isPivot(this.#lows, -1)) this.#meet(this.#lows.at(this.#half), -1);
    const { own } = this;
    if (own[DIRECTION] !== 0) own[0] = own[PRICE] as number;
    return own[0] as number;
  }

  #isPivot(prices: RecentValues, sign: number): boolean {
    const half = this.#half;
    const price = sign * prices.at(half);
    for (let ago = 0; ago < half; ago += 1) {
      if (sign * prices.at(ago) > price) return false;
      if (sign * prices.at(half + 1 + ago) >= price) return false;
    }
    return true;
  }

  #meet(price: number, direction: number): void {
    const { own } = this;
    const last = own[PRICE] as number;
    const isFirst = own[DIRECTION] === 0;
    const isSame = own[DIRECTION] === direction;
    const isFurther = direction * price > direction * last;
    const isFarEnough = direction * (price - last) >= this.#deviation * last;
    if (!isFirst && !(isSame ? isFurther : isFarEnough)) return;
    own[PRICE] = price;
    own[DIRECTION] = direction;
  }
}

/** Bars on each side of a pivot: half of `depth`, at least one. */
export function halfDepth(depth: number): number {
  return Math.max(1, Math.floor(depth / 2));
}
