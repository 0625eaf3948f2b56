import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { BacktestInput } from '#lib/backtest/backtest.ts';
import { type CandleColumns, lowComesFirst } from '#lib/engine/candles.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { inputOf, KIND_RUNS, type KindRun, tell } from './every-kind-scenario.ts';

const RUNS = { numRuns: 40 };

/** Where a candle's path is cut: at its extremes, or half-way between them as well. */
type Cut = 'at the extremes' | 'half-way too';

/** The prices between which the parts of a candle go; every part is straight. */
function stopsOf([open, high, low, close]: readonly [number, number, number, number], cut: Cut): number[] {
  const isLowFirst = lowComesFirst(open, close);
  const turns = [open, isLowFirst ? low : high, isLowFirst ? high : low, close];
  // A last part in which nothing moves.
  if (cut === 'at the extremes') return [...turns, close];
  return turns.flatMap((stop, i) => (i === 0 ? [stop] : [Math.round(((turns[i - 1] as number) + stop) / 2), stop]));
}

const PARTS: { readonly [C in Cut]: number } = { 'at the extremes': 4, 'half-way too': 6 };

/** Each candle as several that go the same way; its volume is traded in the first. */
function splitCandles(candles: CandleColumns, cut: Cut): CandleColumns {
  const count = candles.open.length;
  const parts = PARTS[cut];
  const column = (): Int32Array => new Int32Array(count * parts).fill(-1);
  const finer = { open: column(), high: column(), low: column(), close: column() };
  const volume = new Float64Array(count * parts);
  for (let i = 0; i < count; i += 1) {
    const candle = (['open', 'high', 'low', 'close'] as const).map((name) => candles[name][i] as number);
    if ((candle[0] as number) < 0) continue;
    volume[i * parts] = candles.volume?.[i] ?? 0;
    const stops = stopsOf(candle as [number, number, number, number], cut);
    for (let part = 0; part < parts; part += 1) {
      const [from, to] = [stops[part] as number, stops[part + 1] as number];
      const at = i * parts + part;
      finer.open[at] = from;
      finer.close[at] = to;
      finer.high[at] = Math.max(from, to);
      finer.low[at] = Math.min(from, to);
    }
  }
  const { startMs, stepMs } = candles;
  return { startMs, stepMs: stepMs / parts, ...finer, ...(candles.volume === undefined ? {} : { volume }) };
}

/** The mark of a minute is in force in all its parts. */
function splitMarket({ candles, marks, funding }: MarketColumns, cut: Cut): MarketColumns {
  const known = markColumn(candles, marks);
  const finer = splitCandles(candles, cut);
  return {
    candles: finer,
    marks: Int32Array.from(finer.open, (_, i) => known[Math.floor(i / PARTS[cut])] as number),
    ...(funding === undefined ? {} : { funding }),
  };
}

function split<K extends RunnableKind>(run: KindRun<K>, cut: Cut): BacktestInput<K> {
  const markets = Object.entries(run.columns).map(([name, market]) => [name, splitMarket(market, cut)] as const);
  const finer = inputOf({ ...run, columns: Object.fromEntries(markets), fromIndex: run.fromIndex * PARTS[cut] });
  const average = inputOf(run).view?.movingAverage;
  // An average is one of minutes, whatever the candles are.
  if (finer.view === undefined || average === undefined) return finer;
  return { ...finer, view: { ...finer.view, movingAverage: average } };
}

/** Times inside a minute are those of the path that a driver was given. */
function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / 60_000);
}

/** A run with everything that it says. */
function saidOf<K extends RunnableKind>(input: BacktestInput<K>) {
  const { result, told } = tell(input);
  const { curve, finish, endMs: _endMs, candles: _count, ...figures } = result;
  return {
    ...figures,
    finish: finish === null ? null : { ...finish, timeMs: minuteOf(finish.timeMs) },
    told: told.map(({ timeMs, ...one }) => JSON.stringify({ ...one, minute: minuteOf(timeMs) }, inMinutes)),
    curve: { rate: [...curve.rate], fall: [...curve.fall] },
  };
}

function inMinutes(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  return /Ms$/.test(name) && typeof value === 'number' ? minuteOf(value) : value;
}

describe('a path of one-minute candles split into finer candles of the same path', () => {
  it.each(RUNNABLE_KINDS)('changes nothing of what a %s comes to (A3)', (kind) => {
    let traded = 0;
    let fell = 0;
    fc.assert(
      fc.property(
        KIND_RUNS[kind] as fc.Arbitrary<KindRun>,
        fc.constantFrom<Cut>('at the extremes', 'half-way too'),
        fc.constantFrom(1, 2, 3, 5, 7),
        (run, cut, minutes) => {
          const input = inputOf(run);
          // A point each minute or each few minutes, where that comes out even.
          const count = input.candles.open.length - run.fromIndex;
          const points = { curvePoints: count % minutes === 0 ? count / minutes : 1 };
          const expected = saidOf({ ...input, ...points });
          expect(saidOf({ ...split(run, cut), ...points })).toEqual(expected);
          traded += expected.fills;
          if (expected.maxDrawdown > 0) fell += 1;
        },
      ),
      RUNS,
    );
    // The walks are wild enough that something happens, whatever cases a night draws.
    expect(traded).toBeGreaterThan(RUNS.numRuns / 4);
    expect(fell).toBeGreaterThan(0);
  });
});
