import { ExponentialAverage, WilderAverage } from './averages.ts';
import type { Bar } from './bar.ts';
import { type Cell, CellIndicator } from './indicator.ts';

const BEFORE = 0;
const HAS_BEFORE = 1;

/** True range (Wilder, 1978): the widest of high − low, |high − previous close|, |low − previous close|. */
class TrueRange implements Cell {
  readonly memory = new Float64Array(2);

  /** NaN for the first bar, which has no previous close. */
  push(bar: Bar): number {
    const before = this.memory[BEFORE] as number;
    const hasBefore = this.memory[HAS_BEFORE] === 1;
    this.memory[BEFORE] = bar.close;
    this.memory[HAS_BEFORE] = 1;
    return hasBefore ? widestRange(bar.high, bar.low, before) : Number.NaN;
  }
}

export function widestRange(high: number, low: number, previousClose: number): number {
  return Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose));
}

/** Average true range by Wilder's smoothing (TA-Lib ATR). Warm-up: period. */
export class AverageTrueRange extends CellIndicator {
  readonly #range: TrueRange;
  readonly #average: WilderAverage;

  constructor(period: number) {
    super();
    this.#range = this.keep(new TrueRange());
    this.#average = this.keep(new WilderAverage(period));
  }

  update(bar: Bar): number {
    const range = this.#range.push(bar);
    const value = Number.isNaN(range) ? Number.NaN : this.#average.push(range);
    this.own[0] = value;
    return value;
  }
}

/**
 * A side of the range that a close must leave to be a breakout: the previous close ± `multiplier` average true ranges
 * as they stood at the previous close (volatility breakout: Perry Kaufman, Trading Systems and Methods, after Wilder's
 * volatility system of 1978). The bar itself is no part of its own range. A negative multiplier is the lower side.
 * Warm-up: period + 1.
 */
export class AtrRange extends CellIndicator {
  readonly #atr: AverageTrueRange;
  readonly #multiplier: number;

  constructor(period: number, multiplier: number) {
    super(1);
    this.#multiplier = multiplier;
    this.#atr = new AverageTrueRange(period);
    this.keepAll(this.#atr);
  }

  update(bar: Bar): number {
    const { own } = this;
    const value = (own[1] as number) + this.#multiplier * this.#atr.value;
    own[1] = bar.close;
    this.#atr.update(bar);
    own[0] = value;
    return value;
  }
}

/**
 * Keltner channel in Linda Raschke's form (after Chester Keltner, How to Make Money in Commodities, 1960): the EMA of
 * closes ± `multiplier` average true ranges. Multiplier 0 is the middle. Warm-up: the longer of period − 1 and, for
 * the sides, the period of the range.
 */
export class KeltnerChannel extends CellIndicator {
  readonly #middle: ExponentialAverage;
  readonly #atr: AverageTrueRange;
  readonly #multiplier: number;

  constructor(period: number, multiplier: number, rangePeriod: number) {
    super();
    this.#multiplier = multiplier;
    this.#middle = this.keep(new ExponentialAverage(period));
    this.#atr = new AverageTrueRange(rangePeriod);
    this.keepAll(this.#atr);
  }

  update(bar: Bar): number {
    const middle = this.#middle.push(bar.close);
    const range = this.#atr.update(bar);
    const value = this.#multiplier === 0 ? middle : middle + this.#multiplier * range;
    this.own[0] = value;
    return value;
  }
}
