import { performance } from 'node:perf_hooks';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { SearchTarget } from '#lib/engine/search/search-request.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { openSearchPool } from '#server/exchange/ai/search-pool.ts';
import { taskSize } from '#server/exchange/ai/search-task.ts';
import { BENCH_CONTRACT, BENCH_SPEC, benchMonth } from './support/search-month.ts';

const THREADS = 2;
const TICK_MS = 50;

interface Workload {
  readonly name: string;
  readonly target: SearchTarget;
  readonly spec: MarketSpec;
  readonly targetSeconds: number;
}

const WORKLOADS: readonly Workload[] = [
  { name: 'ai-search-spot-grid', target: { kind: 'spot_grid' }, spec: BENCH_SPEC, targetSeconds: 2 },
  { name: 'ai-search-futures-grid', target: { kind: 'futures_grid' }, spec: BENCH_CONTRACT, targetSeconds: 6 },
  { name: 'ai-search-infinite-grid', target: { kind: 'infinite_grid' }, spec: BENCH_SPEC, targetSeconds: 6 },
  {
    name: 'ai-search-martingale',
    target: { kind: 'martingale', transactionType: 'high-risk-arbitrage' },
    spec: BENCH_SPEC,
    targetSeconds: 6,
  },
];

function shared(candles: CandleColumns): CandleColumns {
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

/** One whole search over 30 days in two threads: all candidates on 20 days, the found one and its neighbours on 10. */
async function measure({ target, spec, targetSeconds }: Workload): Promise<Record<string, unknown>> {
  const request = { target, spec, feeRate: 25_000n };
  const prices = { candles: shared(benchMonth()) };
  const pool = openSearchPool(THREADS);
  try {
    await pool.search(request, { candles: shared({ ...prices.candles, ...firstDay(prices.candles) }) });
    let lastTick = performance.now();
    let latestTick = 0;
    const ticker = setInterval(() => {
      const now = performance.now();
      latestTick = Math.max(latestTick, now - lastTick - TICK_MS);
      lastTick = now;
    }, TICK_MS);
    const used = process.cpuUsage();
    const began = performance.now();
    const found = await pool.search(request, prices);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(used);
    clearInterval(ticker);
    if (found === null) throw new Error('The search found nothing');
    return {
      size: `${taskSize(request)} candidates, ${prices.candles.open.length} candles`,
      seconds: Number(seconds.toFixed(3)),
      cpuSeconds: Number(((user + system) / 1e6).toFixed(3)),
      tickDelayMs: Math.round(latestTick),
      grade: found.grade,
      target: `≤ ${targetSeconds} s on two cores, ticks ≤ 250 ms late`,
    };
  } finally {
    await pool.close();
  }
}

function firstDay({ open, high, low, close }: CandleColumns) {
  const minutes = 1440;
  return {
    open: open.subarray(0, minutes),
    high: high.subarray(0, minutes),
    low: low.subarray(0, minutes),
    close: close.subarray(0, minutes),
  };
}

export const benches = WORKLOADS.map((workload) => ({ name: workload.name, run: () => measure(workload) }));
