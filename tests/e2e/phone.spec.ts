import { askForPassword, reviewSheet } from './support/create-bot.ts';
import { lastPrice } from './support/exchange-calls.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned, registerTrader } from './support/register-trader.ts';
import { devices, expect, type Locator, type Page, type Route, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };
const TURNED = { width: 915, height: 412 };
const PAGE = '/en/trade/BTC_USDT?tradModel=strategybot';
const CREATE = '**/grid-trading/create';
const words = wordsIn('en');

/** A phone gets a page of its own: the chart at once, the other parts with their texts when they are opened. */

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Opens the sheet with the spot grid's form and types what can be created. */
async function typeGrid(page: Page): Promise<Locator> {
  await registerSigned(page);
  await page.goto(`${PAGE}&strategyType=spot_grid&mode=create`);
  await page.getByRole('button', { name: words.trade('panel.create'), exact: true }).click();
  const form = page.getByRole('form', { name: words.trade('form.label') });
  await expect(form).toBeVisible({ timeout: 30_000 });
  await fillGrid(page, form);
  return form;
}

/** The same beside the chart of a turned phone, chosen by hand: Back leads out of the form and stays on the page. */
async function chooseGrid(page: Page): Promise<Locator> {
  await registerSigned(page);
  await page.setViewportSize(TURNED);
  await page.goto(PAGE);
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: /^Spot grid/ }).click();
  await panel.getByText('Customize', { exact: true }).click();
  const form = page.getByRole('form', { name: words.trade('form.label') });
  await expect(form).toBeVisible({ timeout: 30_000 });
  await fillGrid(page, form);
  return form;
}

