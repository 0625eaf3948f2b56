import { addCoins } from './support/add-coins.ts';
import { createBot, firstRunning } from './support/create-bot.ts';
import { escaped } from './support/escaped.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { withoutStream } from './support/without-stream.ts';
import { wordsOf } from './support/words.ts';

const LANGUAGES = ['en', 'zh'] as const;

/** Prices of all markets fall by three percent from now on, for this page alone. */
async function letPricesFall(page: Page): Promise<void> {
  await page.route('**/api/apiw/v2/market/tickers**', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    for (const ticker of body.data) {
      const decimals = (ticker.last.split('.')[1] ?? '').length;
      ticker.last = (Number(ticker.last) * 0.97).toFixed(decimals);
    }
    await route.fulfill({ json: body });
  });
}

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language);
  const trade = wordsOf(language, 'trade');
  const common = wordsOf(language, 'common');
  const bots = wordsOf(language, 'bots');
  const fields = wordsOf(language, 'fields');

  async function openForm(page: Page, kind: string, path = 'trade/BTC_USDT'): Promise<Locator> {
    await registerSigned(page);
    // Prices are the test's (letPricesFall): a stream would bring the exchange's.
    await withoutStream(page);
    await page.goto(`/${language}/${path}?tradModel=strategybot&strategyType=${kind}`);
    const form = page.getByRole('form');
    await expect(form).toBeVisible();
    return form;
  }

  /** The bot's row among the running ones of its kind, and the page that it opens (M-020). */
  async function openDetail(page: Page, kind: string): Promise<Page> {
    const tabs = page.getByRole('radiogroup', { name: bots('kinds') });
    await expect(tabs.getByRole('radio', { name: new RegExp(`^${escaped(bots(`kind.${kind}`))}`) })).toBeChecked();
    const row = firstRunning(page, bots);
    await expect(row).toContainText(bots('action.terminate'));
    const [detail] = await Promise.all([page.waitForEvent('popup'), row.click()]);
    await expect(detail).toHaveURL(new RegExp(`underwayStrategy\\?type=${kind}&id=`));
    return detail;
  }

  const block = (page: Page, name: string): Locator => page.getByRole('region', { name: bots(`detail.block.${name}`) });

  test.describe(`portfolios, arbitrage and indicator bots in ${language}`, () => {
    story()(
      'a smart position from held coins, whose worth is confirmed after it fell (C-095, C-149, C-214, C-324, C-327, C-379)',
      async ({ page }) => {
        const form = await openForm(page, 'smart-position');
        await form.getByText(fields('coin_type.spot'), { exact: true }).click();
        await addCoins(page, form, ['BTC', 'ETH', 'SOL']);
        for (const [coin, amount] of [
          ['BTC', '0.05'],
          ['ETH', '1'],
          ['SOL', '20'],
        ] as const) {
          await form.getByLabel(trade('coins.amountOf', { asset: coin })).fill(amount);
        }
        const money = form.locator('[name="money"]');
        await expect(money).toBeDisabled();
        await expect(money).toHaveValue(/^\d+(\.\d+)?$/);
        await letPricesFall(page);
        const said = Number(await money.inputValue());
        // The next prices are there once a coin's worth has fallen.
        await expect
          .poll(async () => {
            const text = await form.locator('fieldset[id$="coins"]').innerText();
            const worths = [...text.matchAll(/([\d,]+\.\d\d) USDT/g)].map(([, worth = '']) =>
              Number(worth.replace(/,/g, '')),
            );
            return worths.reduce((sum, worth) => sum + worth, 0) < said * 0.98;
          })
          .toBe(true);
        const create = form.getByRole('button', { name: trade('form.create'), exact: true });
        await create.click();
        const question = page.getByRole('dialog');
        await expect(question).toContainText(trade('confirm.heldCoins'));
        await expect(question).toContainText(trade('coins.worthNow'));
        await question.getByRole('button', { name: trade('confirm.change') }).click();
        await createBot(page, form, trade, common('success.strategyCreated'));
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        const detail = await openDetail(page, 'smart-position');
        const holdings = block(detail, 'holdings').getByRole('table');
        for (const coin of ['BTC', 'ETH', 'SOL'])
          await expect(holdings.getByRole('row', { name: coin })).toContainText('%');
        await expect(block(detail, 'trade-history').getByRole('table')).toContainText('/USDT');
      },
    );

    story()(
      'an arbitrage on another market: searched, chosen, both legs in the detail (C-059…C-062, C-072, M-113, M-298)',
      async ({ page }) => {
        const form = await openForm(page, 'spot-future-arbitrage');
        await form.getByRole('button', { name: trade('arbitrage.choose') }).click();
        await form.getByLabel(trade('arbitrage.search')).fill('sol');
        const list = form.getByRole('list', { name: trade('arbitrage.list') });
        await expect(list.getByRole('button')).toHaveCount(1);
        await list.getByRole('button', { name: /SOL/ }).click();
        await expect(form.getByRole('timer')).toHaveText(/^\d\d:\d\d:\d\d$/);
        await form.locator('[name="money"]').fill('1000');
        await expect(form.locator('[data-summary="summary.funding_reserve"]')).toContainText('USDT');
        await form.getByRole('button', { name: trade('form.advanced') }).click();
        await form.getByText('3X', { exact: true }).click();
        await createBot(page, form, trade, common('success.strategyCreated'));
        const detail = await openDetail(page, 'spot-future-arbitrage');
        const records = block(detail, 'arbitrage-records').getByRole('table');
        await expect(records).toContainText(bots('arbitrage.account.spot'));
        await expect(records).toContainText(bots('arbitrage.account.futures'));
        await expect(block(detail, 'holdings')).toContainText('SOL');
        await expect(block(detail, 'parameters')).toContainText('3');
      },
    );

    story()('a preset with its textbook arguments (H8, C-015, M-300)', async ({ page }) => {
      const form = await openForm(page, 'macd');
      await expect(form.locator('[name="arg_fast"]')).toHaveValue('12');
      await form.locator('[name="money"]').fill('2000');
      await createBot(page, form, trade, common('success.strategyCreated'));
      const detail = await openDetail(page, 'macd');
      await expect(block(detail, 'conditions')).toContainText('MACD');
      await expect(block(detail, 'position')).toContainText(bots('indicator.flat'));
    });

    story()(
      'an indicator bot: the switch leads to the futures page and resets, then it runs (C-053, C-183, C-192, C-193, C-202)',
      async ({ page }) => {
        const form = await openForm(page, 'spot-compose-indicator');
        await form.locator('[name="money"]').fill('777');
        await form.getByText(trade('indicatorMarket.futures'), { exact: true }).click();
        await expect(page).toHaveURL(/futures\/USDT\/BTC_USDT.*strategyType=compose-indicator/);
        const futures = page.getByRole('form');
        await expect(futures.getByText(fields('side.long'), { exact: true })).toBeVisible();
        await expect(futures.locator('[name="money"]')).toHaveValue('');
        await futures.locator('[name="money"]').fill('2000');
        await futures.getByRole('button', { name: trade('form.advanced') }).click();
        await expect(futures.locator('[name="stop_rate"]')).toHaveValue('100');
        await futures.getByText(fields('start_profit_rate_checkbox.label'), { exact: true }).click();
        await expect(futures.locator('[name="protect_profit_rate"]')).toBeDisabled();
        await futures.getByText(fields('start_profit_rate_checkbox.label'), { exact: true }).click();
        await createBot(page, futures, trade, common('success.strategyCreated'));
        const detail = await openDetail(page, 'compose-indicator');
        await expect(block(detail, 'conditions')).toContainText('MACD');
        await expect(block(detail, 'parameters')).toContainText('100');
      },
    );
  });
}
