import { describe, expect, it } from 'vitest';
import { MadeOfLook } from '#server/exchange/views/made-of-look.ts';

describe('lists that are kept of a look', () => {
  it('of markets that nobody has push each other out: a stranger’s names are not kept by the million', () => {
    const look = {};
    const lists = new MadeOfLook<object, readonly string[]>(10_000, (list) => list.length);
    let made = 0;
    const ask = (market: number) => {
      return lists.get(`rate market-${market}`, look, () => {
        made += 1;
        return [];
      });
    };
    for (let market = 0; market < 1_000; market += 1) void ask(market);
    expect(made).toBe(1_000);
    for (let market = 0; market < 1_000; market += 1) void ask(market);
    // An empty list is a key, an entry and a place in the cache: some hundred places of a list.
    expect(made).toBeGreaterThan(1_800);
  });
});
