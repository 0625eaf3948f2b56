import type { Bar } from './bar.ts';
import { CellIndicator } from './indicator.ts';

const COUNT = 1;
const CURSOR = 2;
/** The close that the sums are taken from: differences stay small, so their squares keep their digits. */
const ANCHOR = 3;
const SUM = 4;
const SQUARES = 5;
const MIDDLE = 6;
const SPREAD = 7;
const WINDOW = 8;

/**
 * Bollinger bands (John Bollinger, 1980s): the mean of the last `period` closes and that mean ± `deviations` of their
 * standard deviations, ddof 0 as TA-Lib's BBANDS. O(1) a bar: sums of differences from
 * an anchor, built anew around the latest close each time the window has been written over once, so that neither
 * rounding nor the level of the price eats the variance. Warm-up: period − 1.
 */
export class BollingerBand extends CellIndicator {
  readonly #period: number;
  readonly #deviations: number;
  /** 1 is the upper band, 0 the middle, −1 the lower. */
  readonly #sign: number;

  constructor(band: 'upper' | 'mid' | 'lower', period: number, deviations: number) {
    super(WINDOW - 1 + period);
    this.#sign = band === 'mid' ? 0 : band === 'upper' ? 1 : -1;
    this.#period = period;
    this.#deviations = deviations;
  }

  update(bar: Bar): number {
    const { own } = this;
    const period = this.#period;
    const { close } = bar;
    const count = own[COUNT] as number;
    if (count === 0) own[ANCHOR] = close;
    const cursor = WINDOW + ((own[CURSOR] as number) | 0);
    const anchor = own[ANCHOR] as number;
    const incoming = close - anchor;
    const outgoing = count === period ? (own[cursor] as number) - anchor : 0;
    const sum = (own[SUM] as number) + (incoming - outgoing);
    const squares = (own[SQUARES] as number) + (incoming * incoming - outgoing * outgoing);
    own[cursor] = close;
    own[SUM] = sum;
    own[SQUARES] = squares;
    if (count < period) own[COUNT] = count + 1;
    if (cursor + 1 < WINDOW + period) {
      own[CURSOR] = cursor + 1 - WINDOW;
      if (count + 1 < period) return Number.NaN;
    } else {
      this.#sumAnew(close);
    }
    const mean = sum / period;
    const variance = squares / period - mean * mean;
    const spread = variance > 0 ? this.#deviations * Math.sqrt(variance) : 0;
    const value = anchor + mean + this.#sign * spread;
    own[MIDDLE] = anchor + mean;
    own[SPREAD] = spread;
    own[0] = value;
    return value;
  }

  /** The middle at the last bar; 0 until there is one. */
  get middle(): number {
    return this.own[MIDDLE] as number;
  }

  /** How far the bands are from the middle. */
  get spread(): number {
    return this.own[SPREAD] as number;
  }

  #sumAnew(anchor: number): void {
    const { own } = this;
    let sum = 0;
    let squares = 0;
    for (let i = WINDOW; i < own.length; i += 1) {
      const difference = (own[i] as number) - anchor;
      sum += difference;
      squares += difference * difference;
    }
    own[CURSOR] = 0;
    own[ANCHOR] = anchor;
    own[SUM] = sum;
    own[SQUARES] = squares;
  }
}
