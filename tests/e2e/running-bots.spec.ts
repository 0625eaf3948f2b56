import { expect, type Page, test } from '@playwright/test';
import { dayText } from '#lib/i18n/date-text.ts';
import { formatAmountOf, formatPrice } from '#lib/money/display.ts';
import { walkInputs, watchErrors } from './support/every-input.ts';
import { CREATE, createBody, lastPrice, post, registerTrader, tradesOf } from './support/exchange-calls.ts';
import { wordsIn } from './support/words.ts';

/** Bots that have lived: the demo account's of many kinds, months old, and three markets whose figures have different decimals. */

const QUANT = '/api/apiw/v2/quant-trading';
const words = wordsIn('en');

interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly market: string;
  readonly run_times: number;
  readonly money: string;
  readonly money_asset: string;
  readonly profit: string;
}

async function rows(page: Page, query: string): Promise<readonly Row[]> {
  return (await (await page.request.get(`${QUANT}/strategybot/get_all_strategy?${query}`)).json()).data;
}

async function logInAsDemo(page: Page): Promise<void> {
  await page.goto('/en/login');
  await page.locator('[name="account"]').fill('demo');
  await page.locator('[name="password"]').fill('paper-demo');
  await page.locator('form [type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

test.describe('running bots of every kind', () => {
  test('each input of each dialog is cleared and mistyped without an exception; the focus comes back (C1, M-235, issue 8 family 3)', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const errors = watchErrors(page);
    await logInAsDemo(page);
    const running = await rows(page, 'status=running&page_size=500&strategy_type=all');
    const kinds = [...new Map(running.map((row) => [row.strategy_type, row])).values()];
    expect(kinds.length).toBeGreaterThanOrEqual(5);
    for (const { strategy_id: id, strategy_type: kind } of kinds) {
      await page.goto(`/en/strategybot/underwayStrategy?type=${kind}&id=${id}`);
      const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
      for (const tab of await main.getByRole('tab').all()) {
        await tab.click();
        await expect(main.getByRole('tabpanel').locator('.skeleton')).toHaveCount(0);
        await walkInputs(main);
      }
      const terminate = main.getByRole('button', { name: words.bots('action.terminate') });
      await terminate.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const anyway = dialog.getByRole('button', { name: words.bots('terminate.anyway') });
      if (await anyway.isVisible()) await anyway.click();
      // What comes back is said before it happens, of every kind (C3).
      await expect(dialog.locator('[data-close-returns]')).toHaveText(/\d/);
      const limit = dialog.getByRole('radio', { name: words.bots('terminate.limit') });
      if ((await limit.count()) > 0) {
        await limit.check();
        expect(await walkInputs(dialog)).toHaveLength(1);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(terminate).toBeFocused();
    }
    expect(errors).toEqual([]);
  });

  test('a bot of two months has its curve from its first day to its last (C2)', async ({ page }) => {
    await logInAsDemo(page);
    const all = await rows(page, 'status=running&page_size=500&strategy_type=all');
    const old = all.find(({ run_times }) => run_times > 60 * 86_400);
    if (old === undefined) throw new Error('the demo account owns a bot of more than 60 days');
    const path = `${QUANT}/rank/strategy/detail/${old.strategy_id}?strategy_type=${old.strategy_type}&page_size=500`;
    const days: { trading_date: string; profit_rate: string }[] = (await (await page.request.get(path)).json()).data;
    const dates = days.map(({ trading_date }) => trading_date).sort();
    await page.goto(`/en/strategybot/underwayStrategy?type=${old.strategy_type}&id=${old.strategy_id}`);
    const curve = page.getByRole('img', { name: /Cumulative return from/ });
    const before = new Date(Date.parse(dates[0] as string) - 86_400_000).toISOString().slice(0, 10);
    const name = `from ${dayText(before, 'en')} to ${dayText(dates.at(-1) as string, 'en')}`;
    await expect(curve).toHaveAccessibleName(new RegExp(name));
    // The last point is the newest: its height says the rate of today, above or below the zero line as the rate is.
    const drawn = (await curve.locator('path[stroke="currentColor"]').getAttribute('d')) ?? '';
    const heights = [...drawn.matchAll(/([\d.]+),([\d.]+)/g)].map(([, , y]) => Number(y));
    expect(heights).toHaveLength(days.length + 1);
    const newest = days.find(({ trading_date }) => trading_date === dates.at(-1));
    const rise = Math.sign(Number(newest?.profit_rate ?? 0));
    expect(Math.sign((heights[0] as number) - (heights.at(-1) as number))).toBe(rise);
  });
});

test.describe('decimals by context', () => {
  const MARKETS = [
    { market: 'BTC_USDT', decimals: 2, money: '3000.5', base: 'BTC', isBase: false },
    { market: 'DOGE_USDT', decimals: 5, money: '4321', base: 'DOGE', isBase: true },
    { market: 'ETH_BTC', decimals: 6, money: '0.3', base: 'ETH', isBase: false },
  ] as const;

  test('are the same in the row, the detail and the public page of BTC_USDT, DOGE_USDT and ETH_BTC (C10, issue 8 family 9)', async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    await page.context().setExtraHTTPHeaders({ origin: baseURL ?? '' });
    await registerTrader(page.request, `decimals-${Date.now().toString(36)}`);
    const ids: number[] = [];
    const markets = (await (await page.request.get('/api/apiw/v2/market/spot_markets')).json()).data;
    for (const { market, money, isBase } of MARKETS) {
      const last = await lastPrice(page.request, market);
      const { price_decimals: decimals } = markets.find((row: { market: string }) => row.market === market);
      const range = {
        low_price: (last * 0.9).toFixed(decimals),
        high_price: (last * 1.1).toFixed(decimals),
        grid_num: '10',
      };
      const body = createBody(market, { ...range, ...(isBase ? { is_use_base: '1' } : {}) }, money);
      const created = await post<{ strategy_id: number }>(page.request, CREATE, body);
      expect(created.code, JSON.stringify(created)).toBe(200);
      ids.push(created.data.strategy_id);
    }
    for (const id of ids) await expect.poll(async () => (await tradesOf(page.request, id)).length).toBeGreaterThan(0);
    await page.context().setExtraHTTPHeaders({});
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
    const section = page.getByRole('region', { name: words.bots('title') });
    for (const [index, { market, base }] of MARKETS.entries()) {
      const id = ids[index] as number;
      const [row] = await rows(page, `strategy_id=${id}&strategy_type=spot_grid&data_period=all_period`);
      if (row === undefined) throw new Error('the bot that was created is there');
      const [, quote = ''] = market.split('_');
      const { price_decimals: decimals } = markets.find((one: { market: string }) => one.market === market);
      const investment = formatAmountOf('investment', row.money, row.money_asset, { locale: 'en', quote });
      // An investment is never more than it was.
      expect(Number(investment.replace(/[^\d.]/g, ''))).toBeLessThanOrEqual(Number(row.money));
      await expect(section.getByRole('row').filter({ hasText: market.replace('_', '/') })).toContainText(investment);
      await page.goto(`/en/strategybot/underwayStrategy?type=spot_grid&id=${id}`);
      await expect(page.getByRole('main')).toContainText(investment);
      await page.getByRole('tab', { name: words.bots('detail.tab.trade-history') }).click();
      const [trade] = (await tradesOf(page.request, id)).slice(-1);
      if (trade === undefined) throw new Error('it opened with a trade');
      const shown = [
        formatPrice(trade.match_price, decimals, 'en'),
        formatAmountOf('quantity', trade.match_qty, base, { locale: 'en', hasUnit: false }),
        formatAmountOf('order-amount', trade.match_amount, quote, { locale: 'en', hasUnit: false }),
        formatAmountOf('held-coin', trade.fee, trade.fee_asset, { locale: 'en' }),
      ];
      const told = page
        .getByRole('table')
        .getByRole('row')
        .filter({ hasText: shown[0] as string })
        .first();
      for (const text of shown) await expect(told).toContainText(text);
      await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
    }
  });
});
