import type { SearchTarget } from '#lib/engine/search/search-request.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import type { MarketFeed } from '../market/feed.ts';

/** Days that a search looks back on (C-385). */
export const SEARCH_CYCLES = [7, 30] as const;
export type SearchCycle = (typeof SEARCH_CYCLES)[number];

/** One search that is repeated for ever. */
export interface SearchJob {
  /** Key of its result in the store. */
  readonly key: string;
  readonly target: SearchTarget;
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  readonly cycle: SearchCycle;
}

const SPOT_TARGETS: readonly SearchTarget[] = [
  { kind: 'spot_grid' },
  { kind: 'infinite_grid' },
  { kind: 'martingale', transactionType: 'low-risk-arbitrage' },
  { kind: 'martingale', transactionType: 'high-risk-arbitrage' },
  { kind: 'martingale', transactionType: 'hoarding' },
];

/** Where the result of a search is kept. */
export function searchKey(target: SearchTarget, spec: MarketSpec, cycle: SearchCycle): string {
  const type = target.kind === 'martingale' ? `${target.kind}:${target.transactionType}` : target.kind;
  return `${type}:${instrumentOf(spec)}:${cycle}`;
}

/** Every search of a feed's markets, the first ones first: grids before martingales, short windows before long ones. */
export function searchJobs(feed: Pick<MarketFeed, 'specs' | 'contracts'>): SearchJob[] {
  const jobs: SearchJob[] = [];
  const add = (target: SearchTarget, specs: readonly MarketSpec[], cycle: SearchCycle): void => {
    for (const spec of specs) {
      const feeRate = botFeeRate(spec, target.kind);
      jobs.push({ key: searchKey(target, spec, cycle), target, spec, feeRate, cycle });
    }
  };
  for (const cycle of SEARCH_CYCLES) {
    for (const target of SPOT_TARGETS) {
      add(target, feed.specs, cycle);
      if (target.kind === 'spot_grid') add({ kind: 'futures_grid' }, feed.contracts, cycle);
    }
  }
  return jobs;
}
