import { readFileSync } from 'node:fs';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import {
  bots,
  createBody,
  FUND_PASSWORD,
  narrowGrid,
  PASSWORD,
  post,
  QUANT,
  registerTrader,
} from './support/exchange-calls.ts';
import { expectFits } from './support/fits.ts';
import { expect, type Locator, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** The portfolio: accounts and bots taken together, as stories on a desktop and on a phone; with other specs all pairs of language, theme and width come by. */

const SCREENS = [
  { language: 'en', theme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'zh', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

const MARKETS = [
  ['BTC_USDT', 1],
  ['ETH_USDT', 2],
  ['BTC_USDT', 1],
] as const;

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen);
  const words = wordsIn(language);
  const say = wordsOf(language, 'portfolio');

  test.describe(`portfolio (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    story()(
      'shows a trader of many bots what he has, what they made and what he is exposed to (issue 10)',
      async ({ page }) => {
        await logInAsDemo(page);
        const asked = await page.request.get(`${QUANT}/private/portfolio`);
        expect(asked.headers()['cache-control']).toContain('no-store');
        const told = async () => (await (await page.request.get(`${QUANT}/private/portfolio`)).json()).data;
        const data = await told();
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
        // Bots buy and sell meanwhile: what is asked and what is shown are read again until they are of one moment.
        await expect(async () => {
          const { asset } = (await told()).exposure[0];
          await expect(exposure.getByText(asset, { exact: true }).filter({ visible: true })).toBeVisible({
            timeout: 2_000,
          });
        }).toPass();
        // What a move of the market would do: six moves, the worst first.
        const moves = page.getByRole('region', { name: say('moves.title') });
        await expect(moves.getByText(/^[+−-]30[.,]00%$/).filter({ visible: true })).toHaveCount(2, { timeout: 30_000 });
        // Each taken along as it stands there.
        const takeAlong = async (place: Locator): Promise<string[]> => {
          const file = page.waitForEvent('download');
          await place.getByRole('button', { name: say('csv'), exact: true }).click();
          const lines = readFileSync(await (await file).path(), 'utf8')
            .trim()
            .split('\r\n');
          expect(lines[0]).toMatch(/^time,(asset,held|percent,total)/);
          return lines.slice(1);
        };
        expect(await takeAlong(moves)).toHaveLength(6);
        await expect(async () => {
          const [lines, { exposure: coins }] = [await takeAlong(exposure), await told()];
          expect(lines).toHaveLength(coins.length);
        }).toPass();
        await expectFits(page);
        expect(await axeFindingsInBothThemes(page)).toEqual([]);
      },
    );

    story()('a guest is led to the log in and back; nothing of anybody is told him', async ({ page }) => {
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

    story()(
      'several bots are ended by one plan: its figures are sent, a lost answer is asked for by its key, one fund password (issue 10)',
      async ({ page, context, baseURL }) => {
        test.setTimeout(120_000);
        await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
        const account = `ends-${language}-${test.info().retry}`;
        await registerTrader(page.request, account);
        for (const [market, decimals] of MARKETS) {
          const body = createBody(market, await narrowGrid(page.request, market, decimals), '3000');
          expect((await post(page.request, '/api/apiw/v2/grid-trading/create', body)).code).toBe(200);
        }
        await expect
          .poll(async () => (await bots(page.request, 'running')).filter(({ status }) => status === 'running').length)
          .toBe(MARKETS.length);
        // Another session: nobody has given it the fund password yet.
        await page.request.delete('/api/session');
        expect((await post(page.request, '/api/session', { account, password: PASSWORD })).code).toBe(200);
        await context.setExtraHTTPHeaders({});
        const [lost] = await bots(page.request, 'running');
        const keys: (string | undefined)[] = [];
        let isLost = true;
        await page.route('**/grid-trading/cancel/*', async (route) => {
          const request = route.request();
          if (!request.url().endsWith(`/${lost?.strategy_id}`)) return route.continue();
          keys.push(request.headers()['idempotency-key']);
          if (!isLost) return route.continue();
          // What is carried out is not heard of.
          const response = await route.fetch();
          return (await response.json()).code === 200 ? route.abort() : route.fulfill({ response });
        });

        await page.goto(`/${language}/strategybot/portfolio`);
        const list = page.getByRole('region', { name: say('list.title') });
        const rows = list.getByRole('checkbox').filter({ visible: true });
        await expect(rows).toHaveCount(MARKETS.length);
        await list.getByRole('combobox', { name: say('list.market') }).selectOption('ETH_USDT');
        await expect(rows).toHaveCount(1);
        await list.getByRole('combobox', { name: say('list.market') }).selectOption('');
        await expect(rows).toHaveCount(MARKETS.length);
        const file = page.waitForEvent('download');
        await list.getByRole('button', { name: say('csv') }).click();
        const csv = readFileSync(await (await file).path(), 'utf8')
          .trim()
          .split('\r\n');
        expect(csv).toHaveLength(MARKETS.length + 1);
        expect(csv[0]).toContain('strategy_id,strategy_type');
        await list.getByRole('button', { name: say('list.choosePage') }).click();
        await expect(rows.first()).toBeChecked();
        const end = list.getByRole('button', { name: say('list.end') });
        await end.click();
        const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-end]') });
        await expect(dialog).toBeVisible();
        // Who only looked at the plan has chosen still, and is where he was.
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(rows.first()).toBeChecked();
        await expect(end).toBeFocused();
        await end.click();
        await expect(dialog.locator('[data-end-sum]').first()).toHaveText(/\d.*USDT/);
        await expect(dialog.locator('[data-end]')).toHaveCount(MARKETS.length);
        await expectFits(page);
        expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
        await dialog.getByRole('button', { name: say('end.confirm', { count: String(MARKETS.length) }) }).click();
        // Asked once, for all.
        await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
        await page.getByRole('button', { name: words.common('action.confirm') }).click();
        await expect(dialog.getByText(say('end.outcome.ended'))).toHaveCount(MARKETS.length - 1, { timeout: 30_000 });
        await expect(dialog.getByText(say('end.outcome.unknown'))).toHaveCount(1);
        isLost = false;
        await dialog.getByRole('button', { name: say('end.again', { count: '1' }) }).click();
        await expect(dialog.getByText(say('end.outcome.ended'))).toHaveCount(MARKETS.length, { timeout: 30_000 });
        expect(new Set(keys).size).toBe(1);
        await dialog
          .getByRole('button', { name: words.common('action.close') })
          .last()
          .click();
        await expect(dialog).toHaveCount(0);
        await expect.poll(async () => (await bots(page.request, 'running')).length).toBe(0);
        expect(await bots(page.request, 'finished')).toHaveLength(MARKETS.length);
        await expect(list.getByText(say('list.none'))).toBeVisible();
        await list.getByRole('button', { name: say('list.all') }).click();
        // The way was there because nothing matched: now all that have ended are listed.
        await expect(
          list.getByText(words.bots('reason.cancelled'), { exact: true }).filter({ visible: true }),
        ).toHaveCount(MARKETS.length);
      },
    );

    story()('a bad first reply is asked again; an exchange that lacks the call says so', async ({ page }) => {
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
