import { describe, expect, it } from 'vitest';
import type { Bar } from '#lib/indicators/bar.ts';
import { packNumber } from '#lib/indicators/indicator.ts';
import { seededBars } from '../support/seeded-bars.ts';
import { barsOf, valuesOf } from './indicators-fixture.ts';

/** What TA-Lib has not, against its definition written out the long way. */
const BARS = seededBars(21, 400);
const closes = BARS.map((bar) => bar.close);

function expectNear(got: readonly number[], expected: readonly number[]): void {
  expect(got.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) {
    if (Number.isNaN(value)) expect(got[i]).toBeNaN();
    else expect(Math.abs((got[i] as number) - value), `bar ${i}`).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)));
  }
}

/** K, D and J by folding over all raw values. */
function kdj(
  bars: readonly Bar[],
  period: number,
  kPeriod: number,
  dPeriod: number,
): Record<'k' | 'd' | 'j', number[]> {
  const lines = { k: [] as number[], d: [] as number[], j: [] as number[] };
  let k = 50;
  let d = 50;
  for (const [i, bar] of bars.entries()) {
    const window = bars.slice(Math.max(0, i - period + 1), i + 1);
    const low = Math.min(...window.map((each) => each.low));
    const range = Math.max(...window.map((each) => each.high)) - low;
    if (i + 1 >= period) {
      const raw = range === 0 ? 0 : (100 * (bar.close - low)) / range;
      k = k + (raw - k) / kPeriod;
      d = d + (k - d) / dPeriod;
    }
    const isKnown = i + 1 >= period;
    lines.k.push(isKnown ? k : Number.NaN);
    lines.d.push(isKnown ? d : Number.NaN);
    lines.j.push(isKnown ? 3 * k - 2 * d : Number.NaN);
  }
  return lines;
}

