import { performance } from 'node:perf_hooks';
import type { BacktestResult } from '#lib/backtest/backtest.ts';

/** Minutes of the year that backtests are timed over. */
export const YEAR_MINUTES = 525_600;
/** V8 has compiled what a worker runs all day by then: both, for on a slow machine a second is less than five runs. */
const WARM_MS = 1_000;
const WARM_RUNS = 5;
const TIMED_RUNS = 25;

interface Figures {
  readonly seconds: number;
  readonly rate: number;
  readonly unit: string;
  readonly best: number;
  readonly target?: number;
  readonly tooLong?: readonly string[];
}

/** Candles a second of a year in so many ms. */
export function rateOfYearIn(ms: number): number {
  return Math.round((YEAR_MINUTES * 1000) / ms);
}

/** Median and best of timed runs, each from parameters to exact result; nothing is kept between runs. `target`: candles a second that the median has to have, where that is said of it. */
export function timedBacktest(
  once: () => BacktestResult,
  target?: number,
): { readonly result: BacktestResult; readonly figures: Figures } {
  const begin = performance.now();
  for (let runs = 0; runs < WARM_RUNS || performance.now() - begin < WARM_MS; runs += 1) once();
  const seconds: number[] = [];
  let result = once();
  for (let i = 0; i < TIMED_RUNS; i += 1) {
    const begin = performance.now();
    result = once();
    seconds.push((performance.now() - begin) / 1000);
  }
  if (result.equity.residual !== 0n) throw new Error('A backtest broke the equity identity');
  const median = seconds.sort((a, b) => a - b)[TIMED_RUNS >> 1] as number;
  const rate = Math.round(YEAR_MINUTES / median);
  const figures = {
    seconds: Number(median.toFixed(5)),
    rate,
    unit: 'candles/s',
    best: Math.round(YEAR_MINUTES / (seconds[0] as number)),
    ...(target === undefined ? {} : { target, tooLong: rate < target ? ['rate'] : [] }),
  };
  return { result, figures };
}
