import { performance } from 'node:perf_hooks';
import type { BacktestResult } from '#lib/backtest/backtest.ts';

/** Minutes of the year that backtests are timed over. */
export const YEAR_MINUTES = 525_600;
/** V8 has compiled what a worker runs all day by then; five runs, as before, were timed while it still did. */
const WARM_MS = 1_000;
const TIMED_RUNS = 25;

/** Median and best of timed runs, each from parameters to exact result; nothing is kept between runs. */
export function timedBacktest(once: () => BacktestResult): {
  readonly result: BacktestResult;
  readonly figures: { readonly seconds: number; readonly rate: number; readonly unit: string; readonly best: number };
} {
  for (const begin = performance.now(); performance.now() - begin < WARM_MS; ) once();
  const seconds: number[] = [];
  let result = once();
  for (let i = 0; i < TIMED_RUNS; i += 1) {
    const begin = performance.now();
    result = once();
    seconds.push((performance.now() - begin) / 1000);
  }
  if (result.equity.residual !== 0n) throw new Error('A backtest broke the equity identity');
  const median = seconds.sort((a, b) => a - b)[TIMED_RUNS >> 1] as number;
  const figures = {
    seconds: Number(median.toFixed(5)),
    rate: Math.round(YEAR_MINUTES / median),
    unit: 'candles/s',
    best: Math.round(YEAR_MINUTES / (seconds[0] as number)),
  };
  return { result, figures };
}
