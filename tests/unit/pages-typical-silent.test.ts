import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readMarketPage } from '../../app/[lang]/strategybot/_readings/market-page.ts';
import { kindOnMarketMetadata } from '../../app/[lang]/strategybot/[kind]/[[...list]]/kind-on-market.tsx';
import { generateMetadata as listMetadata } from '../../app/[lang]/strategybot/[kind]/[[...list]]/page.tsx';
import { generateMetadata as marketMetadata } from '../../app/[lang]/strategybot/market/[market]/page.tsx';

/**
 * What pages of markets and kinds tell search engines while the exchange does not say what typical bots did there. Not known is not empty: a page
 * that once said noindex is forgotten for weeks, and the sitemap names it.
 */

const exchange = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  failure: class PublicReadingFailed extends Error {},
}));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: exchange.failure,
  readDated: async (name: string) => {
    if (!(name in exchange.answers)) throw new exchange.failure(name);
    return { reply: exchange.answers[name], atMs: null };
  },
}));

const NO_CONTRACTS = { code: 200, futures_contracts_data: [] };
const MARKETS = { code: 200, data: [{ market: 'BTC_USDT' }] };
const ROW = { strategy_type: 'spot_grid', market: 'BTC_USDT', instrument_type: 'spot', to: 1_780_000_000, windows: [] };
const params = <T>(of: T) => ({ params: Promise.resolve(of) });

const PAGES = {
  market: (market: string) => marketMetadata(params({ lang: 'en', market })),
  'kind on it': (market: string) => kindOnMarketMetadata({ language: 'en', kind: 'spot_grid', market }),
};
const toldOf = async (page: keyof typeof PAGES, market = 'BTC_USDT') => {
  const { title, robots } = await PAGES[page](market);
  return { title, robots };
};

beforeEach(() => {
  const list = { code: 200, data: [], totalcount: 0, pagecount: 1 };
  exchange.answers = { markets: MARKETS, futuresContracts: NO_CONTRACTS, recommendList: list };
});

describe.each(['market', 'kind on it'] as const)('the page of a %s', (page) => {
  it('is found with figures, and not where there are none', async () => {
    exchange.answers.typicalReplays = { code: 200, data: [ROW] };
    expect((await toldOf(page)).robots).toBeUndefined();
    for (const nothing of [{ code: 200, data: [] }, { code: 404 }]) {
      exchange.answers.typicalReplays = nothing;
      expect((await toldOf(page)).robots).toMatchObject({ index: false });
    }
  });

  it('says no noindex while nobody says whether there are figures', async () => {
    expect((await toldOf(page)).robots).toBeUndefined();
  });

  it('is the error page while nothing is known, not even whether there is such a market', async () => {
    exchange.answers = {};
    expect(await toldOf(page, 'AAAA_USDT')).toEqual({ title: 'title', robots: { index: false } });
    await expect(PAGES[page]('AAAA_USDT')).resolves.not.toHaveProperty('alternates');
  });
});

it.each([400, 404])(
  'a market that no list has is none where the exchange has no contracts (code %i): its address is no page, and not an error of ours',
  async (code) => {
    exchange.answers.typicalReplays = { code: 200, data: [] };
    exchange.answers.futuresContracts = { code };
    expect(await readMarketPage(null, 'AAAA_USDT')).toBeNull();
    expect(await readMarketPage('futures_grid', 'BTC_USDT')).toBeNull();
    expect(await readMarketPage(null, 'BTC_USDT')).toMatchObject({ rows: [] });
    // Who may not see the list now has not heard that there is none.
    exchange.answers.futuresContracts = { code: 401 };
    await expect(readMarketPage(null, 'AAAA_USDT')).rejects.toBeInstanceOf(exchange.failure);
  },
);

it('a kind without a bot says no noindex either while nobody says whether there are figures of typical ones', async () => {
  exchange.answers.capabilities = { code: 200, data: ['list_filters'] };
  const told = async () => (await listMetadata(params({ lang: 'en', kind: 'spot_grid' }))).robots;
  expect(await told()).toBeUndefined();
  exchange.answers.typicalReplays = { code: 200, data: [] };
  expect(await told()).toMatchObject({ index: false });
});
