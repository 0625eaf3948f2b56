import { beforeEach, expect, it, vi } from 'vitest';
import { sitemapPart } from '../../app/_sitemap/parts.ts';

/** A ranking stands in the sitemap as its page wants to be found: where a bot stands in it. */

const exchange = vi.hoisted(() => ({
  /** Orders of all kinds that have a bot; null: the exchange does not say. */
  ranked: [] as readonly string[] | null,
  failure: class PublicReadingFailed extends Error {},
}));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('#server/bff/read-public.ts', () => {
  const answer = (name: string, query: Readonly<Record<string, unknown>>) => {
    if (name !== 'recommendList') return { code: 200, data: name === 'capabilities' ? ['list_by_age'] : [] };
    const order = String(query.order_by ?? query.ranking_type);
    if (query.strategy_type !== 'all' || order === 'create_time') return { code: 200, data: [BOT], pagecount: 1 };
    if (exchange.ranked === null) throw new exchange.failure();
    const data = exchange.ranked.includes(order) ? [BOT] : [];
    return { code: 200, data, pagecount: 1, totalcount: data.length };
  };
  return {
    PublicReadingFailed: exchange.failure,
    readPublic: async (name: string, { query = {} }) => answer(name, query),
    readDated: async (name: string, { query = {} }) => ({ reply: answer(name, query), atMs: null }),
  };
});

const BOT = {
  ...{ strategy_id: 1, strategy_type: 'spot_grid', create_time: 1_780_000_000 },
  ...{ user_info: { anonymous: 'aaaaaaaaaaaaaaaa' }, back_profit: [] },
};

async function rankings(): Promise<readonly string[]> {
  const entries = await sitemapPart('strategies');
  if (entries === null || entries === 'silent') throw new Error('no such part');
  const paths = entries.map(({ url }) => url.slice('https://bots.example'.length));
  return paths.filter((path) => path.startsWith('/en/strategybot/rankings'));
}

beforeEach(() => {
  exchange.ranked = ['default', 'adj_sharp_rate', 'rate', 'year_pft_rate'];
});

it('all of them where all have one', async () => {
  expect(await rankings()).toEqual(
    ['', '/sharpe', '/yield', '/apr'].map((order) => `/en/strategybot/rankings${order}`),
  );
});

it('those by figures of a whole life only where somebody has shown all of it: the others’ pages stay out of search engines', async () => {
  exchange.ranked = ['default'];
  expect(await rankings()).toEqual(['/en/strategybot/rankings']);
  exchange.ranked = [];
  expect(await rankings()).toEqual([]);
});

it('all of them while the exchange does not say who stands there: their pages want to be found then', async () => {
  exchange.ranked = null;
  expect(await rankings()).toHaveLength(4);
});
