import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { benchGrid } from './support/bench-grid.ts';
import { seededCandles } from './support/seeded-candles.ts';
import { rateOfYearIn, timedBacktest, YEAR_MINUTES } from './support/timed-backtest.ts';

const START_TICKS = 600_000;
const TARGET = 20_000_000;
/** Most that a year of dense fills may take, ms. */
const DENSE_MS = 9.5;
const DENSE_WITHOUT_FEES_MS = 6.5;

function hundredGrids(lowTicks: number, highTicks: number): SpotGridParams {
  return benchGrid({ lowTicks, highTicks, gridCount: 100, investment: 1_000_000_000_000n });
}

/** A year that crosses a line of the narrower range every 18 minutes. */
function denseFills(): CandleColumns {
  return seededCandles({
    seed: 20_260_802,
    minutes: YEAR_MINUTES,
    startTicks: START_TICKS,
    dailyVolatility: 0.015,
    pull: 0.0002,
  });
}

/** Median of timed runs, each from parameters to exact result: layout, opening, every fill, 240 curve points. Nothing is kept between runs. */
function measure(params: SpotGridParams, candles: CandleColumns, target: number): Record<string, unknown> {
  const once = (): BacktestResult => runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0 });
  const { result, figures } = timedBacktest(once, target);
  return {
    size: `${YEAR_MINUTES} candles, 100 grids`,
    ...figures,
    fills: result.fills,
    matches: result.matches,
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
      return measure(hundredGrids(480_000, 720_000), candles, TARGET);
    },
  },
  {
    name: 'spot-grid-backtest-dense-fills',
    run: () => measure(hundredGrids(552_000, 648_000), denseFills(), rateOfYearIn(DENSE_MS)),
  },
  {
    name: 'spot-grid-backtest-dense-fills-without-fees',
    run: () =>
      measure({ ...hundredGrids(552_000, 648_000), feeRate: 0n }, denseFills(), rateOfYearIn(DENSE_WITHOUT_FEES_MS)),
  },
] as const;
