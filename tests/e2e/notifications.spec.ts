import { expect, type Page } from '@playwright/test';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { CREATE, createBody, narrowGrid } from './support/exchange-calls.ts';
import { registerSigned } from './support/register-trader.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** The notification centre in the header: told live, opened, read, and gone on with after a bad first reply. */

const SCREENS = [
  { language: 'en', size: { width: 1440, height: 900 }, theme: 'light' },
  { language: 'zh', size: { width: 390, height: 844 }, theme: 'dark' },
] as const;

/** A change that the page asks for itself: the door looks where it comes from. */
function send<T>(page: Page, path: string, body: object): Promise<T> {
  return page.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `notified-${Date.now()}-key` };
      const { code, data } = await (await fetch(to, { method: 'POST', headers, body: sent })).json();
      if (code !== 200) throw new Error(`${to}: ${code} ${JSON.stringify(data)}`);
      return data;
    },
    [path, JSON.stringify(body)] as const,
  );
}

async function createBot(page: Page): Promise<number> {
  const grid = await narrowGrid(page.request, 'BTC_USDT', 1);
  const body = { ...createBody('BTC_USDT', grid, '3000'), fundpass: 'paper-fund' };
  return (await send<{ strategy_id: number }>(page, CREATE, body)).strategy_id;
}

for (const screen of SCREENS) {
  const { language, size, theme } = screen;
  const story = toldIn(SCREENS, screen);

  story()(`what a bot does is told in the header, at ${size.width} px in ${language}, ${theme}`, async ({ page }) => {
    const common = wordsOf(language, 'common');
    const words = wordsOf(language, 'notifications');
    const { bots } = wordsIn(language);
    await page.setViewportSize(size);
    await registerSigned(page);
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await page.goto(`/${language}/account`);
    const bell = page.getByRole('button', { name: new RegExp(`^${common('nav.notifications')}`) });
    await expect(bell).toBeVisible();
    const box = await bell.boundingBox();
    if (size.width < 768) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const id = await createBot(page);
    // The opening order was filled: it is said without the page being loaded anew.
    await expect(bell).toHaveAccessibleName(common('nav.notificationsUnread', { count: '1' }));
    await send(page, CREATE.replace('create', `cancel/${id}`), { fundpass: 'paper-fund' });
    // The first question of the list has a bad reply.
    let asked = 0;
    await page.route('**/api/apiw/v2/account/notifications?*', (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 502, body: '' }) : route.continue();
    });
    await page.route('**/api/apiw/v2/account/notifications', (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 502, body: '' }) : route.continue();
    });
    await bell.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: common('nav.notifications') });
    await expect(dialog.getByText(common('state.failedRetrying'))).toBeVisible();
    await expect(dialog.getByText(bots('reason.cancelled'))).toBeVisible({ timeout: 60_000 });
    expect(asked).toBeGreaterThan(1);
    expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await dialog.getByRole('button', { name: words('readAll') }).click();
    await expect(dialog.getByText(words('new'), { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(bell).toBeFocused();
    await expect(bell).toHaveAccessibleName(common('nav.notifications'));
    // Each leads to its bot.
    await bell.click();
    await dialog.getByText(bots('reason.cancelled')).click();
    await expect(page).toHaveURL(new RegExp(`/${language}/strategybot/historyStrategy\\?type=spot_grid&id=${id}`));
  });
}

for (const screen of SCREENS) {
  const { language, size, theme } = screen;
  const story = toldIn(SCREENS, screen, 1);

  story()(
    `what is told, and where, is set on the account page, at ${size.width} px in ${language}, ${theme}`,
    async ({ page }) => {
      const words = wordsOf(language, 'notifications');
      const say = (key: string): string => words(`settings.${key}`);
      await page.setViewportSize(size);
      await registerSigned(page);
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await page.goto(`/${language}/account`);
      const add = page.getByRole('region', { name: say('add') });
      // An address inside is refused at its field, before anything is kept.
      await add.getByLabel(say('target.webhook')).fill('https://169.254.169.254/latest');
      await add.getByRole('button', { name: say('add') }).click();
      await expect(add.getByRole('alert')).toBeVisible();
      await add.getByText(say('kinds.telegram'), { exact: true }).click();
      await add.getByLabel(say('token')).fill(`12345678:${'A'.repeat(35)}`);
      await add.getByLabel(say('target.telegram')).fill('-100200300');
      await add.getByRole('button', { name: say('add') }).click();
      const range = page.getByRole('group', { name: words('kind.range') });
      const channel = `${say('kinds.telegram')} -100200300`;
      await range.getByLabel(channel).check();
      await range.getByLabel(say('app')).check();
      await page.getByRole('button', { name: say('save') }).click();
      await expect(page.getByRole('button', { name: say('save') })).toBeDisabled();
      await page.reload();
      await expect(range.getByLabel(channel)).toBeChecked();
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      const channels = page.getByRole('region', { name: say('channels'), exact: true });
      await channels.getByRole('button', { name: say('remove') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('remove') })
        .click();
      await expect(channels.getByText(say('none'))).toBeVisible();
      await expect(channels).toBeFocused();
      await expect(range.getByLabel(channel)).toHaveCount(0);
    },
  );
}
