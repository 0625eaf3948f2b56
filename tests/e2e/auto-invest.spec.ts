import { axeFindingsInBothThemes } from './support/accessible.ts';
import { balances, FUND_PASSWORD, PASSWORD, registerTrader } from './support/exchange-calls.ts';
import { expectFits } from './support/fits.ts';
import { expect, type FrameLocator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** An auto-invest plan from its form to its redemption, on a desktop and on a phone. */

const SCREENS = [
  { language: 'en', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { language: 'zh', theme: 'light', viewport: { width: 390, height: 844 } },
] as const;

const PLANS = '/api/autoinvest_center/auto_invest_plans';

async function giveFundPassword(page: Page | FrameLocator, confirm: string): Promise<void> {
  const field = page.locator('[name="fundpass"]');
  await field.fill(FUND_PASSWORD);
  await field.press('Enter');
  await expect(field, confirm).toHaveCount(0);
}

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen, 1);
  const words = wordsIn(language);
  const say = wordsOf(language, 'invest');
  const fields = wordsOf(language, 'fields');

  test.describe(`auto-invest (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    story()(
      'a plan is set up, buys, is edited, paused, ended, and redeemed through the frame (E-011 … E-014, E-054, E-056 … E-060, H20, H21, M-398)',
      async ({ page, context, baseURL }) => {
        test.setTimeout(180_000);
        await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
        await page.goto(`/${language}/auto-investment`);
        await expect(page.getByText(say('guest'))).toBeVisible();
        const account = `invest-${language}-${test.info().retry}-${Date.now()}`;
        await registerTrader(page.request, account);
        await page.goto(`/${language}/auto-investment`);
        await expect(page.getByText(say('empty'))).toBeVisible();
        await page
          .getByRole('link', { name: say('create') })
          .first()
          .click();

        // The form: what is wrong stands at its field.
        await page.getByLabel(fields('plan_name.label'), { exact: true }).fill('Savings');
        const amount = page.getByLabel(fields('each_amount.label'), { exact: true });
        await amount.fill('5');
        const submit = page.getByRole('button', { name: say('create') });
        await submit.click();
        await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible();
        await amount.fill('40');
        expect(await axeFindingsInBothThemes(page)).toEqual([]);
        await expectFits(page);
        await submit.click();
        await giveFundPassword(page, 'the plan');
        await expect(page).toHaveURL(new RegExp(`/${language}/auto-investment$`));
        await expect(page.getByText('Savings').filter({ visible: true })).toBeVisible();
        // One that runs has no actions in its row; a press on it opens its page.
        await expect(page.getByRole('button', { name: say('action.redeem') })).toHaveCount(0);
        await expect
          .poll(async () => (await (await page.request.get(PLANS)).json()).data.list[0].period, { timeout: 20_000 })
          .toBe(1);
        const opened = context.waitForEvent('page');
        // On a phone the whole card is the button, and lies over what it shows.
        await page.getByText('Savings').filter({ visible: true }).click({ force: true });
        const detail = await opened;
        await expect(detail).toHaveURL(new RegExp(`/${language}/auto-investment/[1-9]\\d*$`));
        await expect(detail.getByRole('heading', { name: 'Savings' })).toBeVisible();
        await expect(detail.getByText(say('result.bought')).filter({ visible: true })).toBeVisible();
        expect(await axeFindingsInBothThemes(detail)).toEqual([]);
        await expectFits(detail);

        // Another amount is another version; what was bought stays with the first.
        await detail.getByRole('button', { name: say('action.edit') }).click();
        const edit = detail.getByRole('dialog');
        await edit.getByLabel(fields('each_amount.label'), { exact: true }).fill('60');
        expect(await axeFindingsInBothThemes(detail, '[role="dialog"]')).toEqual([]);
        await edit.getByRole('button', { name: words.common('action.confirm') }).click();
        await expect(edit).toHaveCount(0);
        const first = detail.getByRole('link', { name: say('versions.one', { version: 1 }) });
        await expect(first).toBeVisible();
        for (const what of ['pause', 'resume', 'end'] as const) {
          await detail.getByRole('button', { name: say(`action.${what}`) }).click();
          await detail
            .getByRole('dialog')
            .getByRole('button', { name: say(`action.${what}`) })
            .click();
          await expect(detail.getByRole('dialog')).toHaveCount(0);
          await expect(detail.getByRole('button', { name: say(`action.${what}`) })).toHaveCount(0);
        }
        // The redeem page by itself, without a frame around it.
        await detail.goto(`${new URL(detail.url()).pathname.replace(/\d+$/, 'redeem?id=$&')}&version=1`);
        await expect(detail.getByText(say('redeem.coinsHint'))).toBeVisible();
        expect(await axeFindingsInBothThemes(detail)).toEqual([]);
        await expectFits(detail);
        await detail.getByRole('button', { name: words.common('action.cancel') }).click();
        await first.click();
        await expect(detail).toHaveURL(/is_history=1&version=1$/);
        await expect(detail.getByText(say('earlier'))).toBeVisible();
        await detail.close();

        // Its row in history has both actions; the frame says when it is there, and when it is done.
        await page.getByText(say('list.history'), { exact: true }).click();
        const redeem = page.getByRole('button', { name: say('action.redeem') }).filter({ visible: true });
        await expect(redeem).toHaveCount(2);
        const row = page.getByRole(viewport.width < 768 ? 'listitem' : 'row').filter({ hasText: say('status.4') });
        const before = await balances(page.request);
        await row.getByRole('button', { name: say('action.redeem') }).click();
        const dialog = page.getByRole('dialog', { name: say('redeem.title') });
        const frame = dialog.frameLocator('iframe');
        await expect(frame.getByText(say('redeem.coinsHint'))).toBeVisible();
        await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(frame.locator('header')).toBeHidden();
        expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
        await frame.getByText(say('redeem.sell'), { exact: true }).click();
        await expect(frame.getByText(say('redeem.sellHint'))).toBeVisible();
        // The session ends under the frame: the page around asks, once, and what was pressed in the frame goes on.
        await context.clearCookies();
        await frame.getByRole('button', { name: words.common('action.confirm') }).click();
        const again = page.getByRole('dialog', { name: words.account('again.title') });
        await expect(again).toBeVisible();
        await expect(frame.getByRole('dialog')).toHaveCount(0);
        await again.locator('[name="account"]').fill(account);
        await again.locator('[name="password"]').fill(PASSWORD);
        await again.locator('[type="submit"]').click();
        await expect(again).toHaveCount(0);
        // A new session has said no fund password yet.
        await giveFundPassword(frame, 'the redemption');
        await expect(
          frame
            .getByRole('status')
            .filter({ hasText: say('redeem.done') })
            .last(),
        ).toBeVisible();
        // The next key is pressed in the frame, where what was pressed has been done.
        await expect(dialog.locator('iframe')).toBeFocused();
        await expect(frame.locator(':focus')).toContainText(say('redeem.done'));
        const after = await balances(page.request);
        expect((after.USDT ?? 0n) > (before.USDT ?? 0n)).toBe(true);
        const viewing = context.waitForEvent('page');
        await frame.getByRole('button', { name: say('redeem.view') }).click();
        const runs = await viewing;
        await expect(runs).toHaveURL(/is_history=1&version=1&focusHistory=1$/);
        await expect(runs.getByText(say('result.sold')).filter({ visible: true })).toBeInViewport();
        await runs.close();
        // The toast has a cross of the same name.
        await frame.getByText(words.common('action.close'), { exact: true }).click();
        await expect(dialog).toHaveCount(0);
        // E-051: the table has been asked anew.
        await expect(row.getByRole('button', { name: say('action.redeem') })).toBeDisabled();
      },
    );
  });
}

test('the redeem page alone may stand in a frame, of this origin alone (E-013)', async ({ page }) => {
  const redeem = await page.request.get('/en/auto-investment/redeem?id=500001');
  expect(redeem.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(redeem.headers()['x-frame-options']).toBe('SAMEORIGIN');
  for (const path of ['/en/auto-investment/500001', '/en/auto-investment', '/en/strategybot', '/en/trade/BTC_USDT']) {
    const other = await page.request.get(path);
    expect(other.headers()['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(other.headers()['x-frame-options'], path).toBe('DENY');
  }
  for (const path of ['/en/auto-investment/redeem', '/en/auto-investment/redeem?id=x', '/en/auto-investment/0x1'])
    expect((await page.request.get(path)).status(), path).toBe(404);
});
