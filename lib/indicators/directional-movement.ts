import type { Bar } from './bar.ts';
import { CellIndicator, isNearZero } from './indicator.ts';
import { widestRange } from './true-range.ts';

export type DirectionalLine = 'plus-di' | 'minus-di' | 'adx';

const COUNT = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const PLUS = 5;
const MINUS = 6;
const RANGE = 7;
const DX_COUNT = 8;
const ADX = 9;

/**
 * Wilder's directional movement (1978): +DI and −DI are the smoothed share of the true range that went up or down,
 * ADX the smoothed strength of their difference whatever its direction. An "ADX cloud" is the area between +DI and
 * −DI, coloured by which is above, taken seriously while ADX is high. Seeds and edge cases as in TA-Lib (PLUS_DI,
 * MINUS_DI, ADX). Warm-up: period for the DIs, 2 × period − 1 for ADX.
 */
export class DirectionalMovement extends CellIndicator {
  readonly #period: number;
  readonly #line: DirectionalLine;

  constructor(line: DirectionalLine, period: number) {
    super(9);
    this.#line = line;
    this.#period = period;
  }

  update(bar: Bar): number {
    const { own } = this;
    const count = own[COUNT] as number;
    if (count > 0) this.#move(bar, count >= this.#period ? this.#period : Number.POSITIVE_INFINITY);
    own[HIGH] = bar.high;
    own[LOW] = bar.low;
    own[CLOSE] = bar.close;
    own[COUNT] = count + 1;
    if (count < this.#period) return Number.NaN;
    const range = own[RANGE] as number;
    const isFlat = isNearZero(range);
    const plus = isFlat ? 0 : 100 * ((own[PLUS] as number) / range);
    const minus = isFlat ? 0 : 100 * ((own[MINUS] as number) / range);
    const value = this.#line === 'plus-di' ? plus : this.#line === 'minus-di' ? minus : this.#strength(plus, minus);
    own[0] = value;
    return value;
  }

  /** Adds the bar's movement to the sums; each loses 1 ÷ `period` of itself first (nothing while they are filled). */
  #move(bar: Bar, period: number): void {
    const { own } = this;
    const up = bar.high - (own[HIGH] as number);
    const down = (own[LOW] as number) - bar.low;
    const plus = own[PLUS] as number;
    const minus = own[MINUS] as number;
    const range = own[RANGE] as number;
    own[PLUS] = plus - plus / period + (up > 0 && up > down ? up : 0);
    own[MINUS] = minus - minus / period + (down > 0 && up < down ? down : 0);
    own[RANGE] = range - range / period + widestRange(bar.high, bar.low, own[CLOSE] as number);
  }

  /** ADX: Wilder's average of DX; a bar without any movement adds nothing to its seed and leaves it as it is later. */
  #strength(plus: number, minus: number): number {
    const { own } = this;
    const period = this.#period;
    const both = plus + minus;
    const hasMoved = !isNearZero(both);
    const dx = hasMoved ? 100 * (Math.abs(minus - plus) / both) : 0;
    const count = own[DX_COUNT] as number;
    const before = own[ADX] as number;
    if (count < period) {
      own[DX_COUNT] = count + 1;
      own[ADX] = count + 1 < period ? before + dx : (before + dx) / period;
      return count + 1 < period ? Number.NaN : (own[ADX] as number);
    }
    if (hasMoved) own[ADX] = (before * (period - 1) + dx) / period;
    return own[ADX] as number;
  }
}
