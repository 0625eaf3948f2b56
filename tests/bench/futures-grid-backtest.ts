import { type BacktestInput, type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { FundingColumns } from '#lib/engine/candles.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { LINEAR } from '#tests/unit/futures-fixture.ts';
import { seededCandles, seededUniform } from './support/seeded-candles.ts';
import { timedBacktest, YEAR_MINUTES } from './support/timed-backtest.ts';

const START_TICKS = 600_000;

function hundredGrids(side: FuturesGridParams['side'], lowTicks: number, highTicks: number): FuturesGridParams {
  return {
    spec: LINEAR,
    lowTicks,
    highTicks,
    gridCount: 100,
    spacing: 'arithmetic',
    side,
    investment: 1_000_000_000_000n,
    leverage: 3,
    quantity: { type: 'equal' },
    trigger: null,
    stopLossE8: 90_000_000n,
    takeProfitE8: 1_000_000_000n,
    stopCheck: 'tick',
    stopBelowRange: false,
    stopAboveRange: false,
    openingSlippageE8: null,
  };
}

/** A year of minutes with a mark price near the close before each, and a funding rate every eight hours. */
function year(seed: number, dailyVolatility: number, pull: number) {
  const candles = seededCandles({ seed, minutes: YEAR_MINUTES, startTicks: START_TICKS, dailyVolatility, pull });
  const uniform = seededUniform(seed + 1);
  const marks = Int32Array.from(candles.open, (open) => open + Math.round((uniform() - 0.5) * open * 0.0004));
  const settlements = (YEAR_MINUTES / 480) | 0;
  const funding: FundingColumns = {
    timesMs: Float64Array.from({ length: settlements }, (_, i) => candles.startMs + (i + 1) * 28_800_000),
    ratesE8: Array.from({ length: settlements }, () => Math.round((uniform() - 0.4) * 20_000)),
  };
  return { candles, marks, funding };
}

/** Median of timed runs, each from parameters to exact result: layout, opening, every fill, levels, funding, 240 curve points. */
function measure(input: Omit<BacktestInput<'futures_grid'>, 'kind' | 'fromIndex'>): Record<string, unknown> {
  const once = (): BacktestResult => runBacktest({ kind: 'futures_grid', fromIndex: 0, ...input });
  const { result, figures } = timedBacktest(once, 10_000_000);
  if (result.finish !== null) throw new Error(`The bot ended early: ${result.finish.reason}`);
  return {
    size: `${YEAR_MINUTES} candles with marks, 100 grids`,
    ...figures,
    fills: result.fills,
    matches: result.matches,
  };
}

export const benches = [
  {
    name: 'futures-grid-backtest',
    run: () => measure({ params: hundredGrids('long', 480_000, 720_000), ...year(20_260_801, 0.0125, 0.00002) }),
  },
  {
    name: 'futures-grid-backtest-dense-fills',
    run: () => measure({ params: hundredGrids('neutral', 552_000, 648_000), ...year(20_260_802, 0.015, 0.0002) }),
  },
] as const;
