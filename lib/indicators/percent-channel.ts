import { SimpleAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

/**
 * Percent channel, a moving average envelope (StockCharts ChartSchool, "Moving Average Envelopes"): the simple moving
 * average of closes ± `percent` of itself; a negative percent is the lower side. Warm-up: period − 1.
 */
export class PercentChannel extends CellIndicator {
  readonly #average: SimpleAverage;
  readonly #factor: number;

  constructor(period: number, percent: number) {
    super();
    this.#average = this.keep(new SimpleAverage(period));
    this.#factor = 1 + percent / 100;
  }

  update(bar: Bar): number {
    const value = this.#average.push(bar.close) * this.#factor;
    this.own[0] = value;
    return value;
  }
}
