import { expect, test } from '@playwright/test';

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
