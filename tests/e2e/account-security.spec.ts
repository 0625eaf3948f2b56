import { TOTP } from 'otpauth';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { PASSWORD, registerTrader } from './support/exchange-calls.ts';
import { expect, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn } from './support/words.ts';

/** The account page (F10): what a trader does for his own account's safety, as one story a language and width. */

const SCREENS = [
  { language: 'en', theme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'zh', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
}

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen);
  const { account: words, common } = wordsIn(language);
  const say = (key: string) => words(`security.${key}`);

  story()(
    `a trader turns on a second factor, logs in with it, and ends other sessions (${language}, ${theme}, ${viewport.width} px) (F10)`,
    async ({ page, context, browser, baseURL }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
      const account = `security-${language}-${test.info().retry}`;
      const password = PASSWORD;
      await registerTrader(context.request, account);
      await context.setExtraHTTPHeaders({});
      await page.goto(`/${language}/account`);
      await expect(page.getByText(say('sessions.current'), { exact: true }).filter({ visible: true })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );

      // A wrong password is said where it was typed, and nothing typed is lost.
      const secret = page.getByRole('region', { name: say('password.title'), exact: true });
      await secret.getByLabel(say('password.current')).fill('not-my-password');
      await secret.getByLabel(say('password.new')).fill('a-new-sentence-here');
      await secret.getByRole('button', { name: say('password.submit') }).click();
      await expect(secret.getByRole('alert')).toBeVisible();
      await expect(secret.getByLabel(say('password.new'))).toHaveValue('a-new-sentence-here');

      const factor = page.getByRole('region', { name: say('factor.title') });
      await factor.getByLabel(say('password.current')).fill(password);
      await factor.getByRole('button', { name: say('factor.begin') }).click();
      await expect(factor.getByRole('img', { name: say('factor.qr') })).toBeVisible();
      // The button is gone with its step: the focus is not (H).
      await expect(factor).toBeFocused();
      await expectAccessible(page);
      const totp = new TOTP({ secret: (await factor.locator('code').textContent()) ?? '' });
      await factor.getByLabel(say('factor.code'), { exact: true }).fill(totp.generate());
      await factor.getByRole('button', { name: say('factor.confirm') }).click();
      const codes = factor.locator('li');
      await expect(codes).toHaveCount(10);
      const recovery = (await codes.first().textContent()) ?? '';
      await expectAccessible(page);
      await factor.getByRole('button', { name: say('factor.copied') }).click();
      await expect(factor.getByRole('button', { name: say('factor.remove') })).toBeVisible();
      await expect(factor).toBeFocused();

      // Another browser: the password alone does not let in, a recovery code does.
      const other = await browser.newContext({ viewport, baseURL: baseURL ?? '' });
      const there = await other.newPage();
      await there.goto(`/${language}/login?return=/${language}/account`);
      const submit = there.locator('main').getByRole('button', { name: words('login.submit'), exact: true });
      await expect(async () => {
        await there.getByLabel(words('field.account'), { exact: true }).fill(account);
        await there.getByLabel(words('field.password'), { exact: true }).fill(password);
        await submit.click();
        await expect(there.getByLabel(words('login.code'))).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await there.getByLabel(words('login.code')).fill(recovery);
      await submit.click();
      await expect(there.getByText(say('sessions.current'), { exact: true }).filter({ visible: true })).toBeVisible();

      // The first one sees it and ends it.
      await page.reload();
      await page.getByRole('button', { name: say('sessions.endAll') }).click();
      await expect(page.getByRole('button', { name: say('sessions.endAll') })).toHaveCount(0);
      await there.reload();
      await expect(there.getByText(say('sessions.current'), { exact: true }).filter({ visible: true })).toHaveCount(0);
      await expect(there.getByRole('link', { name: common('nav.login') })).toBeVisible();
      await other.close();
    },
  );
}
