import { describe, expect, it } from 'vitest';
import { EARN_WORDS } from '#lib/contract/earn-types.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { earnHandlers } from '#server/exchange/earn/earn-handlers.ts';
import type { EarnSource } from '#server/exchange/earn/earn-source.ts';
import { incomeHandlers } from '#server/exchange/income/income-handlers.ts';
import { keptAccountDays } from '#server/exchange/portfolio/account-days.ts';
import { createBotViews } from '#server/exchange/views/bot-views.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** A product of a test: sell high on bitcoin alone. */
const SELL_HIGH: EarnSource = {
  type: 'sell-high',
  countOf: (_userId, status) => (status === 'running' ? 2 : 5),
  changedIn: () => [],
  newsOf: () => [],
  isOfferedOf: (currency) => currency === 'BTC',
  rateOf: (market) => (market === 'BTC_USDT' ? { rateE8: 35_000_000n, discountE8: 2_500_000n } : null),
  incomeOf: () => ({
    days: [
      { day: '2026-05-18', asset: 'BTC', earned: 1_000n },
      { day: '2026-05-20', asset: 'BTC', earned: -1n },
      { day: '2026-05-20', asset: 'USDT', earned: 250_000_000n },
    ],
    running: new Map([['BTC', -1n]]),
    assets: new Map([['BTC', 50_000_000n]]),
  }),
};
const EMPTY = { sell_discount_rate: '', buy_discount_rate: '', max_call_apy: '', max_put_apy: '', invest_rate: '' };

async function exchangeWith(earn: readonly EarnSource[]) {
  const exchange = await openTestExchange(temporaryFolder());
  const { feed, accounts, store, sequencer, clock } = exchange;
  const book = exchange.notifications.parts.book as BotBook;
  const views = createBotViews({ feed, accounts, book });
  const parts = { feed, store, sequencer, book, views, earn, transfers: { incomeOf: () => new Map() } };
  const handlers = { ...earnHandlers(parts), ...incomeHandlers(parts, keptAccountDays(store)) };
  const ask = (name: keyof typeof handlers, query: object, user: { id: number } | null = null) =>
    handlers[name]({ query, user, nowMs: clock.nowMs() } as never) as Promise<{ code: number; data?: unknown }>;
  return { exchange, ask };
}

describe('what there is to earn without a bot', () => {
  it('is nothing where no product is there: no coin is supported, with code 0, and no rate is told (E-265, E-305, E-112, E-264)', async () => {
    const { ask } = await exchangeWith([]);
    expect(await ask('earnSupports', { currency: 'BTC' })).toMatchObject({
      code: 0,
      data: { auto_invest: 0, sell_high: 0, buy_low: 0 },
    });
    expect(await ask('earnStatistics', { market: 'BTC_USDT' })).toMatchObject({ code: 200, data: EMPTY });
    const exchange = await openTestExchange(temporaryFolder());
    expect((await exchange.send('earnStatistics', { query: { market: 'NO_MARKET' } })).code).toBe(404);
  });

  it('is what each product offers, of its coins and against USDT alone (C-351, E-003, E-252, E-112)', async () => {
    const { ask } = await exchangeWith([SELL_HIGH]);
    expect(await ask('earnSupports', { currency: 'BTC' })).toMatchObject({
      data: { auto_invest: 0, sell_high: 1, buy_low: 0 },
    });
    expect(await ask('earnSupports', { currency: 'ETH' })).toMatchObject({ data: { sell_high: 0 } });
    expect(await ask('earnStatistics', { market: 'BTC_USDT' })).toMatchObject({
      data: { ...EMPTY, max_call_apy: '0.35', sell_discount_rate: '0.025' },
    });
    expect(await ask('earnStatistics', { market: 'ETH_USDT' })).toMatchObject({ data: EMPTY });
    const against = { ...SELL_HIGH, isOfferedOf: () => true, rateOf: () => ({ rateE8: 1n, discountE8: null }) };
    const other = await exchangeWith([against]);
    expect(await other.ask('earnStatistics', { market: 'ETH_BTC' })).toMatchObject({ data: EMPTY });
  });

  it('is lent at what borrowers pay in a year, without interest on interest; what nobody can borrow is unknown (E-266)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    // 0.001 % an hour.
    expect((await exchange.send('lendEarn', { query: { currency: 'USDT' } })).data).toEqual({
      currency: 'USDT',
      apy: '0.0876',
    });
    expect((await exchange.send('lendEarn', { query: { currency: 'NOCOIN' } })).code).toBe(404);
  });

  it('has a name of its own in the counters, the supports and the statistics, each in the one table (X49, E-136, E-137, C-016)', () => {
    const words = Object.values(EARN_WORDS).flatMap(({ counter, support, rate, discount }) => [
      counter,
      support,
      rate,
      discount,
    ]);
    const told = words.filter((word) => word !== null);
    expect(new Set(told).size).toBe(told.length);
    expect(
      Object.values(EARN_WORDS)
        .map(({ support }) => support)
        .sort(),
    ).toEqual(['auto_invest', 'buy_low', 'sell_high']);
  });

  it('is in the income of all types and in its own, beside the bots’, by its days (E-128)', async () => {
    const { exchange, ask } = await exchangeWith([SELL_HIGH]);
    await startGrid(exchange, await exchange.trader());
    const user = { id: 10_001 };
    const { data: own } = (await ask('userProfit', { strategy_type: 'sell-high' }, user)) as {
      data: Record<string, string>;
    };
    const price = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const value = (units: number): string => (Math.floor(units * price) / 1e8).toString();
    // All of it that does not run has ended: 1,000 units of bitcoin and what came in dollars.
    expect(Number(own.history_profit)).toBeCloseTo(2.5 + Number(value(1_000)), 6);
    expect(Number(own.total_asset)).toBeCloseTo(price / 2, 4);
    const { data: line } = (await ask(
      'totalProfit',
      { strategy_type: 'sell-high', interval: 'all', page_size: 200 },
      user,
    )) as {
      data: { trading_date: string }[];
    };
    expect(line.map(({ trading_date }) => trading_date)).toEqual(['2026-05-18', '2026-05-19', '2026-05-20']);
    const { data: all } = (await ask('userProfit', { strategy_type: 'all' }, user)) as {
      data: { parts: { strategy_type: string; asset: string; profit: string; today: string }[] };
    };
    expect(all.parts.filter(({ strategy_type }) => strategy_type === 'sell-high')).toMatchObject([
      { asset: 'BTC', profit: '0.00000999', today: '-0.00000001' },
      { asset: 'USDT', profit: '2.5', today: '2.5' },
    ]);
    expect(all.parts.some(({ strategy_type }) => strategy_type === 'spot_grid')).toBe(true);
  });
});
