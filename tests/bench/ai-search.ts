import { performance } from 'node:perf_hooks';
import { FOLDS } from '#lib/backtest/search/grade.ts';
import { SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { SearchTarget } from '#server/exchange/ai/search-jobs.ts';
import { findWhole, taskSize } from '#server/exchange/ai/search-task.ts';
import { BENCH_CONTRACT, BENCH_SPEC } from './support/search-month.ts';
import { seededCandles } from './support/seeded-candles.ts';

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
  { name: 'ai-search-spot-grid', target: SPOT_GRID, spec: BENCH_SPEC, weeks: JUDGING_WEEKS, targetSeconds: 6 },
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

/** Bitcoin over so many weeks of lively months. */
function seededWeeks(weeks: number): CandleColumns {
  return seededCandles({
    seed: 20_260_811,
    minutes: weeks * WEEK_MINUTES,
    startTicks: 600_000,
    dailyVolatility: 0.022,
    pull: 0.00005,
  });
}

/** One whole search, both windows with all their folds: every candidate once a week. */
async function measure({ target, spec, weeks, targetSeconds }: Workload): Promise<Record<string, unknown>> {
  const request = { ...target, spec, feeRate: 25_000n };
  const candles = seededWeeks(weeks);
  findWhole(request, { candles: seededWeeks(1) });
  const began = performance.now();
  const found = findWhole(request, { candles });
  const seconds = (performance.now() - began) / 1000;
  const { 7: week, 30: month } = found;
  if (week === undefined || month === undefined) throw new Error('The search found nothing');
  return {
    size: `${taskSize(request)} candidates, ${weeks} weeks of minutes, ${week.folds.length} + ${month.folds.length} folds`,
    seconds: Number(seconds.toFixed(3)),
    grades: week.grade + month.grade,
    cases: week.cases.length + month.cases.length,
    // Once asked of two cores, half as long each; a search is a job of one.
    ...(targetSeconds === null ? {} : { target: `≤ ${targetSeconds} s of a core` }),
  };
}

export const benches = WORKLOADS.map((workload) => ({ name: workload.name, run: () => measure(workload) }));
