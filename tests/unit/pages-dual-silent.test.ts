import { beforeEach, expect, it, vi } from 'vitest';
import { sitemapPart } from '../../app/_sitemap/parts.ts';
import { generateMetadata } from '../../app/[lang]/earn/[product]/[[...market]]/page.tsx';

/** What pages of offers tell search engines: found where there are offers, or nobody knows; a pair that nobody knows of has no page. */

const exchange = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  failure: class PublicReadingFailed extends Error {},
}));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: string) => (key: string) => `${namespace}.${key}`,
}));
vi.mock('#server/bff/read-public.ts', () => {
  const read = (name: string) => {
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
