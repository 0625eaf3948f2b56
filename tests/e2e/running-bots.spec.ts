import { expect, type Page, test } from '@playwright/test';
import { dayText } from '#lib/i18n/date-text.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { walkInputs, watchErrors } from './support/every-input.ts';
import { wordsIn } from './support/words.ts';

/** Bots that have lived: the demo account's, of many kinds, months old. */

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

async function rows(page: Page, query: string, home = ''): Promise<readonly Row[]> {
  return (await (await page.request.get(`${home}${QUANT}/strategybot/get_all_strategy?${query}`)).json()).data;
}

async function logInAsDemo(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/en/login`);
  await page.locator('[name="account"]').fill('demo');
  await page.locator('[name="password"]').fill('paper-demo');
  await page.locator('form [type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

test.describe('running bots of every kind', () => {
  // Stories begin with an empty account; these begin with one that has a past.
  let product: BuiltProduct;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    product = await createBuiltProduct({ MARKET_FEED: 'simulated', DEMO_BOTS: '1' });
    await product.start();
  });
  test.afterAll(() => product.discard());

  test('each input of each dialog is cleared and mistyped without an exception; the focus comes back (C1, M-235, issue 8 family 3)', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const errors = watchErrors(page);
    await logInAsDemo(page, product.url);
    const running = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
    const kinds = [...new Map(running.map((row) => [row.strategy_type, row])).values()];
    expect(kinds.length).toBeGreaterThanOrEqual(5);
    for (const { strategy_id: id, strategy_type: kind } of kinds) {
      await page.goto(`${product.url}/en/strategybot/underwayStrategy?type=${kind}&id=${id}`);
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
    await logInAsDemo(page, product.url);
    const all = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
    const old = all.find(({ run_times }) => run_times > 60 * 86_400);
    if (old === undefined) throw new Error('the demo account owns a bot of more than 60 days');
    const path = `${product.url}${QUANT}/rank/strategy/detail/${old.strategy_id}?strategy_type=${old.strategy_type}&page_size=500`;
    const days: { trading_date: string; profit_rate: string }[] = (await (await page.request.get(path)).json()).data;
    const dates = days.map(({ trading_date }) => trading_date).sort();
    await page.goto(`${product.url}/en/strategybot/underwayStrategy?type=${old.strategy_type}&id=${old.strategy_id}`);
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
