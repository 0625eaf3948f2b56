import type { ListFilters } from '#components/addresses/list-filters.ts';
import type { ListKind, SortOrder } from '#components/addresses/paths.ts';
import type { QueryOf } from '#lib/contract/contract.ts';
import type { CardItem } from './card-item.ts';

/** C-217, C-427. */
export const PAGE_SIZE = 15;

/** The list of recommended bots as it grows: one fetch counts, the latest. */
export interface RecommendedPages {
  readonly order: SortOrder;
  readonly items: readonly CardItem[];
  /** Last page that arrived, from 1; 0 before the first. */
  readonly page: number;
  readonly pageCount: number;
  readonly state: 'idle' | 'loading' | 'failed';
  /** Number of the fetch whose answer counts. */
  readonly fetchNumber: number;
}

export type PagesEvent =
  | { readonly type: 'asked'; readonly fetchNumber: number; readonly order: SortOrder; readonly page: number }
  | {
      readonly type: 'arrived';
      readonly fetchNumber: number;
      readonly items: readonly CardItem[];
      readonly page: number;
      readonly pageCount: number;
    }
  | { readonly type: 'failed'; readonly fetchNumber: number };

export function nextPages(pages: RecommendedPages, event: PagesEvent): RecommendedPages {
  if (event.type === 'asked') {
    const { order, fetchNumber } = event;
    const asked = { ...pages, order, fetchNumber, state: 'loading' as const };
    // C-216: asking for the first page empties the list.
    return event.page === 1 ? { ...asked, items: [], page: 0, pageCount: 0 } : asked;
  }
  // C-219: an answer that a later question has overtaken is dropped.
  if (event.fetchNumber !== pages.fetchNumber) return pages;
  // C-395: a failure stops paging until somebody asks again.
  if (event.type === 'failed') return { ...pages, state: 'failed' };
  const known = new Set(pages.items.map((item) => item.strategy_id));
  return {
    ...pages,
    state: 'idle',
    // Ranks move between two fetches: a bot that slid onto the next page is not shown twice.
    items: [...pages.items, ...event.items.filter((item) => !known.has(item.strategy_id))],
    page: event.page,
    pageCount: event.pageCount,
  };
}

/** C-218: paging stops at the last page. */
export function hasMore({ page, pageCount, state }: RecommendedPages): boolean {
  return state !== 'failed' && page < pageCount;
}

type ListQuery = QueryOf<'recommendList'>;

const ORDER_QUERY: Readonly<Record<SortOrder, Pick<ListQuery, 'order_by' | 'ranking_type'>>> = {
  default: { ranking_type: 'default' },
  sharpe: { order_by: 'adj_sharp_rate' },
  yield: { order_by: 'rate' },
  apr: { order_by: 'year_pft_rate' },
};

/**
 * The list's call (C-384). `params_open_type` 0 = bots with open and with hidden parameters. Filters of ours are for an exchange that
 * announces `list_filters`.
 */
export function listQuery(
  kind: ListKind,
  order: SortOrder,
  page: number,
  { market, filters: { coin, fall, days, side, investment, open } = {} }: ListedFrom = {},
): ListQuery {
  return {
    strategy_type: kind,
    page,
    page_size: PAGE_SIZE,
    params_open_type: open ?? '0',
    ...ORDER_QUERY[order],
    ...given({ market, coin, max_draw_down: fall, min_days: days, side, max_investment: investment }),
  };
}

/** What of a query is said. */
function given(query: Partial<ListQuery>): Partial<ListQuery> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

export interface ListedFrom {
  readonly market?: string | undefined;
  readonly filters?: ListFilters | undefined;
}