async function fillGrid(page: Page, form: Locator): Promise<void> {
  await chooseManual(form, words.trade('ai.toManual'));
  const last = await lastPrice(page.request, 'BTC_USDT');
  const typed = { low_price: Math.round(last * 0.9), high_price: Math.round(last * 1.1), grid_num: 10, money: 500 };
  for (const [name, value] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(String(value));
}

async function pressCreate(page: Page, form: Locator): Promise<Locator> {
  await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
  await askForPassword(page);
  return reviewSheet(page).locator('[name="fundpass"]');
}

/** Leaves the form with what is open over it: Back alone closes that, or is refused while a request is under way. */
const leaveForm = (page: Page): Promise<void> => page.evaluate(() => window.history.go(-2));

const keyOf = (route: Route): string => route.request().headers()['idempotency-key'] ?? '';

test.describe('a phone', () => {
  test.use(PHONE);

  test('asks for the book and the bots only while they are looked at, and opens the form in the sheet', async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await registerTrader(page);
    asked.length = 0;
    await page.goto(PAGE);
    await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
    const parts = () => asked.filter((path) => /market\/depth|strategy_class|get_all_strategy/.test(path));
    expect(parts()).toEqual([]);
    await page.getByText('Order book', { exact: true }).first().click();
    await expect(page.getByRole('list', { name: 'Sell orders' }).getByRole('listitem').first()).toBeVisible();
    expect(parts().length).toBeGreaterThan(0);
    await page.getByText('Chart', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Create bot', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: /^Spot grid/ }).click();
    await sheet.getByText('Customize', { exact: true }).click();
    await expect(sheet.getByRole('form')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.getByText('My bots', { exact: true }).first().click();
    await expect(page.getByRole('tab', { name: 'Running' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test('that is turned has the parts of a wide screen', async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.setViewportSize(TURNED);
    await page.goto(PAGE);
    await expect(page.getByRole('complementary').getByRole('button', { name: /^Spot grid/ })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Running' })).toBeVisible();
    // Turned back, what was open there is hidden behind the view, not gone.
    await page.setViewportSize(PHONE.viewport);
    await expect(page.getByRole('button', { name: 'Create bot', exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Running', includeHidden: true })).toHaveCount(1);
    expect(complaints).toEqual([]);
  });

  test('that is turned between Create and a late answer has one bot, and loses no typed password', async ({ page }) => {
    const complaints = complaintsOf(page);
    const form = await typeGrid(page);
    const password = await pressCreate(page, form);
    await password.fill('paper-fund');
    await page.setViewportSize(TURNED);
    await expect(password).toHaveValue('paper-fund');
    await page.setViewportSize(PHONE.viewport);
    await expect(password).toHaveValue('paper-fund');
    const keys: string[] = [];
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(CREATE, async (route) => {
      keys.push(keyOf(route));
      await wait;
      await route.continue();
    });
    await password.press('Enter');
    await expect.poll(() => keys.length).toBe(1);
    await page.setViewportSize(TURNED);
    await expect(reviewSheet(page)).toBeVisible();
    release();
    await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
    await expect(reviewSheet(page)).toHaveCount(0);
    await page.setViewportSize(PHONE.viewport);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(keys).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('asks for the same bot again after a lost answer: the sheet closed, the phone turned, the page loaded anew', async ({
    page,
  }) => {
    const form = await typeGrid(page);
    const password = await pressCreate(page, form);
    const keys: string[] = [];
    await page.route(CREATE, async (route) => {
      keys.push(keyOf(route));
      await route.fetch();
      await route.abort();
    });
    await password.fill('paper-fund');
    await password.press('Enter');
    const notice = page.getByText(words.trade('form.unknownAskable'));
    await expect(notice).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.setViewportSize(TURNED);
    await expect(notice).toBeVisible();
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await page.unroute(CREATE);
    await page.route(CREATE, async (route) => {
      keys.push(keyOf(route));
      await route.continue();
    });
    await page.getByRole('button', { name: words.trade('panel.create'), exact: true }).click();
    await expect(notice).toBeVisible({ timeout: 30_000 });
    await expect(form.getByRole('button', { name: words.trade('form.create'), exact: true })).toBeDisabled();
    await page.getByRole('button', { name: words.trade('form.unknownAgain'), exact: true }).click();
    await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  });

  test('has one bot of a form that was left while it was on its way and opened again, and is emptied with its answer', async ({
    page,
  }) => {
    const form = await chooseGrid(page);
    const password = await pressCreate(page, form);
    const keys: string[] = [];
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(CREATE, async (route) => {
      keys.push(keyOf(route));
      await wait;
      await route.continue();
    });
    await password.fill('paper-fund');
    await password.press('Enter');
    await expect.poll(() => keys.length).toBe(1);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.history.state?.dialogSteps?.length)).toBe(1);
    await expect(reviewSheet(page)).toBeVisible();
    await leaveForm(page);
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await page.getByText('Customize', { exact: true }).click();
    await expect(form.locator('[name="money"]')).toHaveValue('500');
    const create = form.getByRole('button', { name: words.trade('form.create'), exact: true });
    await expect(create).toBeDisabled();
    await expect(form.getByText('is still being created')).toBeVisible();
    await expect(form.getByRole('button', { name: words.common('held.looked'), exact: true })).toHaveCount(0);
    release();
    await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
    await expect(form.getByText('is still being created')).toHaveCount(0);
    await expect(form.locator('[name="money"]')).toHaveValue('');
    await expect(create).toBeEnabled();
    expect(keys).toHaveLength(1);
  });

  test('says so when the fund password is wanted after the form was left, and nothing is created', async ({ page }) => {
    const form = await chooseGrid(page);
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(CREATE, async (route) => {
      await wait;
      await route.continue();
    });
    await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
    await reviewSheet(page).locator('button[type="submit"]').click();
    await leaveForm(page);
    await expect(form).toHaveCount(0);
    release();
    await expect(page.getByText(words.trade('form.passwordLeft'), { exact: true })).toBeVisible();
    await page.goForward();
    await page.getByText('Customize', { exact: true }).click();
    await expect(form.locator('[name="money"]')).toHaveValue('500');
    const create = form.getByRole('button', { name: words.trade('form.create'), exact: true });
    await expect(create).toBeEnabled();
    // With the field open it is the same.
    await pressCreate(page, form);
    await expect(page.getByText(words.trade('form.passwordLeft'), { exact: true })).toHaveCount(0, { timeout: 15_000 });
    await leaveForm(page);
    await expect(page.getByText(words.trade('form.passwordLeft'), { exact: true })).toBeVisible();
  });

  test('goes round the sheet with Tab', async ({ page }) => {
    const form = await typeGrid(page);
    const sheet = page.getByRole('dialog');
    await form.getByRole('button', { name: words.trade('form.create'), exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(sheet.getByRole('button', { name: words.common('action.close') })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(form.getByRole('button', { name: words.trade('form.create'), exact: true })).toBeFocused();
  });

  test('has a form that stays while the backtest dialog cannot be loaded', async ({ page }) => {
    const form = await typeGrid(page);
    await page.route('**/_next/static/chunks/**', (route) => route.abort());
    await form.getByRole('button', { name: 'Backtest', exact: true }).click();
    await expect(page.getByTestId('live-notice')).toBeVisible();
    await expect(form.locator('[name="money"]')).toHaveValue('500');
    await page.unroute('**/_next/static/chunks/**');
    await expect(page.getByRole('dialog', { name: 'Backtest' })).toBeVisible({ timeout: 40_000 });
  });

  test('whose parts cannot be loaded keeps the rest of its page, says so, and asks for them again', async ({
    page,
  }) => {
    await registerTrader(page);
    await page.goto(PAGE);
    await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
    const CHUNKS = '**/_next/static/chunks/**';
    await page.route(CHUNKS, (route) => route.abort());
    await page.getByText('My bots', { exact: true }).first().click();
    await expect(page.getByTestId('live-notice')).toBeVisible();
    await expect(page.getByText('Chart', { exact: true }).first()).toBeVisible();
    await page.unroute(CHUNKS);
    await expect(page.getByRole('tab', { name: 'Running' })).toBeVisible({ timeout: 40_000 });
  });
});

test('the HTML is that of the screen that asks', async ({ request }) => {
  const html = async (agent: string): Promise<string> =>
    (await request.get(PAGE, { headers: { 'user-agent': agent } })).text();
  const [phone, desktop] = await Promise.all([html(userAgent), html(devices['Desktop Chrome'].userAgent)]);
  expect(desktop).toContain('data-card="spot_grid"');
  expect(phone).not.toContain('data-card="spot_grid"');
  expect(phone).toContain('Create bot');
  expect(phone.length).toBeLessThan(desktop.length / 2);
});
