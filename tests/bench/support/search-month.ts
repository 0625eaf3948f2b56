import type { CandleColumns } from '#lib/engine/candles.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
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

export function benchMonth(): CandleColumns {
  return seededCandles({
    seed: 20_260_811,
    minutes: 43_200,
    startTicks: 600_000,
    dailyVolatility: 0.022,
    pull: 0.00005,
  });
}

/** The contract on it: 0.0001 BTC, settled in USDT. */
export const BENCH_CONTRACT: ContractSpec = {
  ...BENCH_SPEC,
  amountDecimals: 4,
  lotUnits: 10_000n,
  contract: {
    settle: 'USDT',
    isInverse: false,
    quantoUnits: 10_000n,
    sizeMin: 1n,
    sizeMax: 1_000_000n,
    leverageMax: 50,
    riskTiers: [{ upToUnits: 100_000_000_000_000n, maintenanceE8: 500_000n, leverageMax: 50 }],
    takerE8: 50_000n,
    makerE8: 20_000n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: 28_800_000,
  },
};
