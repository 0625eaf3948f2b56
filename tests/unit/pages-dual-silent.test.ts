import { beforeEach, expect, it, vi } from 'vitest';
import { sitemapPart } from '../../app/_sitemap/parts.ts';
import { generateMetadata } from '../../app/[lang]/earn/[product]/[[...market]]/page.tsx';

/** What pages of offers tell search engines: found where there are offers, or nobody knows; a pair that nobody knows of has no page. */

const exchange = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  asked: [] as string[],
  failure: class PublicReadingFailed extends Error {},
}));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: string) => (key: string) => `${namespace}.${key}`,
}));
vi.mock('#server/bff/read-public.ts', () => {
  const read = (name: string) => {
    exchange.asked.push(name);
    if (!(name in exchange.answers)) throw new exchange.failure(name);
    return exchange.answers[name];
  };
  return {
    PublicReadingFailed: exchange.failure,
    readPublic: async (name: string) => read(name),
    readDated: async (name: string) => ({ reply: read(name), atMs: null }),
  };
});

const SETTINGS = { code: 0, data: [{ pair: 'BTC_USDT', invest_days: [7] }] };

async function told(...market: string[]) {
  const params = Promise.resolve({ lang: 'en', product: 'sell-high', market });
  const { title, robots, alternates } = await generateMetadata({ params });
  return { title, robots, canonical: alternates?.canonical };
}

async function isInSitemap(): Promise<boolean> {
  const entries = await sitemapPart('strategies');
  if (entries === null || entries === 'silent') throw new Error('no such part');
  return entries.some(({ url }) => url === 'https://bots.example/en/earn/sell-high');
}

beforeEach(() => {
  exchange.answers = { dualSettings: SETTINGS };
});

it('is found where offers are made, and where nobody says now whether they are', async () => {
  const found = {
    title: 'dual.page.metaTitle.sell-high',
    robots: undefined,
    canonical: 'https://bots.example/en/earn/sell-high',
  };
  expect(await told()).toEqual(found);
  expect(await isInSitemap()).toBe(true);
  exchange.answers = {};
  expect(await told()).toEqual(found);
  expect(await isInSitemap()).toBe(true);
});

it.each([{ code: 404 }, { code: 0, data: [] }])(
  'is not found where the exchange makes no offers, and is in no sitemap: %j',
  async (nothing) => {
    exchange.answers.dualSettings = nothing;
    expect((await told()).robots).toMatchObject({ index: false });
    expect(await isInSitemap()).toBe(false);
    expect((await told('AAAA_USDT')).title).toBe('common.notFound.title');
  },
);

it('of a pair that nobody knows of is the error page while nothing is known, and there is none where the exchange says which it takes', async () => {
  expect((await told('AAAA_USDT')).title).toBe('common.notFound.title');
  exchange.answers = {};
  expect(await told('AAAA_USDT')).toEqual({
    title: 'common.problem.title',
    robots: { index: false },
    canonical: undefined,
  });
  exchange.answers = { dualOffers: { code: 0, data: { offers: [] } } };
  expect((await told('AAAA_USDT')).robots).toBeUndefined();
});

it('of a pair that the exchange does not take asks it for no offers, whatever an address names', async () => {
  exchange.asked = [];
  expect((await told('ZZZZ_USDT')).title).toBe('common.notFound.title');
  exchange.answers.dualSettings = { code: 0, data: [{ pair: 'ETH_USDT', invest_days: [7] }] };
  expect((await told('ETH_USDT', 'filter', 'days-99')).title).toBe('common.notFound.title');
  expect(exchange.asked).not.toContain('dualOffers');
  await told('ETH_USDT', 'filter', 'days-7');
  expect(exchange.asked).toContain('dualOffers');
});
