import { expect, type Page, test } from '@playwright/test';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { QUANT } from './support/exchange-calls.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** The portfolio: accounts and bots taken together, as stories over covering pairs of language, theme and width. */

const SCREENS = [
  { language: 'en', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { language: 'zh', theme: 'light', viewport: { width: 390, height: 844 } },
] as const;

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const { language, theme, viewport } of SCREENS) {
  const words = wordsIn(language);
  const say = wordsOf(language, 'portfolio');

  test.describe(`portfolio (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    test('shows a trader of many bots what he has, what they made and what he is exposed to (issue 10)', async ({
      page,
    }) => {
      await logInAsDemo(page);
      const asked = await page.request.get(`${QUANT}/private/portfolio`);
      expect(asked.headers()['cache-control']).toContain('no-store');
      const { data } = await asked.json();
      await page.goto(`/${language}/strategybot`);
      await page.getByRole('button', { name: new RegExp(words.common('nav.account')) }).click();
      await page.getByRole('menuitem', { name: words.common('nav.portfolio') }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/strategybot/portfolio$`));
      await expect(page).toHaveTitle(new RegExp(say('title')));
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);

      const assets = page.getByRole('region', { name: say('assets.title') });
      await expect(assets.locator('[data-portfolio-total]')).toHaveText(/\d[\d,]*\.\d{2} USDT/);
      const results = page.getByRole('region', { name: say('results.title') });
      await expect(results.getByRole('img')).toHaveAccessibleName(/\d/);
      for (const { strategy_type: kind } of data.by_kind) {
        await expect(
          results.getByText(words.bots(`kind.${kind}`), { exact: true }).filter({ visible: true }),
        ).toBeVisible();
      }
      await results.getByText(say('results.byAsset'), { exact: true }).click();
      await expect(results.getByText('USDT', { exact: true }).filter({ visible: true }).first()).toBeVisible();
      const exposure = page.getByRole('region', { name: say('exposure.title') });
      await expect(exposure.getByText(data.exposure[0].asset, { exact: true }).filter({ visible: true })).toBeVisible();
      // What a move of the market would do: six moves, the worst first.
      const moves = page.getByRole('region', { name: say('moves.title') });
      await expect(moves.getByText(/^[+−-]30[.,]00%$/).filter({ visible: true })).toHaveCount(2, { timeout: 30_000 });
      await expectFits(page);
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
    });

    test('a guest is led to the log in and back; nothing of anybody is told him', async ({ page }) => {
      const response = await page.goto(`/${language}/strategybot/portfolio`);
      expect(response?.headers()['cache-control']).toContain('no-store');
      expect(response?.headers()['content-security-policy']).toContain("'nonce-");
      const main = page.getByRole('main').filter({ hasText: say('title') });
      await main.getByRole('link', { name: words.common('nav.login') }).click();
      await expect(page).toHaveURL(
        new RegExp(`/${language}/login\\?return=${encodeURIComponent(`/${language}/strategybot/portfolio`)}$`),
      );
      const refused = await page.request.get(`${QUANT}/private/portfolio`);
      expect(await refused.json()).toMatchObject({ code: 401 });
    });

    test('a bad first reply is asked again; an exchange that lacks the call says so', async ({ page }) => {
      await logInAsDemo(page);
      let asked = 0;
      await page.route(`**${QUANT}/private/portfolio`, async (route) => {
        asked += 1;
        if (asked === 1) return route.fulfill({ status: 503, json: { code: 503, message: '' } });
        return route.continue();
      });
      await page.goto(`/${language}/strategybot/portfolio`);
      await expect(page.locator('[data-portfolio-total]')).toHaveText(/\d/);
      await page.unrouteAll();
      await page.route(`**${QUANT}/private/portfolio`, (route) => route.fulfill({ json: { code: 404, message: '' } }));
      await page.goto(`/${language}/strategybot/portfolio`);
      await expect(page.getByText(say('unknown'))).toBeVisible();
      await expect(page.getByRole('link', { name: say('toBots') })).toBeVisible();
    });
  });
}
