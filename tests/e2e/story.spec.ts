import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createTranslator } from 'next-intl';

/**
 * The whole story: a visitor finds a shared bot, opens an account, creates a bot, the product is killed and started
 * again, the bot is still there, is terminated, and every unit of the money is accounted for.
 */

const FUND_PASSWORD = 'story-fund-1';

function wordsOf(language: 'en' | 'zh', namespace: string) {
  const messages = JSON.parse(readFileSync(`messages/${language}/${namespace}.json`, 'utf8'));
  return createTranslator({ locale: language, messages }) as (
    key: string,
    values?: Readonly<Record<string, string>>,
  ) => string;
}

interface Words {
  readonly common: ReturnType<typeof wordsOf>;
  readonly bots: ReturnType<typeof wordsOf>;
  readonly trade: ReturnType<typeof wordsOf>;
}

async function visitSharedBot(browser: Browser, baseURL: string, language: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(`/${language}/strategybot`);
  const card = page.locator('a[href*="/strategybot/detail?"]').first();
  await card.click();
  await expect(page).toHaveURL(new RegExp(`/${language}/strategybot/detail\\?`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-labelledby="curve-title"]')).toBeVisible();
  await expect(page.locator('[aria-labelledby="metrics-title"]')).toContainText('%');
  await context.close();
}

async function openAccount(page: Page, language: string, account: string): Promise<void> {
  await page.goto(`/${language}/register?return=${encodeURIComponent(`/${language}/strategybot`)}`);
  await page.locator('[name="account"]').fill(account);
  await page.locator('[name="password"]').fill('story-password-1');
  await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
  await page.locator('form[method="post"] [type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`/${language}/strategybot$`));
}

async function read(page: Page, path: string): Promise<{ data: Record<string, unknown> & Record<string, unknown>[] }> {
  return page.evaluate(async (address) => (await fetch(address)).json(), path);
}

/** Available units of 1e-8 by asset. */
async function balances(page: Page): Promise<Record<string, bigint>> {
  const { data } = await read(page, '/api/apiw/v2/quant-trading/available_balance');
  const outables = (data as unknown as { currency_outables: { asset: string; outable: string }[] }).currency_outables;
  return Object.fromEntries(outables.map(({ asset, outable }) => [asset, unitsOf(outable)]));
}

function unitsOf(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return sign === '-' ? -units : units;
}

async function lastPrice(page: Page): Promise<number> {
  const reply = await read(page, '/api/strategybot/last_price?symbol=BTC_USDT&type=spot');
  return Number((reply as unknown as { last_price: string }).last_price);
}

/** The smallest amount that a market trades, units. */
async function lotOf(page: Page, market: string): Promise<bigint> {
  const { data } = await read(page, '/api/apiw/v2/market/spot_markets');
  const decimals = Number(data.find((row) => row.market === market)?.amount_decimals);
  return 10n ** BigInt(8 - decimals);
}

async function createBot(page: Page, language: string, words: Words): Promise<void> {
  await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
  const form = page.getByRole('form');
  const last = await lastPrice(page);
  await form.locator('[name="low_price"]').fill((last * 0.9).toFixed(0));
  await form.locator('[name="high_price"]').fill((last * 1.1).toFixed(0));
  await form.locator('[name="grid_num"]').fill('20');
  await form.locator('[name="money"]').fill('2000');
  await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
  await page.getByRole('checkbox', { name: words.common('agreement.accept') }).check();
  await page.getByRole('button', { name: words.common('agreement.sign') }).click();
  const dialog = page.getByRole('dialog', { name: words.common('fundpass.title') });
  await dialog.getByLabel(words.common('fundpass.label')).fill(FUND_PASSWORD);
  await dialog.getByRole('button', { name: words.common('action.confirm') }).click();
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
}

function section(page: Page, { bots }: Words) {
  return page.getByRole('region', { name: bots('title') });
}

async function lookThroughDetail(page: Page, words: Words): Promise<void> {
  await section(page, words).getByRole('row').filter({ hasText: 'BTC' }).first().click();
  const dialog = page.getByRole('dialog');
  const tab = (name: string) => dialog.getByRole('tab', { name: words.bots(`detail.tab.${name}`) });
  await expect(dialog.getByRole('region', { name: words.bots('overview.records') })).toContainText(
    words.bots('operation.create'),
  );
  await expect(dialog).toContainText(words.bots('overview.stat.residualExact'));
  await tab('open-orders').click();
  await expect(dialog).toContainText(words.bots('orders.sells'));
  await tab('trade-history').click();
  await expect(dialog).toContainText(words.bots('trades.role.open'));
  await tab('parameters').click();
  await expect(dialog.getByRole('tabpanel')).toContainText('20');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function terminate(page: Page, words: Words): Promise<void> {
  await section(page, words)
    .getByRole('button', { name: words.bots('action.terminate') })
    .first()
    .click();
  await page.getByRole('button', { name: words.bots('terminate.anyway') }).click();
  const dialog = page.getByRole('dialog', { name: words.bots('terminate.title') });
  await dialog.getByRole('radio', { name: words.bots('terminate.market') }).check();
  await dialog.getByRole('button', { name: words.bots('terminate.confirm'), exact: true }).click();
}

for (const language of ['en', 'zh'] as const) {
  const words: Words = {
    common: wordsOf(language, 'common'),
    bots: wordsOf(language, 'bots'),
    trade: wordsOf(language, 'trade'),
  };

  test(`from the first visit to the last unit back, through a kill, in ${language} @story ${language === 'en' ? '@history' : ''}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    await visitSharedBot(browser, baseURL ?? '', language);
    await openAccount(page, language, `story-${language}-${process.env.MARKET_FEED}`);
    const before = await balances(page);
    await createBot(page, language, words);
    await expect(section(page, words).getByRole('row').filter({ hasText: 'BTC' }).first()).toContainText(
      words.bots('status.running'),
    );
    await lookThroughDetail(page, words);

    const killed = await page.request.post(`${process.env.CONTROL_URL}/kill-and-start`, { timeout: 120_000 });
    expect(await killed.text()).toBe('up');
    await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
    await expect(section(page, words).getByRole('row').filter({ hasText: 'BTC' }).first()).toContainText(
      words.bots('status.running'),
    );

    await terminate(page, words);
    await section(page, words)
      .getByRole('tab', { name: words.bots('tab.history') })
      .click();
    const ended = section(page, words).getByRole('row').filter({ hasText: 'BTC' }).first();
    await expect(ended).toContainText(words.bots('reason.cancelled'), { timeout: 30_000 });

    const { data: rows } = await read(
      page,
      '/api/apiw/v2/quant-trading/strategybot/get_all_strategy?strategy_type=spot_grid&status=finished',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ residual: '0', finish_as: 'cancelled' });
    const after = await balances(page);
    // What is below one lot cannot be sold: it comes back as coins, and its value is the rest of the profit.
    const dust = (after.BTC ?? 0n) - (before.BTC ?? 0n);
    expect(dust >= 0n && dust < (await lotOf(page, 'BTC_USDT')), `${dust} units came back unsold`).toBe(true);
    const money = (after.USDT ?? 0n) - (before.USDT ?? 0n);
    const worth = unitsOf(String(rows[0]?.profit)) - money;
    expect(Number(worth)).toBeGreaterThanOrEqual(0);
    expect(Number(worth)).toBeLessThanOrEqual(Number(dust) * (await lastPrice(page)) * 1.1 + 1);
  });
}
