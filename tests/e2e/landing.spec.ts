import { covering } from '#tests/support/covering.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** What a visitor and what a trader see first. */

const words = wordsOf('en', 'pages');
const bots = wordsIn('en').bots;

/** Sums up what moved without anybody's doing, from the page's first paint. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftedOf = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

test('a visitor reads without a script what this is, what it costs by the exchange’s rates, and what can go wrong', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  await page.goto('/en/strategybot');
  for (const key of ['landing.what', 'landing.cost', 'landing.risk'])
    await expect(page.getByRole('heading', { name: words(key) })).toBeVisible();
  const { data } = (await (
    await page.request.get(
      '/api/apiw/v2/quant-trading/strategybot/strategy_fee?market=BTC_USDT&strategy_type=spot_grid',
    )
  ).json()) as { data: { taker_fee: string } };
  await expect(page.getByRole('region', { name: words('landing.label') })).toContainText(
    `${Number(data.taker_fee) * 100}%`,
  );
  await expect(page.getByRole('heading', { name: bots('title') })).toBeHidden();
  // Every card has its kind, its curve and what just holding came to.
  await expect(page.locator('article').first()).toContainText(/Holding [+-]?[\d.]+%/);
  await page.close();
});

for (const width of covering([390, 1440], 0, 1)) {
  test(`a trader finds the own bots first, and nothing moves when they come (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await page.goto('/en/login');
    await expect(async () => {
      await page.getByRole('button', { name: 'Fill in demo' }).click();
      await expect(page.locator('main input').first()).toHaveValue('demo', { timeout: 500 });
    }).toPass();
    await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/en\/strategybot$/);
    const own = page.getByRole('region', { name: new RegExp(`^${bots('title')}`) }).first();
    await expect(own.getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('region', { name: words('landing.label') })).toBeHidden();
    const box = await own.boundingBox();
    const head = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(box?.y ?? 0).toBeLessThan(head?.y ?? 0);
    // The page is the same for everybody: nothing of it is in what the server sends.
    const html = await (await page.request.get('/en/strategybot')).text();
    expect(html).not.toContain('underwayStrategy');
    expect(await shiftedOf(page)).toBeLessThan(0.01);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  });
}
