import { performance } from 'node:perf_hooks';
import { bb, macd, rsi } from 'indicatorts';
import technical from 'technicalindicators';
import { BollingerBands, EMA, RSI, MACD as StreamedMacd } from 'trading-signals';
import { BollingerBand } from '#lib/indicators/bollinger.ts';
import { Macd } from '#lib/indicators/macd.ts';
import { RelativeStrength } from '#lib/indicators/rsi.ts';
import { seededCandles } from './support/seeded-candles.ts';

const CLOSES = 525_600;
const ROUNDS = 5;

/** A year of minute closes in hundredths, as the packages take them. */
function yearOfCloses(): number[] {
  const { close } = seededCandles({
    seed: 4,
    minutes: CLOSES,
    startTicks: 6_000_000,
    dailyVolatility: 0.03,
    pull: 1e-5,
  });
  return Array.from(close, (ticks) => ticks / 100);
}

/** The last line, signal, strength, middle and upper band: everybody must have computed the same. */
type Last = readonly [macd: number, signal: number, rsi: number, middle: number, upper: number];

/** One bar that every close is written into: an indicator keeps nothing of it. */
const BAR = { openMs: 0, open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN, volume: Number.NaN };

function ours(closes: readonly number[]): Last {
  const { line, signal } = ourMacd(closes);
  const strength = ourStrength(closes);
  const { upper, middle } = ourBands(closes);
  return lastOf(line, signal, strength, middle, upper);
}

function ourMacd(closes: readonly number[]): { line: Float64Array; signal: Float64Array } {
  const line = new Float64Array(closes.length);
  const signal = new Float64Array(closes.length);
  const averages = new Macd('signal', 12, 26, 9);
  for (let i = 0; i < closes.length; i += 1) {
    BAR.close = closes[i] as number;
    signal[i] = averages.update(BAR);
    line[i] = averages.macd;
  }
  return { line, signal };
}

function ourStrength(closes: readonly number[]): Float64Array {
  const strength = new Float64Array(closes.length);
  const relative = new RelativeStrength(14);
  for (let i = 0; i < closes.length; i += 1) {
    BAR.close = closes[i] as number;
    strength[i] = relative.update(BAR);
  }
  return strength;
}

function ourBands(closes: readonly number[]): { upper: Float64Array; middle: Float64Array; lower: Float64Array } {
  const upper = new Float64Array(closes.length);
  const middle = new Float64Array(closes.length);
  const lower = new Float64Array(closes.length);
  const bands = new BollingerBand('upper', 20, 2);
  for (let i = 0; i < closes.length; i += 1) {
    BAR.close = closes[i] as number;
    upper[i] = bands.update(BAR);
    middle[i] = bands.middle;
    lower[i] = bands.middle - bands.spread;
  }
  return { upper, middle, lower };
}

function lastOf(...columns: readonly ArrayLike<number | undefined>[]): Last {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = columns.map((column) => column[column.length - 1]);
  return [a, b, c, d, e];
}

function tradingSignals(closes: readonly number[]): Last {
  const averages = new StreamedMacd(new EMA(12), new EMA(26), new EMA(9));
  const relative = new RSI(14);
  const bands = new BollingerBands(20, 2);
  for (const close of closes) {
    averages.update(close, false);
    relative.update(close, false);
    bands.update(close, false);
  }
  const lines = averages.getResultOrThrow();
  const band = bands.getResultOrThrow();
  return [lines.macd, lines.signal, relative.getResultOrThrow(), band.middle, band.upper];
}

function technicalIndicators(values: number[]): Last {
  const lines = technical.MACD.calculate({
    values,
    fastPeriod: 12,
    slowPeriod: 26,
    signalPeriod: 9,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
  }).at(-1);
  const strength = technical.RSI.calculate({ values, period: 14 }).at(-1);
  const band = technical.BollingerBands.calculate({ values, period: 20, stdDev: 2 }).at(-1);
  return [lines?.MACD ?? 0, lines?.signal ?? 0, strength ?? 0, band?.middle ?? 0, band?.upper ?? 0];
}

function indicatorTs(closes: number[]): Last {
  const lines = macd(closes);
  const strength = rsi(closes);
  const bands = bb(closes);
  return lastOf(lines.macdLine, lines.signalLine, strength, bands.middle, bands.upper);
}

const CANDIDATES = {
  ours,
  'trading-signals': tradingSignals,
  technicalindicators: technicalIndicators,
  indicatorts: indicatorTs,
};
type Candidate = keyof typeof CANDIDATES;
const NAMES = Object.keys(CANDIDATES) as Candidate[];

/** Seconds of the quickest of some rounds in which all take turns: the machine is the same for everybody. */
function measure(closes: number[]): Record<Candidate, number> {
  const seconds = Object.fromEntries(NAMES.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Candidate,
    number
  >;
  let expected: Last | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of NAMES) {
      const begin = performance.now();
      const last = CANDIDATES[name](closes);
      seconds[name] = Math.min(seconds[name], (performance.now() - begin) / 1000);
      expected ??= last;
      assertNear(name, expected, last);
    }
  }
  return seconds;
}

/** technicalindicators rounds RSI to two decimals; everybody else agrees to far more. */
function assertNear(name: string, expected: Last, got: Last): void {
  for (const [i, value] of expected.entries()) {
    if (!(Math.abs((got[i] as number) - value) < 0.01)) throw new Error(`${name} says ${got}, not ${expected}`);
  }
}

export const benches = [
  {
    name: 'indicators-macd-rsi-boll',
    run: () => {
      const seconds = measure(yearOfCloses());
      const others = NAMES.filter((name) => name !== 'ours');
      const fastest = others.reduce((best, name) => (seconds[name] < seconds[best] ? name : best));
      return {
        size: `MACD + RSI + Bollinger over ${CLOSES} closes`,
        seconds: Number(seconds.ours.toFixed(4)),
        rate: Math.round(CLOSES / seconds.ours),
        unit: 'closes/s',
        fastestOther: fastest,
        otherSeconds: Object.fromEntries(others.map((name) => [name, Number(seconds[name].toFixed(4))])),
        /** Must be above 1. */
        timesFasterThanFastest: Number((seconds[fastest] / seconds.ours).toFixed(2)),
      };
    },
  },
] as const;
