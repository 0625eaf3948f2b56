import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** What is typed and chosen is found again: after a reload, Back, another market, a login (B8). */

const words = wordsIn('en');
const customize = wordsOf('en', 'public')('shell.customize');
const TYPED = { low_price: '41234', high_price: '71234', grid_num: '17', money: '432' } as const;

async function formOf(page: Page): Promise<Locator> {
  const form = page.getByRole('form');
  // It is loaded when the address has been read: on a busy machine that takes a while.
  await expect(form).toBeVisible({ timeout: 30_000 });
  return form;
}

async function typeDraft(page: Page): Promise<void> {
  const form = await formOf(page);
  await chooseManual(form, words.trade('ai.toManual'));
  for (const [name, value] of Object.entries(TYPED)) await form.locator(`[name="${name}"]`).fill(value);
}

async function expectValues(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const form = await formOf(page);
  for (const [name, value] of Object.entries(values))
    await expect(form.locator(`[name="${name}"]`), name).toHaveValue(value);
}

const PATH = '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create';

test('a draft outlives a reload, the way to another market and Back; prices and amounts stay with their market (B8, C-189)', async ({
  page,
}) => {
  await registerSigned(page);
  await page.goto(PATH);
  await typeDraft(page);
  await page.reload();
  await expectValues(page, TYPED);
  await expect(page).toHaveURL(/strategyType=spot_grid&mode=create/);
  await page.getByRole('button', { name: words.trade('header.choose') }).click();
  await page.getByRole('menuitem', { name: /^ETH\/USDT/ }).click();
  await expect(page).toHaveURL(/\/en\/trade\/ETH_USDT\?.*strategyType=spot_grid&mode=create/);
  await expectValues(page, { low_price: '', high_price: '', grid_num: TYPED.grid_num });
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/trade\/BTC_USDT/);
  await expectValues(page, TYPED);
});

test('a guest’s way through login keeps kind, tab, draft, query and hash (B8, C-025, C-026, C-049)', async ({
  page,
}) => {
  await registerSigned(page);
  const account = await page.evaluate(async () => (await (await fetch('/api/session')).json()).data.nickname as string);
  await page.goto(PATH);
  await typeDraft(page);
  // The session ends; its drafts are the browser's.
  await page.context().clearCookies();
  await page.goto(`${PATH}&from=mail#depth`);
  await page.locator('label').filter({ hasText: customize }).click();
  await expect(page).toHaveURL(/\/en\/login\?return=/);
  const main = page.getByRole('main');
  await main.locator('[name="account"]').fill(account);
  await main.locator('[name="password"]').fill('paper-trader');
  await main.locator('[type="submit"]').click();
  await expect(page).toHaveURL(/\/en\/trade\/BTC_USDT\?.*#depth$/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    strategyType: 'spot_grid',
    mode: 'create',
    from: 'mail',
    tradModel: 'strategybot',
  });
  await expectValues(page, TYPED);
});

test('a kind of the other page is led there, on the same coin, with what else the address says (B8, C-175)', async ({
  page,
}) => {
  await registerSigned(page);
  await page.goto('/en/trade/ETH_USDT?tradModel=strategybot&strategyType=futures_grid&mode=create&from=mail#depth');
  await expect(page).toHaveURL(/\/en\/futures\/USDT\/ETH_USDT\?.*strategyType=futures_grid.*#depth$/);
  expect(new URL(page.url()).searchParams.get('from')).toBe('mail');
  const form = await formOf(page);
  await chooseManual(form, words.trade('ai.toManual'));
  await expect(form.getByText(wordsOf('en', 'fields')('side.label'), { exact: true })).toBeVisible();
});

test('a change of period leaves the old bars in sight until the new ones are there (B14)', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  await page.route(/market\/candles\?.*period=4h/, async (route) => {
    isAsked = true;
    await held;
    await route.continue();
  });
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
  const chart = page.getByTestId('price-chart');
  const legend = page.getByText(/^O\s?[\d,.]+/).first();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(legend).toBeVisible();
  const loading = page.locator('[aria-busy="true"]').filter({ hasText: words.common('state.loading') });
  await expect(loading).toHaveCount(0);
  const opened = await legend.textContent();
  await page.getByRole('button', { name: '4h', exact: true }).click();
  await expect.poll(() => isAsked).toBe(true);
  await expect(chart).toHaveAccessibleName(/4h/);
  await expect(legend).toHaveText(opened ?? '');
  await expect(loading).toHaveCount(0);
  const answered = page.waitForResponse(/period=4h/);
  release();
  await answered;
  await expect(legend).toBeVisible();
});
