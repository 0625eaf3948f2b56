import { describe, expect, it } from 'vitest';
import { hasSaid, tradingThere } from '#components/discovery/foreign-list.ts';

const list = ['ETH_USDT', 'BTC_USDT', 'SOL_USDT'].map((market) => ({ market }));

describe('pages of an exchange that does not narrow its lists (H61)', () => {
  it('show as the best of a market those that trade it, and none on a market that nobody has', () => {
    for (const announced of [null, [], ['kind:indicator']]) {
      expect(tradingThere(list, 'BTC_USDT', announced)).toEqual([{ market: 'BTC_USDT' }]);
      expect(tradingThere(list, 'AAAA_BBBB', announced)).toEqual([]);
    }
  });

  it('believe one that narrows them, portfolios that hold the coin among its bots', () => {
    expect(tradingThere(list, 'BTC_USDT', ['list_filters'])).toBe(list);
  });

  it('answer no filter that it would not follow, where it has not even the call to say so', () => {
    expect(hasSaid({ code: 404 })).toBe(true);
    expect(hasSaid({ code: 200, data: [] })).toBe(true);
    expect(hasSaid({ code: 503 })).toBe(false);
    expect(hasSaid(null)).toBe(false);
  });
});
