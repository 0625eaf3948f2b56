import { performance } from 'node:perf_hooks';
import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { seededCandles } from './support/seeded-candles.ts';

const YEAR_MINUTES = 525_600;
const COINS = 10;
const COIN = 100_000_000n;
const TIMED_RUNS = 5;

const SPECS: readonly MarketSpec[] = Array.from({ length: COINS }, (_, i) => ({
  market: `C${i}_USDT`,
  base: `C${i}`,
  quote: 'USDT',
  priceDecimals: 2,
  amountDecimals: 6,
  tickUnits: 1_000_000n,
  lotUnits: 100n,
  minBaseUnits: 100n,
  minQuoteUnits: 3n * COIN,
  maxGrid: 200,
}));
const [FIRST, ...OTHERS] = SPECS as [MarketSpec, ...MarketSpec[]];
const SPEC = { ...FIRST, companions: Object.fromEntries(OTHERS.map((spec) => [instrumentOf(spec), spec])) };

function tenths(rebalance: SmartPositionParams['rebalance']): SmartPositionParams {
  return {
    spec: SPEC,
    coins: [SPEC, ...OTHERS].map((spec) => ({ spec, feeRate: 100_000n, targetE8: COIN / BigInt(COINS), brought: 0n })),
    investment: 1000n * COIN,
    rebalance,
    stopLossE8: null,
    stopProfitE8: null,
    sellsAtEnd: true,
  };
}

function measure(rebalance: SmartPositionParams['rebalance']): Record<string, unknown> {
  const walks = SPECS.map((_, i) =>
    seededCandles({ seed: 100 + i, minutes: YEAR_MINUTES, startTicks: 600_000, dailyVolatility: 0.03, pull: 0 }),
  );
  const [candles] = walks as [(typeof walks)[number]];
  const others = Object.fromEntries(
    SPECS.map((spec, i) => [instrumentOf(spec), { candles: walks[i] as typeof candles }]),
  );
  const params = tenths(rebalance);
  const run = (): BacktestResult => runBacktest({ kind: 'smart-position', params, candles, others, fromIndex: 0 });
  const { fills } = run();
  const begin = performance.now();
  for (let i = 0; i < TIMED_RUNS; i += 1) run();
  const seconds = (performance.now() - begin) / 1000 / TIMED_RUNS;
  return {
    size: `a year of ${COINS} coins, minute by minute`,
    seconds: Number(seconds.toFixed(4)),
    rate: Math.round((YEAR_MINUTES * COINS) / seconds),
    unit: 'candles/s',
    fills,
    /** Seconds ÷ 2; the target is at most 1. */
    shareOfTarget: Number((seconds / 2).toFixed(3)),
  };
}

export const benches = [
  { name: 'smart-position-backtest-by-ratio', run: () => measure({ type: 'ratio', thresholdE8: 1_000_000n }) },
  { name: 'smart-position-backtest-every-minute', run: () => measure({ type: 'time', intervalMs: 60_000 }) },
] as const;
