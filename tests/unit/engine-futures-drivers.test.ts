import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { createCandleView, fundingRateAt } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { EngineSink } from '#lib/engine/machine.ts';
import { EQUITY_SCALE, type Fill } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { allTrades, countTrades } from '#lib/formulas/all-trades.ts';
import { createFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import { TEN_FUTURES } from './engine-futures-bench.ts';

const NOBODY: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

/** Minutes that stand still at these prices; −1 is a gap. */
function still(...prices: number[]): CandleColumns {
  const column = (): Int32Array => Int32Array.from(prices);
  return { startMs: 0, stepMs: 60_000, open: column(), high: column(), low: column(), close: column() };
}

describe('the mark price in the drivers', () => {
  it('is the last price known at the minute’s beginning where it is unknown', () => {
    const candles = still(-1, 100, 101, -1, 103);
    expect([...markColumn(candles)]).toEqual([-1, 100, 100, 101, 101]);
    expect([...markColumn(candles, Int32Array.of(-1, -1, 99, 98, -1))]).toEqual([-1, 100, 99, 98, 101]);
    expect(markColumn(candles)).toBe(markColumn(candles));
    expect(() => markColumn(candles, Int32Array.of(1))).toThrow(RangeError);
  });

  it('liquidates in a backtest at the minute that it is published in, gap or not', () => {
    const candles = still(1500, 1500, -1, 1500);
    const at = (marks: number[]) =>
      runBacktest({ kind: 'futures_grid', params: TEN_FUTURES, candles, marks: Int32Array.from(marks), fromIndex: 0 })
        .finish;
    // The opening fills a tick above 1500 in the book: the level is 954.
    // The mark of the first minute is known at the start: it is no point that the bot is shown.
    expect(at([900, 1500, 1500, 1500])).toBeNull();
    expect(at([1500, 954, 1500, 1500])).toMatchObject({ reason: 'liquidated', timeMs: 60_000 });
    expect(at([1500, 955, 954, 1500])).toMatchObject({ reason: 'liquidated', timeMs: 120_000 });
    expect(at([1500, 1500, 1500, 955])).toBeNull();
  });

  it('liquidates by the very mark that opened a bot, in a backtest and live (A8)', () => {
    // The mark falls to its trigger far below the last price: the bot opens around 1500 and is beyond its level of 954 at once.
    const params = { ...TEN_FUTURES, trigger: { price: 'mark', ticks: 900 } } as const;
    const candles = still(1500, 1500, 1500);
    const marks = Int32Array.of(1500, 900, 1500);
    const { finish } = runBacktest({ kind: 'futures_grid', params, candles, marks, fromIndex: 0 });
    expect(finish).toMatchObject({ reason: 'liquidated', timeMs: 60_000 });
    const driver = new LiveDriver();
    driver.setLastTicks(1500);
    driver.setMarkTicks(1500);
    const machine = createFuturesGrid(params, createCandleView(candles, params.spec), NOBODY);
    machine.start([1500, 1500], 0);
    driver.add('one', machine);
    driver.advanceMark({ timeMs: 60_000, ticks: 900 });
    expect(machine.status).toBe('finished');
  });

  it('counts the liquidation among the trades: no win rate of 100 % for a bot that lost everything (A1)', () => {
    const completed: bigint[] = [];
    const sink = {
      ...NOBODY,
      isQuiet: false,
      fill: ({ matchProfit }: Fill) => {
        if (matchProfit !== null) completed.push(matchProfit);
      },
    };
    const candles = still(1500, 1450, 1500, 1450, 1500, 1500);
    const marks = Int32Array.of(1500, 1500, 1500, 1500, 1500, 900);
    const { equity, finish } = runBacktest({
      kind: 'futures_grid',
      params: TEN_FUTURES,
      candles,
      marks,
      fromIndex: 0,
      sink,
    });
    expect(finish?.reason).toBe('liquidated');
    const profit = (equity.equity - equity.start) / EQUITY_SCALE;
    const trades = allTrades(completed, profit);
    expect(trades.reduce((sum, one) => sum + one, 0n)).toBe(profit);
    expect(trades.some((one) => one < 0n)).toBe(true);
    const won = completed.filter((one) => one > 0n).length;
    const sum = completed.reduce((all, one) => all + one, 0n);
    expect(countTrades({ won, lost: 0, profit: sum }, profit)).toEqual({ won, lost: 1 });
  });

  it('wakes live only those whose level it reaches, and those at once, with the last price', () => {
    const view = createCandleView(still(1500), TEN_FUTURES.spec);
    const driver = new LiveDriver();
    driver.setLastTicks(1500);
    driver.setMarkTicks(1500);
    const machines = [5, 10, 20].map((leverage) => {
      const machine = createFuturesGrid({ ...TEN_FUTURES, leverage }, view, NOBODY);
      machine.start([1500, 1500], 0);
      driver.add(`x${leverage}`, machine);
      return machine;
    });
    const levels = machines.map((machine) => machine.position?.([1500, 1500])?.liquidationTicks ?? 0);
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect(driver.advanceMark({ timeMs: 60_000, ticks: (levels[2] as number) + 1 })).toEqual([]);
    expect(new Set(driver.advanceMark({ timeMs: 120_000, ticks: levels[2] as number }))).toEqual(new Set(['x20']));
    expect(machines.map((machine) => machine.status)).toEqual(['running', 'running', 'finished']);
    driver.remove('x10');
    expect(new Set(driver.advanceMark({ timeMs: 180_000, ticks: levels[1] as number }))).toEqual(new Set());
    machines[0]?.terminate({ type: 'market' }, [1500, 1500], 190_000);
    driver.refresh('x5');
    expect(driver.advanceMark({ timeMs: 240_000, ticks: 1 })).toEqual([]);
    expect(driver.markTicks).toBe(1);
  });

  it('knows the funding rate of exactly the settlements that it was given', () => {
    const funding = { timesMs: Float64Array.of(1000, 2000, 3000), ratesE8: [5, -7, 9] };
    expect([1000, 1500, 2000, 3000, 4000].map((timeMs) => fundingRateAt(funding, timeMs))).toEqual([
      5n,
      null,
      -7n,
      9n,
      null,
    ]);
    expect(createCandleView(still(1), TEN_FUTURES.spec).fundingRate?.(0, 1000)).toBeNull();
  });
});
