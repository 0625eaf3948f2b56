import { covering } from '#tests/support/covering.ts';
import { confirmReview } from './support/create-bot.ts';
import {
  balances,
  bots,
  expectExactlyBack,
  FUND_PASSWORD,
  narrowGrid,
  PASSWORD,
  tradesOf,
} from './support/exchange-calls.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { type Browser, expect, type Locator, type Page, test } from './support/test.ts';
import { type Language, type Words, wordsIn } from './support/words.ts';

/**
 * The whole story (in the nightly run in both languages): a visitor finds a shared bot, opens an account, creates a bot, watches it trade,
 * looks at everything about it, terminates it, and every unit of the money is accounted for.
 */

test.describe.configure({ mode: 'parallel' });

/** The liveliest market of the exchange: fills come within a minute nearly always. */
const MARKET = 'ETH_USDT';
const PRICE_DECIMALS = 2;
const FILLS_WITHIN_MS = 360_000;

async function visitSharedBot(browser: Browser, baseURL: string, language: Language): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(`/${language}/strategybot`);
  await page.locator('a[href*="/strategybot/detail?"]').first().click();
  await expect(page).toHaveURL(new RegExp(`/${language}/strategybot/detail\\?`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-labelledby="curve-title"]')).toBeVisible();
  await expect(page.locator('[aria-labelledby="metrics-title"]')).toContainText('%');
  await context.close();
}

/** Signs up, then comes back another day and logs in, which leads to where the trader wanted to go. */
async function openAccount(page: Page, language: Language, account: string): Promise<void> {
  await page.goto(`/${language}/register?return=${encodeURIComponent(`/${language}/strategybot`)}`);
  await page.locator('[name="account"]').fill(account);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
  await page.locator('form[method="post"] [type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`/${language}/strategybot$`));
  await page.context().clearCookies();
  const target = `/${language}/trade/${MARKET}?tradModel=strategybot&strategyType=spot_grid`;
  await page.goto(`/${language}/login?return=${encodeURIComponent(target)}`);
  await page.locator('[name="account"]').fill(account);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('form[method="post"] [type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`/${language}/trade/${MARKET}`));
}

async function createBot(page: Page, words: Words): Promise<void> {
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  await chooseManual(form, words.trade('ai.toManual'));
  const grid = await narrowGrid(page.request, MARKET, PRICE_DECIMALS);
  for (const [name, value] of Object.entries(grid)) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="money"]').fill('2000');
  await expect(form.locator('[data-preview="ready"]')).toBeVisible({ timeout: 45_000 });
  await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
  await page.getByRole('checkbox', { name: words.common('agreement.accept') }).check();
  await page.getByRole('button', { name: words.common('agreement.sign') }).click();
  await confirmReview(page, FUND_PASSWORD);
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
}

const section = (page: Page, words: Words): Locator => page.getByRole('region', { name: words.bots('title') });
const botRow = (page: Page, words: Words): Locator =>
  section(page, words).getByRole('row').filter({ hasText: 'ETH' }).first();

async function waitForFills(page: Page, id: number): Promise<void> {
  const fills = async (): Promise<number> =>
    (await tradesOf(page.request, id)).filter(({ role }) => role === 'grid').length;
  await expect.poll(fills, { timeout: FILLS_WITHIN_MS, intervals: [1_000] }).toBeGreaterThan(0);
}

async function lookThroughDetail(page: Page, words: Words, id: number): Promise<void> {
  await botRow(page, words).click();
  const dialog = page.getByRole('dialog', { name: `ETH/USDT ${id}` });
  const open = (name: string) => dialog.getByRole('tab', { name: words.bots(`detail.tab.${name}`) }).click();
  const records = dialog.getByRole('region', { name: words.bots('overview.records') });
  for (const type of ['create', 'open_position', 'run'])
    await expect(records).toContainText(words.bots(`operation.${type}`));
  await expect(records).toContainText(words.bots('change.name.investment'));
  await expect(dialog).toContainText(words.bots('overview.stat.residualExact'));
  // A bot of today has a curve of its first minutes.
  const curve = dialog.getByRole('region', { name: words.bots('overview.curve') });
  await expect(curve).toContainText('%');
  await expect(curve).not.toContainText(words.bots('overview.noCurve'));
  await open('open-orders');
  await expect(dialog).toContainText(words.bots('orders.sells'));
  await expect(dialog).toContainText(words.bots('orders.buys'));
  await open('trade-history');
  const trades = dialog.getByRole('table', { name: words.bots('trades.label') });
  await expect(trades).toContainText(words.bots('trades.role.open'));
  await expect(trades).toContainText(words.bots('trades.role.grid'));
  await open('parameters');
  await expect(dialog.getByRole('tabpanel')).toContainText('2,000.00 USDT');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function terminate(page: Page, words: Words): Promise<void> {
  await botRow(page, words)
    .getByRole('button', { name: words.bots('action.terminate') })
    .click();
  await page.getByRole('button', { name: words.bots('terminate.anyway') }).click();
  const dialog = page.getByRole('dialog', { name: words.bots('terminate.title') });
  await dialog.getByRole('radio', { name: words.bots('terminate.market') }).check();
  await dialog.getByRole('button', { name: words.bots('terminate.confirm'), exact: true }).click();
  await expect(page.getByText(words.bots('terminate.started'))).toBeVisible();
}

const LANGUAGES: readonly Language[] = ['en', 'zh'];

// Most of it is waiting for the market: once is enough of an ordinary run.
for (const language of covering(LANGUAGES, 0, 1)) {
  const words = wordsIn(language);
  const tag = language === 'en' ? ['@history'] : [];

  test(`from the first visit to the last unit back (${language})`, { tag }, async ({ page, browser, baseURL }) => {
    test.setTimeout(FILLS_WITHIN_MS + 120_000);
    await visitSharedBot(browser, baseURL ?? '', language);
    await openAccount(page, language, `story-${language}-${process.env.MARKET_FEED}-${test.info().retry}`);
    const before = await balances(page.request);
    await createBot(page, words);
    await expect(botRow(page, words)).toContainText(words.bots('status.running'));
    const [running] = await bots(page.request, 'running');
    const id = running?.strategy_id ?? 0;
    await waitForFills(page, id);
    await lookThroughDetail(page, words, id);
    await terminate(page, words);
    await expect(botRow(page, words)).toHaveCount(0, { timeout: 30_000 });
    await section(page, words)
      .getByRole('tab', { name: words.bots('tab.history') })
      .click();
    await expect(botRow(page, words)).toContainText(words.bots('reason.cancelled'));

    const ended = await bots(page.request, 'finished');
    expect(ended).toHaveLength(1);
    expect(ended[0]).toMatchObject({ strategy_id: id, residual: '0', finish_as: 'cancelled' });
    if (ended[0] !== undefined) await expectExactlyBack(page.request, ended[0], MARKET, before);
  });
}
