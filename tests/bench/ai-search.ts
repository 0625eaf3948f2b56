import { performance } from 'node:perf_hooks';
import { FOLDS } from '#lib/backtest/search/grade.ts';
import { SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { SearchTarget } from '#server/exchange/ai/search-jobs.ts';
import { openSearchPool } from '#server/exchange/ai/search-pool.ts';
import { taskSize } from '#server/exchange/ai/search-task.ts';
import { BENCH_CONTRACT, BENCH_SPEC } from './support/search-month.ts';
import { seededCandles } from './support/seeded-candles.ts';

const THREADS = 2;
const TICK_MS = 50;
const WEEK_MINUTES = 10_080;
/** What eight folds of thirty days need, and with the eight weeks before them that give the grades their record. */
const JUDGING_WEEKS = FOLDS + 5;

interface Workload {
  readonly name: string;
  readonly target: SearchTarget;
  readonly spec: MarketSpec;
  readonly weeks: number;
  readonly targetSeconds: number | null;
}

const SPOT_GRID = { kind: 'spot_grid', variant: '' } as const;
const WORKLOADS: readonly Workload[] = [
  { name: 'ai-search-spot-grid', target: SPOT_GRID, spec: BENCH_SPEC, weeks: JUDGING_WEEKS, targetSeconds: 3 },
  {
    name: 'ai-search-spot-grid-with-record',
    target: SPOT_GRID,
    spec: BENCH_SPEC,
    weeks: SEARCHED_WEEKS,
    targetSeconds: null,
  },
  ...(['futures_grid', 'contract-martingale', 'keltner'] as const).map((kind) => ({
    name: `ai-search-${kind}`,
    target: { kind, variant: kind === 'contract-martingale' ? 'high-risk-arbitrage' : '' },
    spec: BENCH_CONTRACT,
    weeks: SEARCHED_WEEKS,
    targetSeconds: null,
  })),
  ...(['infinite_grid', 'margin_grid', 'martingale'] as const).map((kind) => ({
    name: `ai-search-${kind}`,
    target: { kind, variant: kind === 'martingale' ? 'high-risk-arbitrage' : '' },
    spec: BENCH_SPEC,
    weeks: SEARCHED_WEEKS,
    targetSeconds: null,
  })),
];

/** Bitcoin over so many weeks of lively months, in memory that threads share. */
function sharedWeeks(weeks: number): CandleColumns {
  const candles = seededCandles({
    seed: 20_260_811,
    minutes: weeks * WEEK_MINUTES,
    startTicks: 600_000,
    dailyVolatility: 0.022,
    pull: 0.00005,
  });
  const copy = (column: Int32Array): Int32Array => {
    const made = new Int32Array(new SharedArrayBuffer(column.byteLength));
    made.set(column);
    return made;
  };
  return {
    ...candles,
    open: copy(candles.open),
    high: copy(candles.high),
    low: copy(candles.low),
    close: copy(candles.close),
  };
}

/** One whole search in two threads, both windows with all their folds: every candidate once a week. */
async function measure({ target, spec, weeks, targetSeconds }: Workload): Promise<Record<string, unknown>> {
  const request = { ...target, spec, feeRate: 25_000n };
  const candles = sharedWeeks(weeks);
  const pool = openSearchPool(THREADS);
  try {
    await pool.search(request, { candles: sharedWeeks(1) });
    let lastTick = performance.now();
    let latestTick = 0;
    const ticker = setInterval(() => {
      const now = performance.now();
      latestTick = Math.max(latestTick, now - lastTick - TICK_MS);
      lastTick = now;
    }, TICK_MS);
    const used = process.cpuUsage();
    const began = performance.now();
    const found = await pool.search(request, { candles });
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(used);
    clearInterval(ticker);
    const { 7: week, 30: month } = found;
    if (week === undefined || month === undefined) throw new Error('The search found nothing');
    return {
      size: `${taskSize(request)} candidates, ${weeks} weeks of minutes, ${week.folds.length} + ${month.folds.length} folds`,
      seconds: Number(seconds.toFixed(3)),
      cpuSeconds: Number(((user + system) / 1e6).toFixed(3)),
      tickDelayMs: Math.round(latestTick),
      grades: week.grade + month.grade,
      cases: week.cases.length + month.cases.length,
      ...(targetSeconds === null ? {} : { target: `≤ ${targetSeconds} s on two cores, ticks ≤ 250 ms late` }),
    };
  } finally {
    await pool.close();
  }
}

export const benches = WORKLOADS.map((workload) => ({ name: workload.name, run: () => measure(workload) }));
