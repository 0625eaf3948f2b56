import { performance } from 'node:perf_hooks';
import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { Condition } from '#lib/indicators/condition.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { seededCandles } from './support/seeded-candles.ts';

const YEAR_MINUTES = 525_600;
const WARM_RUNS = 5;
const TIMED_RUNS = 25;

function condition(
  indicatorName: Condition['indicatorName'],
  indicatorArgs: readonly string[],
  comparatorName: Condition['comparatorName'],
  compareIndicatorName: Condition['compareIndicatorName'],
  compareIndicatorArgs: readonly string[],
  operations: Condition['operations'] = 'and',
): Condition {
  return { operations, indicatorName, indicatorArgs, comparatorName, compareIndicatorName, compareIndicatorArgs };
}

const MACD = ['12', '26', '9'];
const BOLL = ['20', '2'];

/** In when MACD has turned up and RSI is not hot, out when it turns down, RSI is hot or the upper Bollinger band is passed; with stops. */
const PARAMS: IndicatorParams = {
  spec: testSpec(),
  feeRate: 100_000n,
  investment: 1_000_000_000_000n,
  side: 'buy',
  leverage: 1,
  conditions: {
    open: {
      side: 'open',
      period: '1h',
      ratio: '0.5',
      conditions: [
        condition('macd-histogram', MACD, 'gt', 'number', ['0']),
        condition('rsi', ['14'], 'lt', 'number', ['65']),
        condition('close', [], 'lt', 'boll-upper', BOLL),
      ],
    },
    close: {
      side: 'close',
      period: '1h',
      conditions: [
        condition('macd-histogram', MACD, 'lt', 'number', ['0']),
        condition('rsi', ['14'], 'gt', 'number', ['75'], 'or'),
        condition('close', [], 'gt', 'boll-upper', BOLL, 'or'),
      ],
    },
  },
  reinvests: true,
  totalStopE8: null,
  totalProfitE8: null,
  positionStopE8: 5_000_000n,
  positionProfit: null,
  protection: { startE8: 3_000_000n, keepE8: 1_000_000n, partE8: 100_000_000n },
  slipE8: null,
};

/** Median of timed runs, each from bare candles to the exact result: K-lines, indicators, stops, fills, 240 curve points. */
function measure(candles: CandleColumns): Record<string, unknown> {
  // Columns of its own each time: K-lines are kept with the columns, and nothing is to be kept between runs.
  const once = (): BacktestResult =>
    runBacktest({ kind: 'compose-indicator', params: PARAMS, candles: { ...candles }, fromIndex: 0 });
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
    size: `${YEAR_MINUTES} candles, MACD, RSI and Bollinger on 1-hour K-lines`,
    seconds: Number(median.toFixed(5)),
    rate: Math.round(YEAR_MINUTES / median),
    unit: 'candles/s',
    best: Math.round(YEAR_MINUTES / (seconds[0] as number)),
    fills: result.fills,
    target: 10_000_000,
  };
}

export const benches = [
  {
    name: 'indicator-backtest',
    run: () =>
      measure(
        seededCandles({
          seed: 20_260_803,
          minutes: YEAR_MINUTES,
          startTicks: 600_000,
          dailyVolatility: 0.0125,
          pull: 0.00002,
        }),
      ),
  },
] as const;
