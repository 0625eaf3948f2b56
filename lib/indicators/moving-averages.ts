import { ExponentialAverage, SimpleAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

/** Simple moving average of closes (TA-Lib SMA). Warm-up: period − 1. */
export class MovingAverage extends CellIndicator {
  readonly #average: SimpleAverage;

  constructor(period: number) {
    super();
    this.#average = this.keep(new SimpleAverage(period));
  }

  update(bar: Bar): number {
    const value = this.#average.push(bar.close);
    this.own[0] = value;
    return value;
  }
}

/** Simple moving average of volume (TA-Lib SMA over volumes). Warm-up: period − 1. */
export class VolumeAverage extends CellIndicator {
  readonly #average: SimpleAverage;

  constructor(period: number) {
    super();
    this.#average = this.keep(new SimpleAverage(period));
  }

  update(bar: Bar): number {
    const value = this.#average.push(bar.volume);
    this.own[0] = value;
    return value;
  }
}

/** Exponential moving average of closes, seeded with their mean (TA-Lib EMA). Warm-up: period − 1. */
export class ExponentialMovingAverage extends CellIndicator {
  readonly #average: ExponentialAverage;

  constructor(period: number) {
    super();
    this.#average = this.keep(new ExponentialAverage(period));
  }

  update(bar: Bar): number {
    const value = this.#average.push(bar.close);
    this.own[0] = value;
    return value;
  }
}
