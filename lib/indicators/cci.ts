import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';
import { RecentValues } from './recent-values.ts';

/** Lambert's constant: 70–80 % of the values fall between −100 and 100. */
const SCALE = 0.015;

/**
 * Commodity channel index (Donald Lambert, Commodities, 1980): distance of the typical price (high + low + close) ÷ 3
 * from its mean, in mean deviations × 0.015; 0 when nothing deviates, as TA-Lib's CCI. Warm-up: period − 1.
 */
export class CommodityChannel extends CellIndicator {
  readonly #prices: RecentValues;

  constructor(period: number) {
    super();
    this.#prices = this.keep(new RecentValues(period));
  }

  update(bar: Bar): number {
    const price = (bar.high + bar.low + bar.close) / 3;
    this.#prices.push(price);
    if (!this.#prices.isFull) return Number.NaN;
    const mean = this.#prices.mean();
    const deviation = this.#prices.meanDeviation(mean);
    const distance = price - mean;
    const value = distance === 0 || deviation === 0 ? 0 : distance / (SCALE * deviation);
    this.own[0] = value;
    return value;
  }
}
