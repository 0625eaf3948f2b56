import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { seededCandles } from './support/seeded-candles.ts';
import { timedBacktest, YEAR_MINUTES } from './support/timed-backtest.ts';

const START_TICKS = 600_000;

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
  const { result, figures } = timedBacktest(once, 20_000_000);
  return {
    size: `${YEAR_MINUTES} candles, 10 add orders`,
    ...figures,
    fills: result.fills,
    rounds: result.matches,
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
