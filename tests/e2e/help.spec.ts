import { FIRST_LOAD_LIMITS, firstLoadOf } from '#tests/support/first-load.ts';
import { wrongOfJsonLd } from '#tests/support/json-ld.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { expect, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

/** Help pages (C-030), the glossary, and how a figure is computed, as somebody reads them who wants to understand a bot. */

const help = wordsOf('en', 'help');
const glossary = wordsOf('en', 'glossary');
const PATH = '/en/help/bots/spot_grid';
const WIDTHS = [390, 1440];

test.beforeEach(() => test.setTimeout(60_000));

test('pages are whole without a script, weigh what a visitor’s page may, and have one address each (C-030, M-015, E-018)', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const page = await browser.newPage({ baseURL: url, javaScriptEnabled: false });
  await page.goto(PATH);
  for (const part of ['what', 'earns', 'loses', 'costs', 'formulas'] as const)
    await expect(page.getByRole('heading', { name: help(`page.${part}`), exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);
  await page.close();
  const earn = ['/ru/help/earn/sell-high', '/de/help/earn/buy-low', '/en/help/earn/auto-investment'];
  for (const path of [
    '/en/help',
    PATH,
    '/de/help/quants/martingale',
    ...earn,
    '/ru/help/glossary',
    '/en/help/bots/agreement',
  ]) {
    const answer = await fetch(new URL(path, url));
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('cache-control'), path).toContain('s-maxage');
    const html = await answer.text();
    expect(wrongOfJsonLd(html), path).toEqual([]);
    expect(html, path).toContain('rel="canonical"');
    expect(html, path).toMatch(/hreflang="ar"/i);
    const { html: weight, script } = await firstLoadOf(url, path);
    expect(script, path).toBeLessThan(FIRST_LOAD_LIMITS.script);
    expect(weight, path).toBeLessThan(FIRST_LOAD_LIMITS.html);
  }
  const other = await fetch(new URL('/en/help/quants/spot_grid', url), { redirect: 'manual' });
  expect([other.status, other.headers.get('location')]).toEqual([308, PATH]);
  for (const gone of ['/en/help/bots/nothing', '/en/help/else/spot_grid', '/en/help/bots', '/en/help/earn/spot_grid'])
    expect((await fetch(new URL(gone, url))).status, gone).toBe(404);
  // As the exchange names it: in the visitor's language.
  expect((await fetch(new URL('/help/bots/agreement', url))).url).toContain('/en/help/bots/agreement');
  const sitemap = await (await fetch(new URL('/sitemaps/help.xml', url))).text();
  for (const path of [PATH, ...earn]) expect(sitemap).toContain(path);
  for (const path of ['/en/earn/sell-high', '/en/auto-investment'])
    expect(await (await fetch(new URL(path, url))).text(), path).toContain(path.replace(/.*\//, '/en/help/earn/'));
});

for (const width of WIDTHS) {
  const story = toldIn(WIDTHS, width);

  story()(`an example follows the reader’s values, and says why there is no bot (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(PATH);
    const rows = page.getByRole('row');
    const before = await rows.nth(1).innerText();
    const grids = page.locator('input[name=grid_num]');
    // Once the page is awake.
    await expect(async () => {
      await grids.fill('8');
      await expect(rows.nth(1)).not.toHaveText(before, { timeout: 3_000 });
    }).toPass();
    await page.locator('input[name=high_price]').fill('50000');
    await expect(page.getByRole('region', { name: help('example.title') }).getByRole('alert')).toContainText(
      help('example.faults'),
    );
    await page.locator('input[name=high_price]').fill('66000');
    await grids.fill('24');
    // The first values again: the same figures, worked out in the browser.
    await expect.poll(() => rows.nth(1).innerText()).toBe(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });

  story()(
    `the example of an earn product does the same, in the longest language too (${width} px)`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/ru/help/earn/sell-high', '/de/help/earn/auto-investment', '/ru/help/glossary']) {
        await page.goto(path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
      await page.goto('/en/help/earn/sell-high');
      const region = page.getByRole('region', { name: help('example.title') });
      const rate = region.locator('[data-summary=offered_rate]');
      const before = await rate.innerText();
      const volatility = page.locator('input[name=volatility]');
      await expect(async () => {
        await volatility.fill('80');
        await expect(rate).not.toHaveText(before, { timeout: 3_000 });
      }).toPass();
      await volatility.fill('900');
      await expect(region.getByRole('alert')).toContainText('Volatility: enter a number from 1 to 500');
      await volatility.fill('50');
      await expect(rate).toHaveText(before);
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
    },
  );

  story()(`a field of a form says what it means and leads to the glossary (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await logInAsDemo(page);
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create');
    const trade = wordsOf('en', 'trade');
    if (width === 390) await page.getByRole('button', { name: trade('panel.create'), exact: true }).click();
    const form = page.getByRole('form', { name: trade('form.label') });
    await expect(form).toBeVisible({ timeout: 30_000 });
    await chooseManual(form, trade('ai.toManual'));
    const mark = form.getByRole('button', { name: 'Spacing: ?' }).first();
    await mark.scrollIntoViewIfNeeded();
    await mark.click();
    const said = page.getByRole('dialog', { name: 'Spacing' });
    await expect(said.getByRole('link', { name: glossary('tip.glossary') })).toHaveAttribute(
      'href',
      '/en/help/glossary#spacing',
    );
    const box = await said.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    await page.keyboard.press('Escape');
    await expect(said).toBeHidden();
    await expect(mark).toBeFocused();
  });

  story()(`a figure of one’s own bots says how it is computed (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    // With less motion what opens is there as well at once, and takes the focus.
    await page.emulateMedia({ reducedMotion: width === 390 ? 'reduce' : 'no-preference' });
    await logInAsDemo(page);
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
    if (width === 390) await page.getByText('My bots', { exact: true }).first().click();
    // A card is one button as a whole: what it opens says how its figures are computed.
    const bots = wordsOf('en', 'bots');
    const place = width === 390 ? page.getByRole('dialog') : page;
    if (width === 390)
      await page
        .getByRole('region', { name: bots('title') })
        .getByRole('listitem')
        .first()
        .getByRole('button')
        .first()
        .click();
    const named = width === 390 ? bots('overview.stat.totalProfit') : bots('columns.profit');
    const head = place.getByRole('button', { name: named, exact: true }).first();
    await head.scrollIntoViewIfNeeded();
    await head.click();
    const said = page.getByRole('dialog', { name: glossary('terms.total_profit.name') });
    await expect(said).toContainText(glossary('terms.position_profit.name'));
    await expect(said.getByRole('link', { name: glossary('tip.glossary') })).toHaveAttribute(
      'href',
      '/en/help/glossary#total_profit',
    );
    await expect(said).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(said.locator(':focus')).toHaveCount(1);
    const box = await said.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    await page.keyboard.press('Escape');
    await expect(said).toBeHidden();
    await expect(head).toBeFocused();
  });
}
