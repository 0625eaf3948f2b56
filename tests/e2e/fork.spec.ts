import { covering } from '#tests/support/covering.ts';
import { axeFindings } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { livedBot, openBot, spoilFirst } from './support/lived-bot.ts';
import { expect, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** Bots that have lived for months are forked in the middle of their lives: asked for, compared, and opened as a change of now. */

/** A width, theme and language each, so that all pairs come by, with kinds whose fields are in either dialog; in npm test one, and an arbitrage in the other. */
const LOOKS = [
  { language: 'en', width: 1440, theme: 'dark', status: 'running', kinds: ['spot_grid'] },
  { language: 'zh', width: 390, theme: 'light', status: 'running', kinds: ['martingale'] },
  { language: 'en', width: 390, theme: 'light', status: 'finished', kinds: ['futures_grid', 'spot_grid'] },
  { language: 'zh', width: 1440, theme: 'dark', status: 'running', kinds: ['futures_grid', 'margin_grid'] },
] as const;

/** What is typed: lines of a grid, the take profit of a round, percent. */
const LINES = '12';
const GAIN = '7';
/** What is put in. */
const MONEY = '2500';

for (const { language, width, theme, status, kinds } of covering(LOOKS, 0, 1)) {
  test(`${status} bots are forked in the middle of their lives (${language}, ${width} px, ${theme})`, async ({
    page,
  }) => {
    const words = { fork: wordsOf(language, 'fork'), bots: wordsOf(language, 'bots') };
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await logInAsDemo(page);
    const bot = await livedBot(page, status, kinds);
    await spoilFirst(page, /\/strategybot\/fork\//);
    await openBot(page, language, status, bot);
    await page.getByRole('tab', { name: words.bots('detail.tab.fork'), exact: true }).click({ timeout: 60_000 });
    const part = page.getByRole('region', { name: words.fork('title'), exact: true });
    const isGrid = bot.strategy_type.endsWith('grid');
    // What is changed is another question than from when on.
    const slider = part.getByRole('slider', { name: words.fork('slider') });
    await slider.press('PageDown');
    const chosen = await slider.inputValue();
    for (const mode of [
      ...(await part.getByRole('radio').all()).slice(1),
      ...(await part.getByRole('radio').all()).slice(0, 1),
    ])
      await mode.check({ force: true });
    await expect(slider).toHaveValue(chosen);
    // Each way has room for its words.
    const ways = part.getByRole('radiogroup', { name: words.fork('mode.label') }).locator('label');
    expect(await ways.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
    // A date comes key by key: none of them takes what was typed before it.
    const moment = part.locator('[name="fork-moment"]');
    const before = await moment.inputValue();
    await moment.focus();
    for (const key of ['Tab', 'Tab', '2', '0', '2']) await page.keyboard.press(key);
    expect((await moment.inputValue()).slice(4)).toBe(before.slice(4));
    await page.keyboard.press(before.charAt(3));
    expect(await moment.inputValue()).toBe(before);
    // Money that is put in is another way; what is typed there is there again after looking elsewhere.
    const put = part.getByRole('radio', { name: words.fork('mode.deposit'), exact: true });
    await put.check({ force: true });
    const money = part.locator('[name="fork-deposit"]');
    await money.fill(MONEY);
    await part.getByRole('radio').first().check({ force: true });
    await put.check({ force: true });
    await expect(money).toHaveValue(MONEY);
    if (status === 'running') {
      await part.getByRole('button', { name: new RegExp(`^(${words.fork('start')}|${words.fork('again')})$`) }).click();
      await expect(part.locator('[data-fork="difference"]')).toBeVisible({ timeout: 60_000 });
      await expect(part.getByText(words.fork('put.money'), { exact: true }).filter({ visible: true })).toBeVisible();
      await part.getByRole('button', { name: words.fork('apply') }).click();
      const deposit = page.getByRole('dialog').last();
      await expect(deposit.locator('input[name="amount"]')).toHaveValue(MONEY);
      await page.keyboard.press('Escape');
      await expect(deposit).toHaveCount(0);
    }
    await part.getByRole('radio').first().check({ force: true });
    await part.locator(isGrid ? '#fork-grid_num' : 'input[id^="fork-"][id*="profit"]').fill(isGrid ? LINES : GAIN);
    // The slider goes by keys.
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await part.getByRole('button', { name: new RegExp(`^(${words.fork('start')}|${words.fork('again')})$`) }).click();
    await expect(part.locator('[data-fork="difference"]')).toBeVisible({ timeout: 60_000 });
    await expect(part.getByRole('img')).toBeVisible();
    await expect(part.locator('[data-fork="real"]')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await axeFindings(page, `section[aria-label="${words.fork('title')}"]`)).toEqual([]);
    const apply = part.getByRole('button', { name: words.fork('apply') });
    if (status === 'finished') {
      await expect(apply).toHaveCount(0);
    } else {
      await apply.click();
      const dialog = page.getByRole('dialog').last();
      await expect(dialog.locator(`input[value="${isGrid ? LINES : GAIN}"]`).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(apply).toBeFocused();
    }
    await page.unrouteAll();
  });
}

for (const { language, width, theme } of covering(LOOKS.slice(0, 2), 1, 1)) {
  test(`an arbitrage says why nothing of it can be asked (${language}, ${width} px, ${theme})`, async ({ page }) => {
    const words = { fork: wordsOf(language, 'fork'), bots: wordsOf(language, 'bots') };
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await logInAsDemo(page);
    await openBot(page, language, 'running', await livedBot(page, 'running', ['spot-future-arbitrage']));
    await page.getByRole('tab', { name: words.bots('detail.tab.fork'), exact: true }).click({ timeout: 60_000 });
    await expect(page.getByText(words.fork('fixed.legs'))).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
  });
}
