import { PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { covering, withoutTwins } from '#tests/support/covering.ts';
import { createBot, firstRunning } from './support/create-bot.ts';
import { escaped } from './support/escaped.ts';
import { field, fillForm, fillRange, openForm } from './support/fill-kind.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

const LANGUAGES = ['en', 'zh'] as const;

/** Presets share one form, and the second look at it sees what the first did: some of them, in the nightly run each. */
const PRESETS: readonly RunnableKind[] = covering(PRESET_KINDS, 0, 3);

/** What portfolios.spec.ts and trade.spec.ts fill in, start and find in the list as well; from the futures grid on bot-kinds-life.spec.ts fills them in and starts them. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'spot_grid',
  'smart-position',
  'spot-future-arbitrage',
  'compose-indicator',
  'macd',
  'futures_grid',
  'margin_grid',
  'contract-martingale',
  'martingale',
  'boll',
]);

/** Every kind in one of the languages, in turn; in the nightly run in both, but for the presets. */
function kindsIn(language: (typeof LANGUAGES)[number]): readonly RunnableKind[] {
  const kinds = withoutTwins(CREATABLE_KINDS, (kind) => TOLD_ELSEWHERE.has(kind));
  return kinds.filter((kind, at) =>
    (PRESET_KINDS as readonly string[]).includes(kind)
      ? LANGUAGES[PRESETS.indexOf(kind) % LANGUAGES.length] === language
      : covering(LANGUAGES, at, 1).includes(language),
  );
}

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language);
  const trade = wordsOf(language, 'trade');
  const common = wordsOf(language, 'common');
  const bots = wordsOf(language, 'bots');
  const fields = wordsOf(language, 'fields');

  const create = (page: Page, form: Locator, success: string): Promise<void> => createBot(page, form, trade, success);

  test.describe(`bots of every kind in ${language}`, () => {
    for (const kind of kindsIn(language)) {
      test(`${kind} is filled in, started, and listed under its kind (C-023, C-024, C-208…C-212, C-354, C-357, C-389, H13)`, async ({
        page,
      }) => {
        await registerSigned(page);
        const form = await openForm(page, language, kind, trade('ai.toManual'));
        await fillForm(page, form, kind);
        const isRun = !kind.endsWith('_grid');
        await create(page, form, common(isRun ? 'success.strategyCreated' : 'success.robotCreated'));
        const tabs = page.getByRole('radiogroup', { name: bots('kinds') });
        await expect(tabs.getByRole('radio', { name: new RegExp(`^${escaped(bots(`kind.${kind}`))}`) })).toBeChecked();
        await expect(firstRunning(page, bots)).toContainText('BTC');
      });
    }

    story()(
      'liquidation in front of one’s eyes: both prices in the form, a red alert when one lies inside the range (C-411, H39)',
      async ({ page }) => {
        await registerSigned(page);
        const form = await openForm(page, language, 'futures_grid', trade('ai.toManual'));
        await form.getByText(fields('side.long'), { exact: true }).click();
        await fillRange(page, form, 'futures_usdt');
        await expect(form.locator('[data-summary="summary.liquidation_long"]')).toContainText('/');
        await form
          .locator('[aria-controls]', { hasText: fields('leverage.label') })
          .first()
          .click();
        await field(form, 'leverage').fill('50');
        await field(form, 'leverage').blur();
        await expect(form.getByRole('alert').filter({ hasText: /liquidat|强平/i })).toBeVisible();
      },
    );

    story()(
      'several coins: each has its minimum and is named when it is not reached; then one bot each (B7, C-052, C-309, C-390)',
      async ({ page }) => {
        await registerSigned(page);
        const form = await openForm(page, language, 'martingale', trade('ai.toManual'));
        await form.getByText(trade('batch.multiple'), { exact: true }).click();
        const coins = form.locator('fieldset').filter({ hasText: trade('batch.pairs', { count: 1, most: 10 }) });
        await coins.getByRole('button', { name: /BNB/ }).click();
        await field(form, 'max_order_amount').fill('3');
        await field(form, 'take_profit_per_cycle').fill('1.5');
        // Enough for the ladder of bitcoin, and too little for BNB, whose lots are coarser.
        await field(form, 'money').fill('15');
        await expect(form.getByRole('alert').filter({ hasText: /^BNB/ })).toBeVisible();
        await expect(form.locator('[data-minimum="BTC"]')).toBeVisible();
        await field(form, 'money').fill('400');
        await create(page, form, common('success.strategyCreated'));
        const rows = page.getByRole('table', { name: bots('tab.running') }).getByRole('row');
        await expect(rows).toHaveCount(3);
      },
    );
  });
}

test('the futures page says mark price, funding with a countdown and the most leverage, and the picker leads back (C-023, C-024, C-146)', async ({
  page,
}) => {
  const trade = wordsOf('en', 'trade');
  await page.goto('/en/futures/USDT/BTC_USDT?tradModel=strategybot#depth');
  for (const label of ['header.mark', 'header.index', 'header.funding', 'header.leverage']) {
    await expect(page.getByText(trade(label), { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('timer').first()).toHaveText(/^\d\d:\d\d:\d\d$/);
  const link = page.getByRole('link', { name: /Spot grid/ });
  await link.click();
  await expect(page).toHaveURL(/\/en\/trade\/BTC_USDT\?tradModel=strategybot&strategyType=spot_grid#depth$/);
});

test('a contract that does not exist is not a page', async ({ page }) => {
  expect((await page.goto('/en/futures/USDT/NO_SUCH'))?.status()).toBe(404);
  expect((await page.goto('/en/futures/DOGE/BTC_USDT'))?.status()).toBe(404);
});
