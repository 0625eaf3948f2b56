import { confirmReview, reviewSheet } from './support/create-bot.ts';
import { expect, test } from './support/test.ts';
import { wordsIn, wordsOf } from './support/words.ts';

const words = wordsIn('en');

/** The same product on an exchange that is not ours (tests/support/independent-upstream.ts). Run by tests/e2e.ts. */

test('another exchange’s trader logs in, sees its prices and its balance, and no paper account is offered @upstream', async ({
  page,
}) => {
  await page.goto('/en/login');
  await expect(page.getByText('paper-demo')).toHaveCount(0);
  await page.locator('[name="account"]').fill('ida');
  await page.locator('[name="password"]').fill('wrong-guess');
  await page.locator('form [type="submit"]').click();
  await expect(page.locator('form[method="post"]').getByRole('alert')).toBeVisible();
  await page.locator('[name="password"]').fill('open-sesame');
  await page.locator('form [type="submit"]').click();
  await expect(page).not.toHaveURL(/\/login/);
  const read = (path: string) => page.evaluate(async (address) => (await fetch(address)).json(), path);
  expect(await read('/api/session')).toMatchObject({ data: { logged_in: true, nickname: 'Ida' } });
  expect(await read('/api/strategybot/last_price?symbol=BTC_USDT&type=spot')).toEqual({ last_price: '97000.5' });
  expect(await read('/api/apiw/v2/quant-trading/available_balance?currency=USDT')).toMatchObject({
    data: { max_outable: { outable: '1000.5' } },
  });
});

test('a visitor of a product whose exchange has no shared bots yet gets a page that says so @upstream', async ({
  page,
}) => {
  const response = await page.goto('/en/strategybot');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a trader of an exchange that speaks the documents alone creates a bot, sees it run, opens it and ends it (E1, E2, H61) @upstream', async ({
  page,
}) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await page.goto('/en/login');
  await page.locator('[name="account"]').fill('ona');
  await page.locator('[name="password"]').fill('open-sesame');
  await page.locator('form [type="submit"]').click();
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
  // A smaller form: the price is there, a book and candles are not, and nothing waits for them.
  await expect(page.getByText('97,000.5').first()).toBeVisible();
  await expect(page.getByText(words.trade('chart.notOffered'))).toBeVisible();
  await expect(page.getByRole('region', { name: words.trade('book.title') })).toHaveCount(0);
  const form = page.getByRole('form');
  for (const [name, value] of Object.entries({
    low_price: '90000',
    high_price: '105000',
    grid_num: '20',
    money: '500',
  }))
    await form.locator(`[name="${name}"]`).fill(value);
  const create = form.getByRole('button', { name: words.trade('form.create'), exact: true });
  // Before the smallest investment is known the button stands still.
  await expect(async () => {
    if (await create.isEnabled()) await create.click({ timeout: 2_000 });
    await expect(reviewSheet(page)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await confirmReview(page, 'deep-pocket');
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
  const bots = page.getByRole('region', { name: words.bots('title') });
  // One bot that can be read, one row of a kind nobody knows: the one is shown.
  await expect(bots.getByRole('row').filter({ hasText: '500' })).toHaveCount(1);
  await bots
    .getByRole('row')
    .filter({ hasText: '500' })
    .getByRole('button', { name: words.bots('action.terminate') })
    .click();
  const terminate = page.getByRole('dialog').last();
  await terminate.getByRole('button', { name: words.bots('terminate.anyway') }).click();
  await terminate.getByRole('button', { name: words.bots('terminate.confirm'), exact: true }).click();
  await expect(page.getByText(words.bots('terminate.started'))).toBeVisible();
  await page.getByRole('tab', { name: words.bots('tab.history') }).click();
  await expect(bots.getByRole('row').filter({ hasText: '500' })).toHaveCount(1);
  expect(failures).toEqual([]);
});

test('a kind of ours that another exchange does not run has no form there: the page says so and leads to what it runs (H61) @upstream', async ({
  page,
}) => {
  for (const language of ['en', 'zh'] as const) {
    const { trade } = wordsIn(language);
    await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=macd`);
    const kind = wordsOf(language, 'public')('kind.macd.name');
    await expect(page.getByText(trade('panel.notOffered', { kind }), { exact: true })).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(0);
    await page.getByRole('button', { name: trade('panel.seeOffered') }).click();
    await expect(page.getByText(wordsOf(language, 'public')('kind.spot_grid.name')).first()).toBeVisible();
    await expect(page).not.toHaveURL(/strategyType=macd/);
  }
});
