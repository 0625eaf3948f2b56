import { describe, expect, it } from 'vitest';
import { ProviderPools } from '#server/exchange/views/provider-pools.ts';

const row = (id: number) => ({
  entry: {
    ...{ bot: { record: { id, ownerId: 1, createMs: 0, listedMs: 0 } }, drawdown: 0 },
    days: { count: 20 + id, mean: Math.sin(id) / 1e3, squares: 1 / id },
  },
});

describe('the score of a provider', () => {
  it('is the same for the same bots, in whatever order they were seen', () => {
    const ids = Array.from({ length: 40 }, (_, at) => at + 1);
    const scores = [ids, ids.toReversed(), ids.map((id) => (id * 17) % 41 || 41)].map((order) => {
      const pools = new ProviderPools<ReturnType<typeof row>>();
      for (const id of order) pools.put(row(id));
      for (const work = pools.rescore(); work.next().done !== true; );
      return pools.scoreOf(1);
    });
    expect(new Set(scores).size).toBe(1);
  });
});
