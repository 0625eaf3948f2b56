import { performance } from 'node:perf_hooks';
import { type BacktestResult, runBacktest } from '#lib/engine/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MartingaleParams } from '#lib/engine/martingale-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { seededCandles } from './support/seeded-candles.ts';

const YEAR_MINUTES = 525_600;
const START_TICKS = 600_000;
const WARM_RUNS = 5;
const TIMED_RUNS = 25;

const BTC: MarketSpec = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 1,
  amountDecimals: 6,
  tickUnits: 10_000_000n,
  lotUnits: 100n,
  minBaseUnits: 100n,
  minQuoteUnits: 300_000_000n,
  maxGrid: 200,
};

/** A first order and ten add orders, each half as large again, with profit at the given rate. */
function tenAdds(stepE8: bigint, takeProfitE8: bigint): MartingaleParams {
  return {
    spec: BTC,
    side: 'buy',
    transactionType: 'high-risk-arbitrage',
    stepType: 'rate',
    priceStep: stepE8,
    multiplierE8: 150_000_000n,
    maxAddOrders: 10,
    freeRows: null,
    takeProfitE8,
    stopLossE8: null,
    investment: 1_000_000_000_000n,
    feeRate: 100_000n,
    leverage: 1,
    firstSize: null,
    triggerTicks: null,
  };
}

/** Median of timed runs, each from parameters to exact result: every cycle, every fill, 240 curve points. Nothing is kept between runs. */
function measure(params: MartingaleParams, candles: CandleColumns): Record<string, unknown> {
  const once = (): BacktestResult => runBacktest({ kind: 'martingale', params, candles, fromIndex: 0 });
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
    size: `${YEAR_MINUTES} candles, 10 add orders`,
    seconds: Number(median.toFixed(5)),
    rate: Math.round(YEAR_MINUTES / median),
    unit: 'candles/s',
    best: Math.round(YEAR_MINUTES / (seconds[0] as number)),
    fills: result.fills,
    rounds: result.matches,
    target: 20_000_000,
  };
}

export const benches = [
  {
    name: 'martingale-backtest',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_801,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.0125,
        pull: 0.00002,
      });
      return measure(tenAdds(1_500_000n, 1_500_000n), candles);
    },
  },
  {
    name: 'martingale-backtest-dense-fills',
    run: () => {
      const candles = seededCandles({
        seed: 20_260_802,
        minutes: YEAR_MINUTES,
        startTicks: START_TICKS,
        dailyVolatility: 0.02,
        pull: 0.0002,
      });
      return measure(tenAdds(500_000n, 500_000n), candles);
    },
  },
] as const;
