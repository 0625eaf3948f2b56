import { beforeAll, describe, expect, it } from 'vitest';
import type { Bar } from '#lib/indicators/bar.ts';
import { type IndicatorId, indicatorSpec } from '#lib/indicators/catalogue.ts';
import { readRecordedBars } from '../support/recorded-bars.ts';
import { seededBars } from '../support/seeded-bars.ts';
import { startTaLib, type TaLib } from '../support/ta-lib.ts';
import { valuesOf } from './indicators-fixture.ts';

/** TA-Lib itself, compiled to WebAssembly, is the judge of everything that it has. */
let taLib: TaLib;
beforeAll(async () => {
  taLib = await startTaLib();
});

interface Columns {
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  readonly volume: number[];
}

function columnsOf(bars: readonly Bar[]): Columns {
  return {
    high: bars.map((bar) => bar.high),
    low: bars.map((bar) => bar.low),
    close: bars.map((bar) => bar.close),
    volume: bars.map((bar) => bar.volume),
  };
}

/** Expected values at the last bars of a series; those before them have none. */
type Oracle = (columns: Columns, args: readonly number[]) => readonly number[];

/** A function of TA-Lib that takes one column, or high, low and close. */
const run = (name: string, inputs: number[][], options: readonly number[]): readonly number[] =>
  taLib(name, inputs, options)[0]?.values ?? [];
const ofClose =
  (name: string): Oracle =>
  ({ close }, args) =>
    run(name, [close], args);
const ofRange =
  (name: string): Oracle =>
  ({ high, low, close }, args) =>
    run(name, [high, low, close], args);

const ema = (column: readonly number[], period: number): readonly number[] => run('EMA', [[...column]], [period]);
const atr = ofRange('ATR');

/** TA-Lib gives the line only where it has a signal; the shortest that it takes is 2. */
const SHORTEST_SIGNAL = 2;
const macd =
  (output: number): Oracle =>
  ({ close }, [fast = 0, slow = 0, signal = SHORTEST_SIGNAL]) =>
    taLib('MACD', [close], [fast, slow, signal], 3)[output]?.values ?? [];

const SIMPLE_AVERAGE = 0;
/**
 * Where closes hardly move, TA-Lib's bands are noise: its variance is the difference of two numbers of the size of the
 * squared price. Those bars (NaN here) are left to the exact test below.
 */
const LEAST_DEVIATION = 3e-5;
const bollinger =
  (output: number): Oracle =>
  ({ close }, [period = 0, deviations = 0]) => {
    const bands = taLib('BBANDS', [close], [period, deviations, deviations, SIMPLE_AVERAGE], 3);
    const [upper, middle] = bands;
    return (bands[output]?.values ?? []).map((value, i) => {
      const mean = middle?.values[i] as number;
      const deviation = ((upper?.values[i] as number) - mean) / deviations;
      return deviation < LEAST_DEVIATION * mean ? Number.NaN : value;
    });
  };

/** Without smoothing K is the raw value. */
const rawStochastic: Oracle = ({ high, low, close }, [period = 0]) =>
  taLib('STOCHF', [high, low, close], [period, 1, SIMPLE_AVERAGE], 2)[0]?.values ?? [];

/** Blau's oscillator out of TA-Lib's own averages. */
const smi: Oracle = ({ close }, [short = 0, long = 0]) => {
  const changes = close.slice(1).map((price, i) => price - (close[i] as number));
  const smoothed = ema(ema(changes, long), short);
  const distances = ema(ema(changes.map(Math.abs), long), short);
  return smoothed.map((change, i) => (100 * change) / (distances[i] as number));
};

/** Keltner's sides out of TA-Lib's averages; `sign` says which. */
const keltner =
  (sign: number): Oracle =>
  (columns, [period = 0, multiplier = 0, range = 0]) => {
    const middles = ema(columns.close, period);
    const ranges = atr(columns, [range]);
    const count = Math.min(middles.length, ranges.length);
    return Array.from(
      { length: count },
      (_, i) => (middles.at(i - count) as number) + sign * multiplier * (ranges.at(i - count) as number),
    );
  };

/** The range of a bar is made of the close and the range before it. */
const atrRange =
  (sign: number): Oracle =>
  (columns, [period = 0, multiplier = 0]) =>
    atr(columns, [period])
      .slice(0, -1)
      .map((range, i) => (columns.close[i + period] as number) + sign * multiplier * range);

const percentChannel =
  (sign: number): Oracle =>
  (columns, [period = 0, percent = 0]) =>
    ofClose('SMA')(columns, [period]).map((mean) => mean * (1 + (sign * percent) / 100));

interface Case {
  readonly id: IndicatorId;
  readonly oracle: Oracle;
  readonly argLists: readonly (readonly number[])[];
}

const judged = (id: IndicatorId, oracle: Oracle, ...argLists: number[][]): Case => ({ id, oracle, argLists });

