import { runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { condition } from '#tests/support/condition.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { seededCandles } from './support/seeded-candles.ts';
import { timedBacktest, YEAR_MINUTES } from './support/timed-backtest.ts';

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

/** From bare candles to the exact result: K-lines, indicators, stops, fills, 240 curve points. */
function measure(candles: CandleColumns): Record<string, unknown> {
  // Columns of its own each time: K-lines are kept with the columns, and nothing is to be kept between runs.
  const { result, figures } = timedBacktest(
    () => runBacktest({ kind: 'compose-indicator', params: PARAMS, candles: { ...candles }, fromIndex: 0 }),
    10_000_000,
  );
  return {
    size: `${YEAR_MINUTES} candles, MACD, RSI and Bollinger on 1-hour K-lines`,
    ...figures,
    fills: result.fills,
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
