import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FILTER_NAMES,
  FILTER_VALUES,
  filtersOf,
  type ListFilters,
  listPath,
  readFilterWords,
} from '#components/addresses/list-filters.ts';
import { isWorthPage, readListAddress } from '#components/discovery/list-address.ts';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import { CONTRACT } from '#lib/contract/contract.ts';

const filters: fc.Arbitrary<ListFilters> = fc
  .record(
    Object.fromEntries(
      FILTER_NAMES.map((name) => [
        name,
        fc.option(fc.constantFrom(...(FILTER_VALUES[name] ?? ['BTC', 'ETH', '1INCH'])), { nil: null }),
      ]),
    ),
  )
  .map((words) => filtersOf(words as Record<string, string | null>));

function readPath(path: string) {
  const [, lang = '', , kind = '', ...list] = path.split('/');
  return readListAddress({ lang, kind, list });
}

describe('filters of the recommended list', () => {
  it('have one address each, of characters that cached pages have, which says all of them', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom('default', 'yield'), fc.integer({ min: 1, max: 99 }), (on, order, page) => {
        const path = listPath('en', { kind: 'spot_grid', filters: on, order: order as 'default' | 'yield', page });
        expect(path).toMatch(/^\/en\/strategybot\/[\w/-]+$/);
        expect(readPath(path)).toMatchObject({ kind: 'spot_grid', filters: on, order, page });
        expect(
          CONTRACT.recommendList.query.safeParse(listQuery('spot_grid', 'default', page, { filters: on })).success,
        ).toBe(true);
      }),
    );
  });

  it.each([
    'open-1_coin-BTC',
    'coin-BTC_coin-ETH',
    'coin-btc',
    'fall-7',
    'fall-10_days-1',
    'open-0',
    'wide-1',
    '',
    'fall-10_',
  ])('has no other spelling: %s', (words) => {
    expect(readFilterWords(words)).toBeNull();
    expect(readListAddress({ lang: 'en', kind: 'all', list: ['filter', words] })).toBeNull();
  });

  it('is no page with its first page or its first order spelled out', () => {
    for (const rest of [['default'], ['default', '1'], ['yield', '1'], ['yield', '2', '3'], ['up']]) {
      expect(readListAddress({ lang: 'en', kind: 'all', list: ['filter', 'open-1', ...rest] })).toBeNull();
    }
    expect(readListAddress({ lang: 'en', kind: 'nothing', list: ['filter', 'open-1'] })).toBeNull();
    // No Sharpe ratio is known of a smart position (C-051).
    expect(readListAddress({ lang: 'en', kind: 'smart-position', list: ['filter', 'open-1', 'sharpe'] })).toBeNull();
  });

  it('is shown by search engines where there is something to say: without filters, or where one filter that is looked for by itself leaves a list', () => {
    const at = (list: string[]) => readListAddress({ lang: 'en', kind: 'spot_grid', list });
    const isWorth = (list: string[], total: number | null, hasTypical = false) => {
      const address = at(list);
      return address === null ? null : isWorthPage(address, { total, hasTypical });
    };
    // Without filters it is the kind's own page: nothing is to be found where there is neither a bot nor a figure of a typical one.
    for (const own of [[], ['yield']]) {
      expect(isWorth(own, 0)).toBe(false);
      expect(isWorth(own, 0, true)).toBe(true);
      expect(isWorth(own, 1)).toBe(true);
      // What is not known now is not empty: a search engine would forget the page for weeks.
      expect(isWorth(own, null)).toBe(true);
    }
    expect(isWorth(['filter', 'fall-10'], 0, true)).toBe(false);
    expect(isWorth(['filter', 'fall-10'], 6)).toBe(true);
    expect(isWorth(['filter', 'fall-10'], 5)).toBe(false);
    expect(isWorth(['filter', 'fall-10'], null)).toBe(true);
    expect(isWorth(['filter', 'coin-BTC'], null)).toBe(false);
    expect(isWorth(['filter', 'fall-10', 'yield'], 50)).toBe(false);
    expect(isWorth(['filter', 'fall-10', 'default', '2'], 50)).toBe(false);
    expect(isWorth(['filter', 'fall-10_open-1'], 50)).toBe(false);
    expect(isWorth(['filter', 'coin-BTC'], 50)).toBe(false);
    expect(isWorth(['filter', 'investment-50'], 50)).toBe(false);
  });
});
