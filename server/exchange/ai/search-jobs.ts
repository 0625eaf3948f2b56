import { type SearchRequest, searchedSpec } from '#lib/backtest/search/search-space-of.ts';
import type { SearchCycle } from '#lib/backtest/search/walk-forward.ts';
import { definitionOf, RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import type { MarketFeed } from '../market/feed.ts';

/** What is searched: a kind, and of kinds with variants one of them ('' otherwise). */
export type SearchTarget = Pick<SearchRequest, 'kind' | 'variant'>;

/** Where the result of a search over a window is kept. */
export function searchKey({ kind, variant }: SearchTarget, spec: MarketSpec, cycle: SearchCycle): string {
  return `${variant === '' ? kind : `${kind}:${variant}`}:${instrumentOf(spec)}:${cycle}`;
}

/** The markets on which bots of a kind are searched: where its form is (C-023, C-024, H8), with the others that they trade. */
export function searchedSpecs(
  kind: RunnableKind,
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
): readonly MarketSpec[] {
  const { page } = KIND_FACTS[kind];
  const onPage = [...(page === 'futures' ? [] : feed.specs), ...(page === 'trade' ? [] : feed.contracts)];
  return onPage.flatMap((spec) => searchedSpec(kind, spec, [...feed.specs, ...feed.contracts]) ?? []);
}

/** Every search of a feed's markets, in the order of the kinds; each covers both windows. */
export function searchJobs(feed: Pick<MarketFeed, 'specs' | 'contracts'>): SearchRequest[] {
  return RUNNABLE_KINDS.flatMap((kind) => {
    const { ai } = definitionOf(kind);
    return (ai.variants?.values ?? ['']).flatMap((variant) =>
      searchedSpecs(kind, feed).map((spec) => ({ kind, variant, spec, feeRate: botFeeRate(spec, kind) })),
    );
  });
}
