import { logInAsDemo } from './support/demo-account.ts';
import { FUND_PASSWORD, PASSWORD } from './support/exchange-calls.ts';
import { livedBot, openBot } from './support/lived-bot.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/**
 * Whoever types before the scripts of a page have come – a slow line, a password manager that fills in at once – has typed it: what
 * is in sight is what is sent.
 */

/** Keeps the page's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve();
}

/** Of the page before its scripts: the document alone is waited for. */
const opened = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

test('an account is made with what was filled in before the scripts came', async ({ page }) => {
  const release = await holdScripts(page);
  await opened(page, '/en/register');
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const account = `e${Math.random().toString(36).slice(2, 12)}`;
  await field('account').fill(account);
  await field('password').fill(PASSWORD);
  release();
  // The next key is what took the others away.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[name="nickname"]') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await field('fundpass').pressSequentially(FUND_PASSWORD);
  await expect(field('account')).toHaveValue(account);
  await expect(field('password')).toHaveValue(PASSWORD);
  await page.locator('form[method="post"] [type="submit"]').click();
  await expect(page).not.toHaveURL(/register/);
});

test('the start page asks by what was chosen and typed before the scripts came, at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const start = wordsOf('en', 'start');
  const release = await holdScripts(page);
  await opened(page, '/en/strategybot/start');
  const form = page.getByRole('form');
  await form.locator('[name="amount"]').fill('1500');
  await form.getByRole('combobox').selectOption('ETH_USDT');
  await form.locator('[name="loss"][value="0.35"]').check({ force: true });
  release();
  // The sentence on the loss in money is made of the answers that the page knows.
  await expect(form.getByText('525', { exact: false })).toBeVisible();
  await form.getByRole('button', { name: start('form.submit') }).click();
  await expect(page).toHaveURL(/market=ETH_USDT&view=unknown&amount=1500&loss=0\.35/);
});

test('the start page that is sent without any script is answered by its address', async ({ page }) => {
  const release = await holdScripts(page);
  await opened(page, '/en/strategybot/start');
  const form = page.getByRole('form');
  await form.locator('[name="amount"]').fill('1500');
  await form.locator('[name="view"][value="falling"]').check({ force: true });
  await form.locator('[name="amount"]').press('Enter');
  await expect(page).toHaveURL(/market=BTC_USDT&view=falling&amount=1500&loss=0\.2/);
  release();
  await expect(page.locator('[data-proposals]')).toBeVisible({ timeout: 60_000 });
});

test('what is typed into a dialog as soon as it is there stands, however slow the device is', async ({ page }) => {
  test.setTimeout(180_000);
  const bots = wordsOf('en', 'bots');
  await logInAsDemo(page);
  const grid = await livedBot(page, 'running', ['futures_grid']);
  const slowness = await page.context().newCDPSession(page);
  for (const [entry, typed, field] of [
    ['deposit', '123.45', '123.45'],
    // Of USDT whole ones are put in with a leverage.
    ['leverage', '123.45', '123'],
    ['margin', '123.45', '123.45'],
    ['stops', '12.5', '12.5'],
  ] as const) {
    await openBot(page, 'en', 'running', grid);
    const button = page.getByRole('button', { name: bots('action.change') });
    await expect(button).toBeEnabled();
    await slowness.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await button.click();
    await page.getByRole('menuitem', { name: bots(`changes.${entry}`), exact: true }).click();
    const input = page.getByRole('dialog').getByRole('textbox').first();
    await input.click();
    await page.keyboard.press('ControlOrMeta+A');
    for (const key of typed) await page.keyboard.press(key);
    await slowness.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(input, entry).toHaveValue(field);
    await expect(input, entry).toBeFocused();
  }
});
