import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sitemapPart, sitemapParts } from '../../app/_sitemap/parts.ts';

/** What the sitemap asks an exchange, and what it makes of the answers. */

interface Asked {
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly keepSeconds: number;
}

const exchange = vi.hoisted(() => ({
  asked: [] as Asked[],
  announced: [] as string[],
  answer: (_asked: Asked): object => ({ data: [] }),
}));

vi.mock('#server/bff/read-public.ts', () => {
  class PublicReadingFailed extends Error {}
  return {
    PublicReadingFailed,
    readPublic: async (name: string, { query = {}, keepSeconds = 0 }: Partial<Asked>) => {
      const asked = { name, query, keepSeconds };
      exchange.asked.push(asked);
      return name === 'capabilities' ? { data: exchange.announced } : exchange.answer(asked);
    },
  };
});

const NOW_S = 1_780_000_000;
const bot = (id: number, anonymous: string, kind: string, changed: number) => ({
  ...{ strategy_id: id, strategy_type: kind, strategy_name: `bot ${id}`, create_time: NOW_S - 9_000_000 },
  ...{ user_info: { anonymous }, back_profit: [{ time_stamp: changed, rate: '0' }] },
});
const KINDS = ['spot_grid', 'futures_grid'].map((kind) => `kind:${kind}`);

const listsAsked = () => exchange.asked.filter(({ name }) => name === 'recommendList');
const partNames = async () => (await sitemapParts()).map(({ url }) => url.replace(/^.*\/sitemaps\/|\.xml$/g, ''));

beforeEach(() => {
  exchange.asked.length = 0;
  exchange.announced = ['list_by_age', 'signalers', ...KINDS];
  exchange.answer = ({ name, query }) => {
    if (name === 'recommendList') {
      const kind = String(query.strategy_type);
      return { data: [bot(1, 'aaaaaaaaaaaaaaaa', kind, NOW_S - 50)], pagecount: kind === 'spot_grid' ? 3 : 1 };
    }
    if (name !== 'signalers') return { data: [] };
    const first = { anonymous: 'aaaaaaaaaaaaaaaa', change_time: NOW_S };
    const second = { anonymous: 'bbbbbbbbbbbbbbbb', change_time: NOW_S - 86_400 };
    return { data: query.page === 1 ? [first] : query.page === 2 ? [second] : [], pagecount: 2 };
  };
});

describe('what the sitemap asks', () => {
  it('is lists by age where the exchange announces that order, so that nobody moves while they are read; else by yield', async () => {
    await sitemapParts();
    await sitemapPart('bots-spot_grid-3');
    expect(listsAsked().map(({ query }) => query.order_by)).not.toEqual([]);
    for (const { query } of listsAsked())
      expect(query).toMatchObject({ order_by: 'create_time', params_open_type: '0' });
    expect(listsAsked().at(-1)?.query).toMatchObject({ strategy_type: 'spot_grid', page: 3 });
    exchange.asked.length = 0;
    exchange.announced = KINDS;
    await sitemapParts();
    await sitemapPart('bots-spot_grid-3');
    expect(new Set(listsAsked().map(({ query }) => query.order_by))).toEqual(new Set(['rate']));
  });

  it('is no more than a first page of each list for the index, one page for a part, and kept for minutes', async () => {
    await sitemapParts();
    expect(listsAsked().every(({ query }) => query.page === 1)).toBe(true);
    exchange.asked.length = 0;
    await sitemapPart('providers-2');
    expect(exchange.asked.map(({ name }) => name).filter((name) => name !== 'capabilities')).toEqual(['signalers']);
    for (const { keepSeconds } of exchange.asked) expect(keepSeconds).toBeGreaterThanOrEqual(300);
  });
});

describe('the sitemap', () => {
  it('names each provider once, with when what he shows last changed', async () => {
    const names = (await partNames()).filter((name) => name.startsWith('providers'));
    expect(names).toEqual(['providers-1', 'providers-2']);
    const parts = await Promise.all(names.map((name) => sitemapPart(name)));
    const english = parts.flatMap((part) => (Array.isArray(part) ? part : [])).filter(({ url }) => /\/en\//.test(url));
    expect(english.map(({ url, changed }) => [url.replace(/.*=/, ''), changed])).toEqual([
      ['aaaaaaaaaaaaaaaa', NOW_S],
      ['bbbbbbbbbbbbbbbb', NOW_S - 86_400],
    ]);
    expect(await sitemapPart('providers-3')).toBeNull();
    expect(await sitemapPart('providers')).toBeNull();
  });

  it('says of a part when its newest page changed, of one that it has not read nothing', async () => {
    const parts = new Map(
      (await sitemapParts()).map(({ url, changed }) => [url.replace(/^.*\/sitemaps\/|\.xml$/g, ''), changed]),
    );
    expect(parts.get('bots-spot_grid-1')).toBe(NOW_S - 50);
    expect([parts.get('bots-spot_grid-2'), parts.get('bots-spot_grid-3'), parts.get('providers-2')]).toEqual([0, 0, 0]);
    expect(parts.get('providers-1')).toBe(NOW_S);
  });

  it('has the providers of each kind’s first page where the exchange lists none', async () => {
    exchange.announced = KINDS;
    exchange.answer = ({ name, query }) => {
      if (name === 'signalers') throw new Error('asked for what it has not');
      if (name !== 'recommendList') return { data: [] };
      const isGrid = query.strategy_type === 'spot_grid';
      return { data: [bot(isGrid ? 1 : 2, 'aaaaaaaaaaaaaaaa', String(query.strategy_type), NOW_S - (isGrid ? 9 : 5))] };
    };
    const part = await sitemapPart('providers-1');
    const english = Array.isArray(part) ? part.filter(({ url }) => /\/en\//.test(url)) : [];
    expect(english.map(({ changed }) => changed)).toEqual([NOW_S - 5]);
    expect(await sitemapPart('providers-2')).toBeNull();
  });
});
