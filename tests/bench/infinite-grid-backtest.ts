import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { benchGrid } from './support/bench-grid.ts';
import { seededCandles } from './support/seeded-candles.ts';
import { timedBacktest, YEAR_MINUTES } from './support/timed-backtest.ts';

const START_TICKS = 600_000;

/** A grid that trades whenever the price has moved by this fraction, either way. */
function evenGrid(moveE8: bigint): InfiniteGridParams {
  const { spec, feeRate, investment } = benchGrid({
    lowTicks: 480_000,
    highTicks: 720_000,
    gridCount: 2,
    investment: 1_000_000_000_000n,
  });
  return {
    spec,
    feeRate,
    investment,
    fallE8: moveE8,
    riseE8: moveE8,
    investIn: 'quote',
    triggerTicks: null,
    stopLossTicks: null,
    takeProfitTicks: null,
    stopCheck: 'tick',
    keepCoins: false,
  };
}

/** Median of timed runs, each from parameters to exact result: every fill, 240 curve points. Nothing is kept between runs. */
function measure(params: InfiniteGridParams, candles: CandleColumns): Record<string, unknown> {
  const once = (): BacktestResult => runBacktest({ kind: 'infinite_grid', params, candles, fromIndex: 0 });
  const { result, figures } = timedBacktest(once);
  return { size: `${YEAR_MINUTES} candles`, ...figures, fills: result.fills, matches: result.matches };
}

export const benches = [
  {
    name: 'infinite-grid-backtest',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_801,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.0125,
        pull: 0.00002,
      });
      return measure(evenGrid(1_000_000n), candles);
    },
  },
  {
    name: 'infinite-grid-backtest-dense-fills',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_802,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.015,
        pull: 0.0002,
      });
      return measure(evenGrid(200_000n), candles);
    },
  },
] as const;
