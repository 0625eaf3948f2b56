import { axeFindingsInBothThemes } from './support/accessible.ts';
import { confirmReview, firstRunning } from './support/create-bot.ts';
import { createBody, FUND_PASSWORD, lastPrice, post, registerTrader } from './support/exchange-calls.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { type Language, wordsOf } from './support/words.ts';

/** Indicator bots and backtests as a trader lives them: build, test, read, start – in both languages. */

// The door asks calls that change something where they come from.
test.use({ extraHTTPHeaders: { origin: process.env.BASE_URL ?? '' } });

const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** A trader of this test alone; the two languages stand in the two themes, so that axe sees both. */
async function enter(page: Page, language: Language): Promise<void> {
  const theme = language === 'zh' ? 'light' : 'dark';
  await page.addInitScript((chosen) => window.localStorage.setItem('theme', chosen), theme);
  await registerTrader(page.request, `b${Math.random().toString(36).slice(2, 12)}`);
}

/** No finding of axe on the page with an open dialog. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
}

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language, 1);
  const conditions = wordsOf(language, 'conditions');
  const backtests = wordsOf(language, 'backtests');
  const common = wordsOf(language, 'common');
  const trade = wordsOf(language, 'trade');
  const bots = wordsOf(language, 'bots');
  const fields = wordsOf(language, 'fields');

  const sideOf = (page: Page): Locator => page.getByRole('dialog').getByRole('tabpanel');
  const openSide = (page: Page, side: string): Promise<void> =>
    page
      .getByRole('dialog')
      .getByRole('tab', { name: new RegExp(`^${conditions(`side.${side}`)}`) })
      .click();
  const rowOf = (page: Page, row: number): Locator =>
    sideOf(page).getByRole('group', { name: conditions('condition', { row: String(row) }), exact: true });

  /** Four sides: RSI opens and closes, the closing price against its average increases, a TD count reduces. */
  async function buildStrategy(page: Page, form: Locator): Promise<void> {
    await form.getByRole('button', { name: new RegExp(`^${conditions('entry.open')}`) }).click();
    const dialog = page.getByRole('dialog', { name: conditions('title') });
    await expect(dialog).toBeVisible();
    const choose = (label: string, value: string) => rowOf(page, 1).getByLabel(conditions(label)).selectOption(value);
    const number = (): Locator => rowOf(page, 1).getByLabel(fields('args.value.label'), { exact: true });
    await choose('indicatorLabel', 'rsi');
    await choose('comparatorLabel', 'lt');
    await number().fill('45');
    await sideOf(page).getByLabel(conditions('ratio'), { exact: true }).selectOption('0.2');
    await openSide(page, 'close');
    await choose('indicatorLabel', 'rsi');
    await choose('comparatorLabel', 'cross-up');
    await number().fill('60');
    await openSide(page, 'increase');
    await sideOf(page).getByRole('button').first().click();
    await choose('indicatorLabel', 'close');
    await choose('comparatorLabel', 'lt');
    await choose('compareLabel', 'boll-lower');
    await openSide(page, 'reduce');
    await sideOf(page).getByRole('button').first().click();
    await choose('indicatorLabel', 'td-plus-nine');
    await expect(number()).toBeDisabled();
    await expect(number()).toHaveValue('9');
  }

  async function openForm(page: Page, kind = 'spot-compose-indicator'): Promise<Locator> {
    await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=${kind}`);
    const form = page.getByRole('form');
    await expect(form).toBeVisible();
    return form;
  }

  /** Presses Backtest, takes a preset, chooses what is to be chosen, and starts; gives the fund password when it is wanted. */
  async function startBacktest(
    page: Page,
    form: Locator,
    days: number,
    choose: () => Promise<void> = async () => {},
  ): Promise<void> {
    await form.getByRole('button', { name: backtests('button'), exact: true }).click();
    await choose();
    await page.getByRole('button', { name: backtests('create.days', { days: String(days) }), exact: true }).click();
    await page.getByRole('button', { name: backtests('create.start') }).click();
    const password = page.locator('[name="fundpass"]');
    const done = page.getByText(backtests('create.done'), { exact: true });
    await expect(password.or(done).first()).toBeVisible();
    if (await password.isVisible()) {
      await password.fill(FUND_PASSWORD);
      await password.press('Enter');
    }
    await expect(done).toBeVisible();
  }

  const recordRow = (page: Page): Locator =>
    page
      .getByRole('table', { name: backtests('list.label') })
      .getByRole('row')
      .nth(1);

  test.describe(`backtests in ${language}`, () => {
    story()(
      'a strategy of four sides is built with its marks in sight, backtested, read and started from its record (E-004, E-006, E-094, C-055, C-070, C-213, E-086, E-090…E-093)',
      async ({ page }) => {
        test.setTimeout(120_000);
        await enter(page, language);
        const form = await openForm(page);
        await buildStrategy(page, form);
        // The worker has looked at the last 30 days: each side has its count, and the chart its marks.
        await expect(sideOf(page).locator('[data-mark-state="ready"]')).toBeVisible();
        await openSide(page, 'open');
        await expect(sideOf(page).locator('[data-mark-count]')).not.toHaveAttribute('data-mark-count', '0');
        await expectAccessible(page);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: conditions('confirm') })
          .click();
        const entry = (side: string): Locator =>
          form.getByRole('button', { name: new RegExp(`^${conditions(`entry.${side}`)} `) });
        await expect(entry('open')).toContainText('45');
        await expect(entry('reduce')).toContainText('9');
        await form.locator('[name="money"]').fill('1000');
        await startBacktest(page, form, 30);
        const row = recordRow(page);
        await expect(row).toContainText(backtests('list.status.stopped'), { timeout: 45_000 });
        await row.getByRole('button', { name: backtests('list.action.result') }).click();
        const drawer = page.getByRole('dialog', { name: backtests('result.title') });
        for (const part of [
          'figures',
          'curve',
          'candles',
          'trades',
          'costs',
          'band.title',
          'neighbours.title',
          'parameters',
        ]) {
          await expect(drawer.getByRole('region', { name: backtests(`result.${part}`), exact: true })).toBeVisible();
        }
        const trades = drawer.getByRole('table', { name: backtests('result.trades') });
        await expect(trades.getByRole('row').nth(1)).toContainText(backtests('result.signal.open'));
        const neighbours = drawer.getByRole('table', { name: backtests('result.neighbours.title') });
        await expect(neighbours.getByRole('row').nth(1)).toContainText('%', { timeout: 45_000 });
        await expect(drawer.getByText(/45/).first()).toBeVisible();
        await expectAccessible(page);
        const saved = page.waitForEvent('download');
        await drawer.getByRole('button', { name: backtests('result.csv') }).click();
        expect((await saved).suggestedFilename()).toMatch(/^backtest-\d+-BTC_USDT\.csv$/);
        await drawer.getByRole('button', { name: backtests('result.create') }).click();
        await expect(page.getByText(backtests('prefill.done'))).toBeVisible();
        await expect(form.locator('[name="money"]')).toHaveValue('1000');
        await expect(entry('open')).toContainText('45');
        await form.getByRole('button', { name: trade('form.create'), exact: true }).click();
        await confirmReview(page, FUND_PASSWORD);
        await expect(page.getByText(common('success.strategyCreated'), { exact: true }).first()).toBeVisible();
        await expect(firstRunning(page, bots)).toContainText('BTC');
      },
    );

    story()('a draft of conditions that is left by Escape changes nothing (E-094)', async ({ page }) => {
      await enter(page, language);
      const form = await openForm(page);
      const entry = form.getByRole('button', { name: new RegExp(`^${conditions('entry.open')} `) });
      const before = await entry.textContent();
      await entry.click();
      await rowOf(page, 1).getByLabel(conditions('indicatorLabel')).selectOption('rsi');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await entry.textContent()).toBe(before);
    });

    story()(
      'a grid’s orders are traded through in the one result, touched in the other, and both are shown (A9, H58)',
      async ({ page }) => {
        test.setTimeout(180_000);
        await enter(page, language);
        const form = await openForm(page, 'spot_grid');
        await chooseManual(form, trade('ai.toManual'));
        const last = await lastPrice(page.request, 'BTC_USDT');
        const typed = {
          low_price: (last * 0.97).toFixed(0),
          high_price: (last * 1.03).toFixed(0),
          grid_num: '30',
          money: '3000',
        };
        for (const [name, value] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(value);
        await startBacktest(page, form, 7, async () => {
          const choice = page.getByRole('radiogroup', { name: backtests('fills.title') });
          await expect(choice.getByRole('radio', { name: backtests('fills.touched') })).toBeChecked();
          await choice.getByText(backtests('fills.through'), { exact: true }).click();
          // Nearly a line's width: in any week some price turns within it, so that the two results differ.
          await page.getByLabel(backtests('fills.ticks')).fill('900');
          await expectAccessible(page);
        });
        const row = recordRow(page);
        await expect(row).toContainText(backtests('list.status.stopped'), { timeout: 45_000 });
        await row.getByRole('button', { name: backtests('list.action.result') }).click();
        const drawer = page.getByRole('dialog', { name: backtests('result.title') });
        const rows = drawer.getByRole('table', { name: backtests('fills.title') }).getByRole('row');
        await expect(rows.nth(1)).toContainText(backtests('fills.touched'));
        await expect(rows.nth(2)).toContainText(backtests('fills.throughBy', { ticks: '900' }));
        await expect(rows.nth(2)).toContainText(backtests('fills.this'));
        const orders = async (at: number): Promise<number> =>
          Number((await rows.nth(at).getByRole('cell').last().innerText()).replaceAll(',', ''));
        expect(await orders(2)).toBeGreaterThan(0);
        expect(await orders(1)).toBeGreaterThan(await orders(2));
        await expectAccessible(page);
      },
    );

    story()(
      'records of another kind are found under all kinds, and are deleted after a question (E-087, E-088)',
      async ({ page }) => {
        await enter(page, language);
        const last = await lastPrice(page.request, 'BTC_USDT');
        const day = 86_400;
        const today = Math.floor(Date.now() / 1000 / day) * day;
        const range = { low_price: (last * 0.9).toFixed(0), high_price: (last * 1.1).toFixed(0), grid_num: '20' };
        const body = { ...createBody('BTC_USDT', range, '2000'), begin_time: today - 7 * day, end_time: today };
        expect((await post(page.request, '/api/apiw/v2/quant-trading/strategybot/create_backtest', body)).code).toBe(
          200,
        );
        await openForm(page);
        await page.getByRole('tab', { name: bots('tab.backtests') }).click();
        await page.getByLabel(backtests('list.filter')).selectOption('all');
        const row = recordRow(page);
        await expect(row).toContainText(bots('kind.spot_grid'));
        await expect(row).toContainText(backtests('list.status.stopped'), { timeout: 45_000 });
        await row.getByRole('button', { name: backtests('list.action.delete') }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: backtests('list.action.delete') })
          .click();
        await expect(page.getByText(backtests('list.empty'))).toBeVisible();
      },
    );
  });
}

test('on a phone the editor and the result are sheets of the screen’s width (E-094)', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'en');
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot-compose-indicator');
  await page.getByRole('button', { name: 'Create bot' }).click();
  const form = page.getByRole('form');
  await form.getByRole('button', { name: /^Entry / }).click();
  const tabs = page.getByRole('dialog', { name: 'Conditions' }).getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await form.locator('[name="money"]').fill('1000');
  await form.getByRole('button', { name: 'Backtest', exact: true }).click();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'Start backtest' }).click();
  const password = page.locator('[name="fundpass"]');
  await expect(password.or(page.getByText('Backtest created')).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill(FUND_PASSWORD);
    await password.press('Enter');
  }
  // The sheet goes, the list comes (C-213).
  const card = page.getByRole('list', { name: 'Backtest records' }).getByRole('listitem').first();
  await expect(card).toContainText('Finished', { timeout: 45_000 });
  await card.getByRole('button', { name: 'Result' }).click();
  const drawer = page.getByRole('dialog', { name: 'Backtest result' });
  await expect(drawer.getByRole('region', { name: 'Costs' })).toBeVisible();
  const box = await drawer.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
