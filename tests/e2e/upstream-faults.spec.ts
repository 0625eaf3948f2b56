import { covering } from '#tests/support/covering.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { type IndependentUpstream, startIndependentUpstream } from '../support/independent-upstream.ts';
import { askForPassword, confirmReview, reviewSheet } from './support/create-bot.ts';
import { logIn } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** What a trader sees when the exchange behind the product is slow, broken or gone in the middle of a call. */

const words = wordsIn('en');
const NEVER = /^$/;
const CREATE = /grid-trading\/create$/;
let exchange: IndependentUpstream;
let product: BuiltProduct;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  exchange = await startIndependentUpstream();
  product = await createBuiltProduct({ UPSTREAM_URL: exchange.url, UPSTREAM_TIMEOUT_MS: '500' });
  await product.start();
});
test.afterAll(async () => {
  await product.discard();
  await exchange.close();
});
test.beforeEach(() => {
  exchange.misbehaveAt(NEVER, 'none');
  exchange.bots.clear();
});

/** Whatever moment it names. */
const UNKNOWN = words.trade('form.unknownAskable');

async function openForm(page: Page) {
  await logIn(page, 'ida', 'open-sesame', product.url);
  await page.goto(`${product.url}/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
  return page.getByRole('form');
}

async function create(page: Page) {
  const form = await openForm(page);
  for (const [name, value] of Object.entries({
    low_price: '90000',
    high_price: '105000',
    grid_num: '20',
    money: '500',
  }))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
  return form;
}

test('a bot is created on an exchange that is not ours', async ({ page }) => {
  await create(page);
  await confirmReview(page, 'deep-pocket');
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
  expect(exchange.bots.size).toBe(1);
});

// The form is told the same of each; what the BFF makes of them is told in tests/contract.
for (const fault of covering(['silent', 'reset-before', 'server-error'] as const, 0, 1)) {
  test(`no answer to a creation (${fault}) is a network error, and the form says that the outcome is unknown`, async ({
    page,
  }) => {
    exchange.misbehaveAt(CREATE, fault);
    const form = await create(page);
    await askForPassword(page);
    await expect(page.getByText(words.common('error.network'), { exact: true })).toBeVisible();
    await expect(form.getByText(UNKNOWN)).toBeVisible();
    await expect(form.locator('[name="money"]')).toHaveValue('500');
    expect(exchange.bots.size).toBe(0);
  });
}

test('a creation whose answer was lost is asked for again by the trader, and there is one bot, not two', async ({
  page,
}) => {
  const form = await create(page);
  // The demand for the password is an answer of its own: the fault is for the call that follows it.
  await askForPassword(page);
  exchange.misbehaveAt(CREATE, 'reset-after');
  await reviewSheet(page).locator('[name="fundpass"]').fill('deep-pocket');
  await reviewSheet(page).locator('[name="fundpass"]').press('Enter');
  await expect(form.getByText(UNKNOWN)).toBeVisible();
  expect(exchange.bots.size).toBe(1);
  exchange.misbehaveAt(NEVER, 'none');
  await expect(form.getByRole('button', { name: words.trade('form.create'), exact: true })).toBeDisabled();
  // What is asked for again is what was sent, whatever stands in the form by now.
  await form.locator('[name="money"]').fill('700');
  await form.getByRole('button', { name: words.trade('form.unknownAgain'), exact: true }).click();
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
  expect(exchange.bots.size).toBe(1);
  await expect(form.locator('[name="money"]')).toHaveValue('700');
});

test('a price that stops coming stays and is said to be old (D2)', async ({ page }) => {
  await openForm(page);
  await expect(page.getByText('97,000.5').first()).toBeVisible();
  exchange.misbehaveAt(/currency\/price$/, 'server-error');
  const notice = page.getByTestId('live-notice');
  await expect(notice).toContainText(words.common('state.stale'));
  await expect(page.getByText('97,000.5').first()).toBeVisible();
  exchange.misbehaveAt(NEVER, 'none');
  await expect(notice).toHaveCount(0, { timeout: 30_000 });
});

test('own bots that cannot be loaded are said to be tried again, not to be none (H55)', async ({ page }) => {
  exchange.misbehaveAt(/get_all_strategy$/, 'silent');
  await openForm(page);
  const section = page.getByRole('region', { name: words.bots('title') });
  await expect(section).toContainText(words.common('state.failedRetrying'));
  await expect(section).not.toContainText(words.bots('empty.running'));
  await expect(page.getByRole('alert').filter({ hasText: words.common('error.network') })).toHaveCount(0);
});

test('what a page reads of the exchange carries the number of the request that the page is made for', async () => {
  exchange.seen.length = 0;
  const number = 'number-of-this-visit';
  // A bot that nobody knows: no page of it is kept, and no reading.
  await fetch(`${product.url}/en/strategybot/detail?id=987654&type=spot_grid`, { headers: { 'x-request-id': number } });
  const read = exchange.seen.filter(({ query }) => query.includes('987654'));
  expect(read.length).toBeGreaterThan(0);
  expect(new Set(read.map(({ headers }) => headers['x-request-id']))).toEqual(new Set([number]));
});
