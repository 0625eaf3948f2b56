import { axeFindingsInBothThemes } from './support/accessible.ts';
import { FUND_PASSWORD, PASSWORD, post, registerTrader } from './support/exchange-calls.ts';
import { expectFits } from './support/fits.ts';
import { expect, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

/** Sell high and buy low: from the offers to an order, its place in the list, and its cancel. */

const SCREENS = [
  { language: 'en', theme: 'dark', viewport: { width: 390, height: 844 } },
  { language: 'zh', theme: 'light', viewport: { width: 1440, height: 900 } },
] as const;

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen);
  const say = wordsOf(language, 'dual');
  const isPhone = viewport.width < 700;

  test.describe(`sell high and buy low (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    story()(
      'a trader orders what he sees, finds it in his list, and takes it back (H20, E-074, E-142)',
      async ({ page, context, baseURL }) => {
        await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
        const account = `dual-${language}-${test.info().retry}`;
        await registerTrader(page.request, account);
        // Another session: nobody has given it the fund password yet.
        await page.request.delete('/api/session');
        expect((await post(page.request, '/api/session', { account, password: PASSWORD })).code).toBe(200);
        await context.setExtraHTTPHeaders({});
        await page.goto(`/${language}/earn/buy-low`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('BTC/USDT');
        const order = page.getByRole('button', { name: say('offers.order'), exact: true });
        await expect(order.first()).toBeVisible();
        await expectFits(page);
        // Names of markets stand beside each other in the row, which is scrolled where it is longer than the screen.
        const markets = page.getByRole('navigation', { name: say('page.markets') }).getByRole('link');
        expect(await markets.count()).toBeGreaterThan(3);
        const isCut = (links: Element[]) => links.some((link) => link.scrollWidth > link.clientWidth);
        expect(await markets.evaluateAll(isCut)).toBe(false);
        expect(await axeFindingsInBothThemes(page)).toEqual([]);
        if (isPhone) expect((await order.first().boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
        await order.first().click();
        const dialog = page.getByRole('dialog');
        const amount = dialog.locator('[name="amount"]');
        await amount.fill('250');
        // The picture, what comes of it, the worst, and what the option is worth.
        await expect(dialog.locator('svg [data-line="order"]')).toBeVisible();
        await expect(dialog.locator('[data-worst]')).toContainText('0.00 USDT');
        await expect(dialog.locator('[data-option] dd')).toHaveCount(2);
        expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
        await expectFits(page);
        const sent = page.waitForRequest(
          (request) => request.url().endsWith('/dual_center/order') && request.method() === 'POST',
        );
        await dialog.getByRole('button', { name: say('order.confirm') }).click();
        expect((await sent).postDataJSON()).toMatchObject({ type: 'put', market: 'BTC_USDT', amount: '250' });
        await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
        await page.locator('[name="fundpass"]').press('Enter');
        await expect(page.getByText(say('order.done')).first()).toBeVisible();
        await expect(dialog).toBeHidden();
        const own = page.getByRole('region', { name: say('orders.title.buy-low') });
        await expect(own.getByText(say('status.INIT')).first()).toBeVisible();
        await expect(own.getByText('250 USDT').first()).toBeVisible();
        await expectFits(page);
        await own.getByRole('button', { name: say('orders.cancel'), exact: true }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('orders.cancelYes') })
          .click();
        await expect(own.getByText(say('orders.empty.PROCESSING'))).toBeVisible();
        await own.getByRole('tab', { name: say('orders.list.SETTLEMENT_SUCCESS') }).click();
        await expect(own.getByText(say('status.CANCELED')).first()).toBeVisible();
      },
    );

    story()('a guest without JavaScript reads the offers and how they are priced', async ({ browser, baseURL }) => {
      const context = await browser.newContext({ viewport, javaScriptEnabled: false, baseURL: baseURL ?? '' });
      const page = await context.newPage();
      // The first visitor may come before the exchange has measured the market: the next one has it.
      await expect(async () => {
        await page.goto(`/${language}/earn/sell-high/ETH_USDT`);
        await expect(page.getByText(/%/).first()).toBeVisible({ timeout: 1_000 });
        await expect(page.getByText(say('offers.index')).first()).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByRole('link', { name: say('offers.login') }).first()).toBeVisible();
      await expect(page.getByText(say('how.priced.text'))).toBeVisible();
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /earn\/sell-high\/ETH_USDT$/);
      expect((await page.goto(`/${language}/earn/sell-high/ABC_USDT`))?.status()).toBe(404);
      await context.close();
    });
  });
}
