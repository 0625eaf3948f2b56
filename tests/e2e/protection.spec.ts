import { axeFindingsInBothThemes } from './support/accessible.ts';
import { reviewSheet } from './support/create-bot.ts';
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

/** Limits of the whole account, as stories on a desktop and on a phone; with other specs all pairs of language, theme and width come by. */

const SCREENS = [
  { language: 'en', theme: 'dark', viewport: { width: 390, height: 844 } },
  { language: 'zh', theme: 'light', viewport: { width: 1440, height: 900 } },
] as const;

const MARKETS = [
  ['BTC_USDT', 1],
  ['ETH_USDT', 2],
] as const;

async function expectTouchable(buttons: Locator): Promise<void> {
  for (const button of await buttons.all())
    expect((await button.boundingBox())?.height ?? 0, await button.innerText()).toBeGreaterThanOrEqual(44);
}

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen);
  const words = wordsIn(language);
  const say = wordsOf(language, 'portfolio');
  const refusals = wordsOf(language, 'refusals');
  const isPhone = viewport.width < 700;

  test.describe(`account protection (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    story()(
      'limits are tried, saved and reached: creating is refused where one creates, then all bots are ended by the plan that was shown (issue 10)',
      async ({ page, context, baseURL }) => {
        test.setTimeout(150_000);
        await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
        const account = `limits-${language}-${test.info().retry}`;
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
        // A bad first reply is asked again.
        let asked = 0;
        const keys: (string | undefined)[] = [];
        await page.route(`**${QUANT}/private/protection`, async (route) => {
          const request = route.request();
          if (request.method() === 'GET') {
            asked += 1;
            if (asked === 1) return route.fulfill({ status: 503, json: { code: 503, message: '' } });
            return route.continue();
          }
          keys.push(request.headers()['idempotency-key']);
          return route.continue();
        });

        await page.goto(`/${language}/strategybot/portfolio`);
        const section = page.getByRole('region', { name: say('protection.title') });
        const fall = section.locator('[name="protection-percent"]');
        await expect(fall).toBeVisible({ timeout: 30_000 });
        expect(asked).toBeGreaterThan(1);
        await expect(page.locator('[data-protection-banner]')).toHaveCount(0);
        await fall.fill('25');
        await section.locator('[name="protection-usdt"]').fill('1');
        const whenExposure = section.getByRole('combobox', { name: say('protection.whenExposure') });
        await whenExposure.selectOption('stop-creating');
        await expectFits(page);
        if (isPhone) await expectTouchable(section.getByRole('button'));
        expect(await axeFindingsInBothThemes(page)).toEqual([]);

        // What would happen now: nothing is saved by looking.
        const dialog = page.getByRole('dialog').filter({ hasText: say('protection.tried.title') });
        const tryNow = section.getByRole('button', { name: say('protection.try') });
        await tryNow.click();
        const stopsCreating = say('protection.tried.reached', { action: say('protection.action.stop-creating') });
        await expect(dialog.getByText(stopsCreating).filter({ visible: true }).first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(tryNow).toBeFocused();
        expect(keys).toEqual([]);
        const save = section.getByRole('button', { name: say('protection.save') });
        await save.click();
        await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
        await page.getByRole('button', { name: words.common('action.confirm') }).click();
        // Reached at once, and said above everything.
        const banner = page.locator('[data-protection-banner]');
        await expect(banner).toContainText(say('protection.banner.stop-creating'));
        await expect(save).toBeDisabled();
        expect(new Set(keys).size).toBe(1);
        await expect(section.getByRole('form')).toBeFocused();

        // Where one creates it is said why not.
        await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=recurring-buy`);
        const form = page.getByRole('form');
        if (isPhone) await page.getByRole('button', { name: words.trade('panel.create'), exact: true }).click();
        await form.locator('[name="money"]').fill('2000');
        await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
        // Refused before the fund password is asked for: the sheet stays, and says it.
        await reviewSheet(page).locator('button[type="submit"]').click();
        const [reason = ''] = refusals('protection-exposure', { asset: '', limit: '1' }).split(/[:：]/);
        await expect(reviewSheet(page).getByText(new RegExp(reason, 'i')).first()).toBeVisible();

        // All bots are ended by the plan that is shown before it is saved.
        await page.goto(`/${language}/strategybot/portfolio`);
        await whenExposure.selectOption('stop-all');
        await save.click();
        await expect(dialog.getByText(say('protection.tried.planDue')).filter({ visible: true }).first()).toBeVisible();
        await expect(dialog.locator('[data-end]')).toHaveCount(MARKETS.length);
        await expect(dialog.locator('[data-end-sum]').first()).toHaveText(/\d.*USDT/);
        await expectFits(page);
        expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
        await dialog.getByRole('button', { name: say('protection.tried.saveNow') }).click();
        await expect(dialog).toHaveCount(0);
        await expect.poll(async () => (await bots(page.request, 'running')).length, { timeout: 20_000 }).toBe(0);
        expect(await bots(page.request, 'finished')).toHaveLength(MARKETS.length);
        const done = say('protection.banner.stop-all-done', { ended: String(MARKETS.length) });
        await expect(banner.getByText(done).first()).toBeVisible({ timeout: 20_000 });

        // Without the limit it is armed; the other one goes on.
        await section.locator('[name="protection-usdt"]').fill('');
        await save.click();
        await expect(banner).toHaveCount(0);
        await expect(section.locator('[data-protection-fall]')).toHaveText(/\d[.,]\d\d%/);
        await expectFits(page);
      },
    );

    story()('an exchange that lacks the calls shows nothing of it', async ({ page, context, baseURL }) => {
      await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
      await registerTrader(page.request, `lacks-${language}-${test.info().retry}`);
      await context.setExtraHTTPHeaders({});
      let wasAsked = false;
      await page.route('**/capabilities', (route) =>
        route.fulfill({ json: { code: 200, message: '', data: ['portfolio'] } }),
      );
      await page.route(`**${QUANT}/private/protection`, (route) => {
        wasAsked = true;
        return route.continue();
      });
      await page.goto(`/${language}/strategybot/portfolio`);
      await expect(page.locator('[data-portfolio-total]')).toHaveText(/\d/);
      await expect(page.getByRole('region', { name: say('protection.title') })).toHaveCount(0);
      expect(wasAsked).toBe(false);
    });
  });
}
