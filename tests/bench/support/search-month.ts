import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { seededCandles } from './seeded-candles.ts';

/** What the benches of searches share: bitcoin over 30 days of a lively month. */
export const BENCH_SPEC: MarketSpec = {
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

export const BENCH_INVESTMENT = 1_000_000_000_000n;

export function benchMonth(): CandleColumns {
  return seededCandles({
    seed: 20_260_811,
    minutes: 43_200,
    startTicks: 600_000,
    dailyVolatility: 0.022,
    pull: 0.00005,
  });
}
