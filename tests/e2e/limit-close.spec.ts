import { CREATE, FUND_PASSWORD, lastPrice, post, registerTrader } from './support/exchange-calls.ts';
import { expect, type Locator, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** A position that the book has not enough for is closed at a limit: what rests is said before, rests, and is adjusted (C4, M-138, M-150, M-236). */

const MARKET = 'BTC_USDT';
const words = wordsIn('en');

/** The largest long grid that a new account's money backs: a million dollars or so, where the book has 300,000 within 0.1 %. */
function largeGrid(last: number): object {
  return {
    strategy_type: 'futures_grid',
    market: MARKET,
    instrument_type: 'futures_usdt',
    leverage: '50',
    side: 'buy',
    money: '45000',
    low_price: (last * 0.99).toFixed(1),
    high_price: (last * 1.03).toFixed(1),
    grid_num: '20',
    price_type: '0',
    qty_type: '0',
    fundpass: FUND_PASSWORD,
  };
}

/** Chooses a limit close of so many percent for so many minutes. */
async function chooseLimit(dialog: Locator, slippage: string, minutes: string): Promise<void> {
  await dialog.getByRole('radio', { name: words.bots('terminate.limit') }).check();
  await dialog.getByLabel(words.bots('terminate.slippage'), { exact: true }).fill(slippage);
  await dialog.getByRole('combobox', { name: words.bots('terminate.expiration') }).selectOption(minutes);
}

test('a limit close says what will rest, rests with it, and is adjusted to another limit and ended at the market', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const headers = { origin: baseURL ?? '' };
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: headers });
  await registerTrader(context.request, `limit-${test.info().retry}-${Date.now().toString(36)}`);
  const body = largeGrid(await lastPrice(context.request, MARKET));
  const created = await post<{ strategy_id: number }>(context.request, CREATE, body);
  expect(created.code).toBe(200);
  const id = created.data.strategy_id;
  await context.setExtraHTTPHeaders({});
  const page = await context.newPage();
  await page.goto(`/en/strategybot/underwayStrategy?type=futures_grid&id=${id}`);
  const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });

  await main.getByRole('button', { name: words.bots('action.terminate') }).click();
  await page.getByRole('button', { name: words.bots('terminate.anyway') }).click();
  const dialog = page.getByRole('dialog', { name: words.bots('terminate.title') });
  await chooseLimit(dialog, '0.1', '10');
  const result = dialog.getByRole('region', { name: words.bots('terminate.preview.title') });
  await expect(result).toContainText(/[\d.,]+ \S+ rest at [\d.,]+/);
  await expect(result).toContainText(words.bots('terminate.preview.afterPosition'));
  await dialog.getByRole('button', { name: words.bots('terminate.confirm'), exact: true }).click();
  const question = page.getByRole('dialog', { name: words.common('fundpass.title') });
  const started = page.getByText(words.bots('terminate.started'));
  await expect(question.or(started).first()).toBeVisible();
  if (await question.isVisible()) {
    await question.locator('[name="fundpass"]').fill(FUND_PASSWORD);
    await page.keyboard.press('Enter');
  }
  await expect(started).toBeVisible();

  // One order rests, a sell at the limit.
  const adjust = main.getByRole('button', { name: words.bots('action.adjust') });
  await expect(adjust).toBeVisible();
  await main.getByRole('tab', { name: words.bots('detail.tab.open-orders') }).click();
  const orders = main.getByRole('tabpanel').locator('tbody tr');
  await expect(orders).toHaveCount(1);
  const price = (await orders.locator('td').first().textContent()) ?? '';

  await adjust.click();
  const adjusting = page.getByRole('dialog', { name: words.bots('terminate.adjustTitle') });
  // What was chosen before is chosen.
  await expect(adjusting.getByLabel(words.bots('terminate.slippage'), { exact: true })).toHaveValue('0.1');
  await chooseLimit(adjusting, '0.2', '30');
  await adjusting.getByRole('button', { name: words.bots('terminate.save'), exact: true }).click();
  await expect(page.getByText(words.common('success.operation'))).toBeVisible();
  await expect(adjusting).toHaveCount(0);
  await page.reload();
  await main.getByRole('tab', { name: words.bots('detail.tab.open-orders') }).click();
  await expect(orders).toHaveCount(1);
  await expect(orders.locator('td').first()).not.toHaveText(price);

  // At the market it is over at once.
  await adjust.click();
  await adjusting.getByRole('radio', { name: words.bots('terminate.market') }).check();
  await adjusting.getByRole('button', { name: words.bots('terminate.save'), exact: true }).click();
  await expect(main.getByText(words.bots('status.finished')).first()).toBeVisible();
  await context.close();
});