describe('KDJ', () => {
  it('smooths the raw stochastic from 50 with 1/3, that again, and leads with 3K − 2D (H26)', () => {
    const expected = kdj(BARS, 9, 3, 3);
    expectNear(valuesOf('kdj-k', [9, 3, 3], BARS), expected.k);
    expectNear(valuesOf('kdj-d', [9, 3, 3], BARS), expected.d);
    expectNear(valuesOf('kdj-j', [9, 3, 3], BARS), expected.j);
  });

  it('starts from 50: the first K of a close at the top of its range is 66⅔ (H26)', () => {
    const bar = { openMs: 0, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    expect(valuesOf('kdj-k', [1, 3, 3], [bar])[0]).toBeCloseTo(200 / 3, 12);
    expect(valuesOf('kdj-d', [1, 3, 3], [bar])[0]).toBeCloseTo(50 + 50 / 9, 12);
  });
});

describe('The TD setup count', () => {
  const rising = barsOf([5, 5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 9, 16]);

  it('counts closes in a row above the close four bars before, past nine, and starts anew (H26)', () => {
    const counts = valuesOf('td-plus-nine', [], rising);
    expect(counts.slice(0, 4)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(counts.slice(4)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1]);
  });

  it('counts falls with minus, and nothing when the closes are equal (H26)', () => {
    const falling = barsOf([5, 5, 5, 5, 4, 3, 2, 1, 4]);
    expect(valuesOf('td-minus-nine', [], falling).slice(4)).toEqual([1, 2, 3, 4, 0]);
    expect(valuesOf('td-plus-nine', [], falling).slice(4)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('Zigzag', () => {
  /** Highs and lows are the close ± 1. */
  const bars = barsOf([100, 110, 120, 110, 100, 101, 102, 99, 98, 97, 130]);

  it('knows a pivot only when the bars after it have closed, and then tells its price (E-167, E-168)', () => {
    // Depth 4: two bars on each side. The high of 121 at bar 2 is known at bar 4.
    const values = valuesOf('zigzag', [5, 4], bars);
    expect(values.slice(0, 4).every(Number.isNaN)).toBe(true);
    expect(values[4]).toBe(121);
    // The low of 99 at bar 4 is more than 5 % below and known at bar 6.
    expect(values.slice(4, 7)).toEqual([121, 121, 99]);
  });

  it('passes over a swing smaller than its deviation (E-167)', () => {
    // The high of 103 at bar 6 is 4 % above the low of 99: a pivot at 4 %, none at 5 %.
    expect(valuesOf('zigzag', [4, 4], bars)[8]).toBe(103);
    expect(valuesOf('zigzag', [5, 4], bars)[8]).toBe(99);
  });

  it('moves to a pivot of the same direction that is further out (E-168)', () => {
    // At 5 % the low of 96 at bar 9 would be known two bars later.
    expect(valuesOf('zigzag', [5, 2], bars)[10]).toBe(96);
  });

  it('stays at a pivot when the next one of its direction is not further out (E-168)', () => {
    expect(valuesOf('zigzag', [50, 4], barsOf([100, 110, 120, 115, 114, 118, 114, 113])).slice(4)).toEqual([
      121, 121, 121, 121,
    ]);
  });

  it('takes the first of two peaks of one height (E-168)', () => {
    expect(valuesOf('zigzag', [5, 4], barsOf([100, 110, 120, 110, 120])).at(-1)).toBe(121);
  });

  it('takes no second peak as high as one just before it (E-168)', () => {
    expect(valuesOf('zigzag', [5, 4], barsOf([130, 110, 120, 110, 120, 110, 100])).every(Number.isNaN)).toBe(true);
  });

  it('asks more bars around a pivot the deeper it is (E-168)', () => {
    expect(valuesOf('zigzag', [5, 10], bars).every(Number.isNaN)).toBe(true);
  });
});

describe('The center of gravity', () => {
  it('is minus the mean place of the weight, counted from the newest bar (H8)', () => {
    const median = BARS.map((bar) => (bar.high + bar.low) / 2);
    const expected = median.map((_, i) => {
      if (i < 9) return Number.NaN;
      const window = median.slice(i - 9, i + 1).toReversed();
      const weighted = window.reduce((sum, price, ago) => sum + (ago + 1) * price, 0);
      return -weighted / window.reduce((sum, price) => sum + price, 0);
    });
    expectNear(valuesOf('gravity', [10], BARS), expected);
    expectNear(valuesOf('gravity-signal', [10], BARS), [Number.NaN, ...expected.slice(0, -1)]);
  });

  it('rests in the middle when all prices are equal, and rises as the newest bars weigh more (H8)', () => {
    const values = valuesOf('gravity', [3], barsOf([10, 10, 10, 40]));
    expect(values[2]).toBe(-2);
    expect(values[3]).toBeGreaterThan(-2);
  });
});

describe('The ATR range', () => {
  it('is made of the bars before: a breakout bar does not widen its own range (H8)', () => {
    const calm = barsOf([100, 100, 100, 100, 100]);
    const burst: Bar = { openMs: 0, open: 100, high: 200, low: 100, close: 190, volume: 1 };
    const values = valuesOf('atr-range-upper', [3, 1.5], [...calm, burst]);
    expect(values.at(-1)).toBe(100 + 1.5 * 2);
    expect(valuesOf('atr-range-lower', [3, 1.5], [...calm, burst]).at(-1)).toBe(100 - 1.5 * 2);
  });
});

describe('Plain values', () => {
  it('are the close, the volume and the number itself (H26)', () => {
    expect(valuesOf('close', [], BARS)).toEqual(closes);
    expect(valuesOf('volume', [], BARS)).toEqual(BARS.map((bar) => bar.volume));
    expect(valuesOf('number', [-2.5], BARS.slice(0, 3))).toEqual([-2.5, -2.5, -2.5]);
  });
});

describe('ADX', () => {
  it('stays as it is over a bar that moves nowhere (H26)', () => {
    const still = { openMs: 0, open: 3, high: 3, low: 3, close: 3, volume: 1 };
    expect(valuesOf('adx', [1], [...barsOf([1, 2]), still, still]).slice(-1)).toEqual([100]);
  });
});

describe('In a market where nothing moves', () => {
  const flat = barsOf(Array.from({ length: 60 }, () => 100)).map((bar) => ({ ...bar, high: 100, low: 100, volume: 0 }));
  it.each([
    ['rsi', [14], 0],
    ['smi', [5, 20], 0],
    ['cci', [20], 0],
    ['kdj-d', [9, 1, 1], 0],
    ['plus-di', [14], 0],
    ['adx', [14], 0],
    ['volume-ma', [7], 0],
    ['boll-upper', [20, 2], 100],
    ['boll-lower', [20, 2], 100],
  ] as const)('%s is a number, not the quotient of two zeros (H26)', (id, args, expected) => {
    expect(valuesOf(id, args, flat).at(-1)).toBe(expected);
  });
});

describe('A volume MA', () => {
  it('is exactly 0 when nothing was traded in its window, whatever was before (E-166)', () => {
    const volumes = [0.1, 0.7, 1234.567, 0.3, 0, 0, 0, 0];
    const bars = volumes.map((volume, i) => ({ openMs: i, open: 1, high: 1, low: 1, close: 1, volume }));
    expect(valuesOf('volume-ma', [4], bars).at(-1)).toBe(0);
  });
});

describe('A number of a saved state', () => {
  it.each([0, -0, 0.1, -1e-300, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'comes back from JSON as the same bits: %d',
    (value) => {
      expect(Number(JSON.parse(JSON.stringify(packNumber(value))))).toBe(value);
    },
  );
});
