import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import { issueText, type Texts } from '#lib/client/issue-text.ts';
import { axeFindings } from './support/accessible.ts';
import { confirmReview } from './support/create-bot.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerTrader } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

const LANGUAGES = ['en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

function issuesOf(language: Language): Texts {
  const issues = JSON.parse(readFileSync(`messages/${language}/issues.json`, 'utf8'));
  return createTranslator({ locale: language, messages: { issues } }) as unknown as Texts;
}

async function openForm(page: Page, language: Language): Promise<Locator> {
  await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  await chooseManual(form, wordsOf(language, 'trade')('ai.toManual'));
  return form;
}

async function lastPrice(page: Page): Promise<number> {
  const reply = await page.request.get('/api/strategybot/last_price?symbol=BTC_USDT&type=spot');
  return Number((await reply.json()).last_price);
}

const field = (form: Locator, name: string): Locator => form.locator(`[name="${name}"]`);

/** Range around the present price, grids and money that the exchange accepts. */
async function fillWell(page: Page, form: Locator): Promise<void> {
  const last = await lastPrice(page);
  await field(form, 'low_price').fill((last * 0.9).toFixed(0));
  await field(form, 'high_price').fill((last * 1.1).toFixed(0));
  await field(form, 'grid_num').fill('20');
  await field(form, 'money').fill('2000');
}

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language);
  const issue = (code: string, values = {}): string => issueText(issuesOf(language), code, values);
  const words = wordsOf(language, 'trade');
  const common = wordsOf(language, 'common');
  const fields = wordsOf(language, 'fields');
  const bots = wordsOf(language, 'bots');
  const shell = wordsOf(language, 'public');

  test.describe(`trade page in ${language}`, () => {
    story()(
      'a guest sees price, chart and book, and Customize leads to the login page (C-023, C-026, C-042, C-043, C-047, C-048, C-049, C-050, C-171, C-172, C-173, C-174)',
      async ({ page }) => {
        await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('BTC');
        await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
        await expect(
          page
            .getByRole('list', { name: words('book.asks') })
            .getByRole('listitem')
            .first(),
        ).toContainText('.');
        await page.getByRole('button', { name: new RegExp(`^${shell('kind.spot_grid.name')}`) }).click();
        await expect(page.getByRole('radio', { name: shell('shell.recommended') })).toBeChecked();
        await expect(page.getByRole('button', { name: shell('shell.guide') })).toBeVisible();
        await expect(page.getByText(words('panel.fee', { market: 'BTC/USDT', fee: '0.025%' }))).toBeVisible();
        await expect(page.getByRole('link', { name: shell('list.order.sharpe') })).toBeVisible();
        await page.getByRole('button', { name: shell('shell.back') }).click();
        await page.getByRole('button', { name: new RegExp(`^${shell('kind.spot_grid.name')}`) }).click();
        await page.getByText(shell('shell.customize'), { exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`/${language}/login\\?return=.*strategyType`));
      },
    );

    story()('an unknown market is not a page', async ({ page }) => {
      const reply = await page.goto(`/${language}/trade/NO_SUCH`);
      expect(reply?.status()).toBe(404);
    });

    story()(
      'the form says what is wrong at its field, in words of the language (C-209, C-230…C-236, C-251…C-257, C-204, C-205, C-409)',
      async ({ page }) => {
        await registerTrader(page);
        const form = await openForm(page, language);
        const says = (text: string): Locator => form.getByText(text, { exact: true });
        // C-197, C-409: no trailing without a range.
        await form.getByText(fields('trailing.up'), { exact: true }).click();
        await expect(page.getByText(issue('trail.range_first'), { exact: true })).toBeVisible();
        const create = form.getByRole('button', { name: words('form.create'), exact: true });
        await create.click();
        await expect(page.getByRole('dialog')).toContainText(common('agreement.text'));
        await page.getByRole('checkbox', { name: common('agreement.accept') }).check();
        await page.getByRole('button', { name: common('agreement.sign') }).click();
        await expect(field(form, 'low_price')).toBeFocused();
        await expect(says(issue('price.required', { label: 'low_price' }))).toBeVisible();
        await expect(says(issue('price.required', { label: 'high_price' }))).toBeVisible();
        await expect(says(issue('grid.count_required'))).toBeVisible();
        await expect(says(issue('money.empty'))).toBeVisible();

        await field(form, 'low_price').fill('0');
        await expect(says(issue('range', { label: 'low_price', min: '0', max: '99999999' }))).toBeVisible();
        // What is no number is refused as a whole, and what was typed before stays; the point of a Chinese keyboard is one.
        await field(form, 'low_price').fill('abc7x0.5');
        await expect(field(form, 'low_price')).toHaveValue('0');
        await field(form, 'low_price').fill('70。5');
        await expect(field(form, 'low_price')).toHaveValue('70.5');
        await field(form, 'high_price').fill('60');
        await expect(says(issue('grid.high_not_above_low'))).toBeVisible();
        await field(form, 'grid_num').fill('201');
        await expect(says(issue('range', { label: 'grid_num', min: '2', max: '200' }))).toBeVisible();
        await field(form, 'grid_num').fill('1');
        await expect(says(issue('range', { label: 'grid_num', min: '2', max: '200' }))).toBeVisible();

        await fillWell(page, form);
        const minimum = form.locator('[data-summary="summary.min_investment"]');
        await expect(minimum).toContainText('USDT');
        await field(form, 'money').fill('0');
        await expect(create).toBeDisabled();
        await field(form, 'money').fill('1');
        await expect(says(issue('money.min.create'))).toBeVisible();
        await expect(create).toBeDisabled();
        await field(form, 'money').fill('99999999');
        await expect(says(issue('money.balance.create'))).toBeVisible();
        await field(form, 'money').fill('100000000');
        await expect(says(issue('money.limit', { min: '0', max: '99999999' }))).toBeVisible();
        await field(form, 'money').fill('2000.123456');
        await expect(field(form, 'money')).toHaveValue('2000.1234');

        // Too many grids for the range: nothing is left of a grid after its fees.
        const last = await lastPrice(page);
        await field(form, 'high_price').fill((last * 0.9 + 20).toFixed(0));
        await create.click();
        await expect(
          page
            .getByRole('alert')
            .filter({ hasText: issue('grid.return_too_low') })
            .first(),
        ).toBeVisible();
      },
    );

    story()(
      'stop and trigger prices are held to the range, and the field with the error is opened and focused (C-209, C-264, C-275, C-278, C-196)',
      async ({ page }) => {
        await registerTrader(page);
        const form = await openForm(page, language);
        await fillWell(page, form);
        await form.getByRole('button', { name: words('form.advanced') }).click();
        await field(form, 'trigger_price').fill('1');
        await expect(form.getByText(issue('trigger.not_above_low'), { exact: true })).toBeVisible();
        await field(form, 'trigger_price').fill('');
        await form.getByRole('checkbox', { name: fields('stop_loss_on.label') }).check();
        await field(form, 'stop_loss').fill('999998');
        await expect(form.getByText(issue('stop_loss.not_below_low'), { exact: true })).toBeVisible();
        await form.getByRole('checkbox', { name: fields('stop_loss_on.label') }).uncheck();
        await expect(field(form, 'stop_loss')).toHaveCount(0);
        await form.getByRole('checkbox', { name: fields('stop_profit_on.label') }).check();
        await field(form, 'stop_profit').fill('2');
        await expect(form.getByText(issue('stop_profit.below_high'), { exact: true })).toBeVisible();
      },
    );

    story()(
      'a trailing grid takes its defaults, and its dialog confirms only what is whole (C-098, C-198, C-199, C-200, C-206, C-267, C-268, C-270, C-273)',
      async ({ page }) => {
        await registerTrader(page);
        const form = await openForm(page, language);
        await fillWell(page, form);
        await field(form, 'high_price').fill('80000');
        await form.getByText(fields('trailing.up'), { exact: true }).click();
        await expect(form.getByText('120,000')).toBeVisible();
        await expect(form.getByText(`${fields('trailing.momentum')} 2%`)).toBeVisible();
        await form.getByRole('button', { name: fields('trailing.edit') }).click();
        const dialog = page.getByRole('dialog');
        const confirm = dialog.getByRole('button', { name: fields('trailing.confirm') });
        await expect(confirm).toBeEnabled();
        await dialog.locator('[name="stop_upward_price"]').fill('');
        await expect(confirm).toBeDisabled();
        await dialog.locator('[name="stop_upward_price"]').fill('79000');
        await expect(dialog.getByText(issue('trail.up_not_above_high'), { exact: true })).toBeVisible();
        await expect(confirm).toBeDisabled();
        await dialog.locator('[name="stop_upward_price"]').fill('130000');
        await dialog.locator('[name="moving_average_momentum"]').fill('51');
        await expect(
          dialog.getByText(issue('trail.momentum_range', { min: '1', max: '50' }), { exact: true }),
        ).toBeVisible();
        await expect(confirm).toBeDisabled();
        await dialog.getByRole('button', { name: '20%', exact: true }).click();
        await confirm.click();
        await expect(form.getByText('130,000')).toBeVisible();
        await expect(form.getByText(`${fields('trailing.momentum')} 20%`)).toBeVisible();
        await form.getByText(fields('trailing.up'), { exact: true }).click();
        await expect(form.getByText('130,000')).toHaveCount(0);
      },
    );

    story()('figures and the replay of 30 days follow what is typed', async ({ page }) => {
      await registerTrader(page);
      const form = await openForm(page, language);
      await fillWell(page, form);
      const preview = form.getByRole('region', { name: words('preview.title', { days: '30' }) });
      await expect(preview).toHaveAttribute('data-preview', 'ready', { timeout: 30_000 });
      await expect(form.locator('[data-summary="summary.return_per_grid"]')).toContainText('%');
      await expect(form.locator('[data-summary="summary.quantity_per_grid"]')).toContainText('BTC');
      const curve = preview.locator('figure').getByRole('img');
      const before = await curve.getAttribute('aria-label');
      await field(form, 'grid_num').press('End');
      await field(form, 'grid_num').pressSequentially('0');
      await expect(curve).not.toHaveAttribute('aria-label', before ?? '');
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('preview-input-to-drawn').length))
        .toBeGreaterThan(0);
      await field(form, 'money').fill('0.5');
      await expect(preview).toHaveAttribute('data-preview', 'insufficient');
      await field(form, 'money').fill('');
      await expect(preview).toHaveAttribute('data-preview', 'needs-values');
    });

    story()(
      'a bot is created: agreement once, fund password, success, and the running list 600 ms later (C-208…C-212, C-388, C-389, C-354)',
      async ({ page }) => {
        await registerTrader(page);
        const form = await openForm(page, language);
        const section = page.getByRole('region', { name: bots('title') });
        await section.getByRole('tab', { name: bots('tab.history') }).click();
        await expect(section.getByRole('tab', { name: bots('tab.history') })).toHaveAttribute('aria-selected', 'true');
        await fillWell(page, form);
        await form.getByRole('button', { name: words('form.create'), exact: true }).click();
        await page.getByRole('checkbox', { name: common('agreement.accept') }).check();
        await page.getByRole('button', { name: common('agreement.sign') }).click();
        await confirmReview(page);
        await expect(page.getByText(common('success.robotCreated'), { exact: true })).toBeVisible();
        // C-211: the panel is back at its beginning.
        await expect(page.getByRole('button', { name: new RegExp(`^${shell('kind.spot_grid.name')}`) })).toBeVisible();
        await expect(section.getByRole('tab', { name: bots('tab.running') })).toHaveAttribute('aria-selected', 'true');
        await expect(section.getByRole('row').filter({ hasText: 'BTC' }).first()).toBeVisible();
      },
    );

    story()(
      'on a phone the panel is a sheet behind the bar at the bottom, and chart, book and bots take turns',
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await registerTrader(page);
        await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`);
        await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
        await page.getByText(words('view.book'), { exact: true }).first().click();
        await expect(page.getByRole('list', { name: words('book.bids') })).toBeVisible();
        await expect(page.getByTestId('price-chart')).toBeHidden();
        await page.getByRole('button', { name: words('panel.create') }).click();
        const form = page.getByRole('dialog').getByRole('form');
        await expect(form).toBeVisible();
        await chooseManual(form, words('ai.toManual'));
        await fillWell(page, form);
        await expect(form.locator('[data-summary="summary.min_investment"]')).toContainText('USDT');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: words('panel.create') }).click();
        // Closing the sheet loses nothing.
        await expect(field(form, 'money')).toHaveValue('2000');
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
      },
    );

    story()('the page’s policy refuses nothing that the page needs: scripts, styles, worker', async ({ page }) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      await registerTrader(page);
      const form = await openForm(page, language);
      await fillWell(page, form);
      await expect(form.getByRole('region', { name: words('preview.title', { days: '30' }) })).toHaveAttribute(
        'data-preview',
        'ready',
        {
          timeout: 30_000,
        },
      );
      expect(refused).toEqual([]);
    });

    story()('nothing on the page breaks the accessibility rules', async ({ page }) => {
      await registerTrader(page);
      const form = await openForm(page, language);
      await fillWell(page, form);
      await form.getByRole('button', { name: words('form.advanced') }).click();
      await expect(form.getByRole('region', { name: words('preview.title', { days: '30' }) })).toHaveAttribute(
        'data-preview',
        'ready',
        {
          timeout: 30_000,
        },
      );
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}