const CASES: readonly Case[] = [
  judged('ma', ofClose('SMA'), [2], [20], [60], [600]),
  judged('volume-ma', ({ volume }, args) => run('SMA', [volume], args), [2], [20], [600]),
  judged('ema', ofClose('EMA'), [2], [20], [600]),
  judged('macd', macd(0), [12, 26], [26, 12], [5, 35]),
  judged('macd-signal', macd(1), [12, 26, 9], [3, 10, 16]),
  judged('macd-histogram', macd(2), [12, 26, 9], [3, 10, 16]),
  judged('rsi', ofClose('RSI'), [2], [14], [100]),
  judged('boll-upper', bollinger(0), [2, 1], [20, 2], [100, 4.25]),
  judged('boll-mid', bollinger(1), [2, 1], [20, 2], [100, 4.25]),
  judged('boll-lower', bollinger(2), [2, 1], [20, 2], [100, 4.25]),
  judged('atr', atr, [1], [14], [100]),
  judged('adx', ofRange('ADX'), [2], [14], [50]),
  judged('plus-di', ofRange('PLUS_DI'), [2], [14], [50]),
  judged('minus-di', ofRange('MINUS_DI'), [2], [14], [50]),
  judged('cci', ofRange('CCI'), [2], [20], [100]),
  judged('obv', ({ close, volume }) => run('OBV', [close, volume], []), []),
  judged('kdj-k', rawStochastic, [9, 1, 1], [40, 1, 1]),
  judged('smi', smi, [5, 20], [20, 5]),
  judged('smi-signal', (columns, args) => ema(smi(columns, args), args[2] ?? 0), [5, 20, 5], [13, 25, 7]),
  judged('keltner-upper', keltner(1), [20, 2, 10], [5, 1.5, 30]),
  judged('keltner-mid', ({ close }, [period = 0]) => ema(close, period), [20, 2, 10]),
  judged('keltner-lower', keltner(-1), [20, 2, 10], [5, 1.5, 30]),
  judged('percent-channel-upper', percentChannel(1), [20, 2.5]),
  judged('percent-channel-lower', percentChannel(-1), [20, 2.5]),
  judged('atr-range-upper', atrRange(1), [14, 1.5]),
  judged('atr-range-lower', atrRange(-1), [14, 1.5]),
];

const TOLERANCE = 1e-9;
const DUST = 1e-14;

/** The first value that is further from TA-Lib's than 1e-9 of it, in words; null when none is. */
function firstDifference(expected: readonly number[], got: readonly number[]): string | null {
  const before = got.length - expected.length;
  const largest = expected.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
  for (const [i, value] of expected.entries()) {
    if (Number.isNaN(value)) continue;
    const own = got[before + i] as number;
    // Where nothing was traded, TA-Lib's running sums keep the dust of what was.
    const allowed = Math.max(TOLERANCE * Math.abs(value), DUST * largest);
    if (!(Math.abs(own - value) <= allowed)) return `bar ${before + i}: ${own} instead of ${value}`;
  }
  return null;
}

const SERIES: readonly (readonly [string, Bar[] | null])[] = [
  ['4,000 synthetic bars with calms', seededBars(7, 4000)],
  ['recorded quarter-hours of BTC', readRecordedBars('spot-2025/BTC_USDT.15m.csv.gz')],
  ['recorded quarter-hours of DOGE, a small price', readRecordedBars('spot-2025/DOGE_USDT.15m.csv.gz')],
  ['recorded minutes of BTC', readRecordedBars('spot-2026/BTC_USDT.1m.csv.gz')],
];

describe.each(SERIES)('Indicators on %s', (_, bars) => {
  it.skipIf(bars === null).each(CASES)("give TA-Lib's values of $id to 1e-9 (H26)", ({ id, oracle, argLists }) => {
    const columns = columnsOf(bars ?? []);
    for (const args of argLists) {
      const expected = oracle(columns, args);
      const got = valuesOf(id, args, bars ?? []);
      expect(expected.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(1000);
      expect(firstDifference(expected, got), `${id} ${args.join('/')}`).toBeNull();
    }
  });
});

describe('The warm-up of an indicator', () => {
  const bars = seededBars(11, 700);
  it.each(CASES)("of $id is as long as TA-Lib's (H26)", ({ id, oracle, argLists }) => {
    for (const args of argLists) {
      const none = indicatorSpec(id).warmUp(args);
      const withheld = id === 'macd' ? SHORTEST_SIGNAL - 1 : 0;
      const got = valuesOf(id, args, bars);
      expect(got.findIndex((value) => !Number.isNaN(value))).toBe(none);
      expect(bars.length - oracle(columnsOf(bars), args).length).toBe(none + withheld);
    }
  });
});

describe('Bollinger bands', () => {
  it.each(SERIES)('are the mean and the deviation of their window to 1e-10, on %s (E-171, E-172)', (_, bars) => {
    const closes = (bars ?? seededBars(3, 2000)).map((bar) => bar.close);
    for (const [period, deviations] of [
      [2, 1],
      [20, 2],
    ] as const) {
      const expected = closes.slice(period - 1).map((__, i) => {
        const window = closes.slice(i, i + period);
        const first = window[0] as number;
        const mean = window.reduce((sum, close) => sum + (close - first), 0) / period;
        const variance = window.reduce((sum, close) => sum + (close - first - mean) ** 2, 0) / period;
        return first + mean + deviations * Math.sqrt(variance);
      });
      const got = valuesOf('boll-upper', [period, deviations], bars ?? seededBars(3, 2000));
      const worst = expected.reduce((most, value, i) => {
        const error = Math.abs((got[i + period - 1] as number) - value) / value;
        return error > most ? error : most;
      }, 0);
      expect(worst).toBeLessThan(1e-10);
    }
  });
});
