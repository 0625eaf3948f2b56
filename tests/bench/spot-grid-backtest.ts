import { performance } from 'node:perf_hooks';
import { type BacktestResult, runBacktest } from '#lib/engine/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { SpotGridParams } from '#lib/engine/grid-params.ts';
import { benchGrid } from './support/bench-grid.ts';
import { seededCandles } from './support/seeded-candles.ts';

const YEAR_MINUTES = 525_600;
const START_TICKS = 600_000;
const WARM_RUNS = 5;
const TIMED_RUNS = 25;

function hundredGrids(lowTicks: number, highTicks: number): SpotGridParams {
  return benchGrid({ lowTicks, highTicks, gridCount: 100, investment: 1_000_000_000_000n });
}

/** Median of timed runs, each from parameters to exact result: layout, opening, every fill, 240 curve points. Nothing is kept between runs. */
function measure(params: SpotGridParams, candles: CandleColumns): Record<string, unknown> {
  const once = (): BacktestResult => runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0 });
  for (let i = 0; i < WARM_RUNS; i += 1) once();
  const seconds: number[] = [];
  let result = once();
  for (let i = 0; i < TIMED_RUNS; i += 1) {
    const begin = performance.now();
    result = once();
    seconds.push((performance.now() - begin) / 1000);
  }
  if (result.equity.residual !== 0n) throw new Error('A backtest broke the equity identity');
  const median = seconds.sort((a, b) => a - b)[TIMED_RUNS >> 1] as number;
  return {
    size: `${YEAR_MINUTES} candles, 100 grids`,
    seconds: Number(median.toFixed(5)),
    rate: Math.round(YEAR_MINUTES / median),
    unit: 'candles/s',
    best: Math.round(YEAR_MINUTES / (seconds[0] as number)),
    fills: result.fills,
    matches: result.matches,
    target: 20_000_000,
  };
}

export const benches = [
  {
    name: 'spot-grid-backtest',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_801,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.0125,
        pull: 0.00002,
      });
      return measure(hundredGrids(480_000, 720_000), candles);
    },
  },
  {
    name: 'spot-grid-backtest-dense-fills',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_802,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.015,
        pull: 0.0002,
      });
      return measure(hundredGrids(552_000, 648_000), candles);
    },
  },
] as const;
