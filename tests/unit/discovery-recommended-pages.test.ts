import { describe, expect, it } from 'vitest';
import type { CardItem } from '#components/discovery/card-item.ts';
import {
  hasMore,
  listQuery,
  nextPages,
  PAGE_SIZE,
  type RecommendedPages,
} from '#components/discovery/recommended-pages.ts';
import { sortOrdersOf } from '#components/discovery/sort-orders.ts';
import { CONTRACT } from '#lib/contract/contract.ts';

const item = (id: number) => ({ strategy_id: id }) as CardItem;
const ids = (pages: RecommendedPages) => pages.items.map((one) => one.strategy_id);

const FIRST: RecommendedPages = {
  order: 'default',
  items: [item(1), item(2)],
  page: 1,
  pageCount: 3,
  state: 'idle',
  fetchNumber: 0,
};

const ask = (pages: RecommendedPages, fetchNumber: number, page: number, order = pages.order) =>
  nextPages(pages, { type: 'asked', fetchNumber, page, order });
const arrive = (
  pages: RecommendedPages,
  fetchNumber: number,
  page: number,
  items: readonly CardItem[],
  pageCount = 3,
) => nextPages(pages, { type: 'arrived', fetchNumber, page, items, pageCount });

describe('the recommended list', () => {
  it('appends the next page to what is there (C-083)', () => {
    const pages = arrive(ask(FIRST, 1, 2), 1, 2, [item(3), item(4)]);
    expect(ids(pages)).toEqual([1, 2, 3, 4]);
    expect(pages).toMatchObject({ page: 2, pageCount: 3, state: 'idle' });
  });

  it('starts anew when the first page is asked for (C-216)', () => {
    const asked = ask(FIRST, 1, 1, 'apr');
    expect(asked).toMatchObject({ items: [], page: 0, order: 'apr', state: 'loading' });
    expect(ids(arrive(asked, 1, 1, [item(9)]))).toEqual([9]);
  });

  it('asks for fifteen bots at a time, with open and hidden parameters (C-217, C-384, C-427)', () => {
    expect(PAGE_SIZE).toBe(15);
    expect(listQuery('spot_grid', 'default', 2)).toEqual({
      strategy_type: 'spot_grid',
      page: 2,
      page_size: 15,
      params_open_type: '0',
      ranking_type: 'default',
    });
    expect(listQuery('spot_grid', 'default', 1, { market: 'BTC_USDT' })).toMatchObject({ market: 'BTC_USDT' });
  });

  it('stops at the last page (C-218)', () => {
    expect(hasMore(FIRST)).toBe(true);
    expect(hasMore({ ...FIRST, page: 3 })).toBe(false);
    expect(hasMore({ ...FIRST, page: 4 })).toBe(false);
    expect(hasMore({ ...FIRST, page: 0, pageCount: 0 })).toBe(false);
  });

  it('drops the answer of an older question (C-219)', () => {
    const twice = ask(ask(FIRST, 1, 1, 'sharpe'), 2, 1, 'apr');
    const old = arrive(twice, 1, 1, [item(7)]);
    expect(old).toBe(twice);
    expect(ids(arrive(old, 2, 1, [item(8)]))).toEqual([8]);
    expect(nextPages(twice, { type: 'failed', fetchNumber: 1 })).toBe(twice);
  });

  it('stops paging when a page could not be loaded, and goes on when it is asked again (C-395)', () => {
    const failed = nextPages(ask(FIRST, 1, 2), { type: 'failed', fetchNumber: 1 });
    expect(failed.state).toBe('failed');
    expect(ids(failed)).toEqual([1, 2]);
    expect(hasMore(failed)).toBe(false);
    expect(ids(arrive(ask(failed, 2, 2), 2, 2, [item(3)]))).toEqual([1, 2, 3]);
  });

  it('shows a bot once when it slides onto the next page between two questions (C-083)', () => {
    expect(ids(arrive(ask(FIRST, 1, 2), 1, 2, [item(2), item(3)]))).toEqual([1, 2, 3]);
  });

  it('sorts by default ranking, Sharpe ratio, yield or APR (C-050, E-377)', () => {
    expect(sortOrdersOf('spot_grid')).toEqual(['default', 'sharpe', 'yield', 'apr']);
    expect(listQuery('spot_grid', 'sharpe', 1)).toMatchObject({ order_by: 'adj_sharp_rate' });
    expect(listQuery('spot_grid', 'yield', 1)).toMatchObject({ order_by: 'rate' });
    expect(listQuery('spot_grid', 'apr', 1)).toMatchObject({ order_by: 'year_pft_rate' });
    expect(listQuery('spot_grid', 'apr', 1)).not.toHaveProperty('ranking_type');
  });

  it('has no Sharpe ratio order for smart position (C-051)', () => {
    expect(sortOrdersOf('smart-position')).toEqual(['default', 'yield', 'apr']);
  });

  it('asks what the contract allows (C-384)', () => {
    for (const order of sortOrdersOf('spot_grid')) {
      expect(CONTRACT.recommendList.query.safeParse(listQuery('spot_grid', order, 1)).success).toBe(true);
    }
  });
});
