import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createTranslator } from 'next-intl';
import { INDICATOR_KINDS, type IndicatorKind, PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { addCoins } from './support/add-coins.ts';
import { covering, withoutTwins } from './support/covering.ts';
import { createBot, firstRunning } from './support/create-bot.ts';
import { escaped } from './support/escaped.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { toldIn } from './support/told-in.ts';

const LANGUAGES = ['en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

function wordsOf(language: Language, namespace: string) {
  const messages = JSON.parse(readFileSync(`messages/${language}/${namespace}.json`, 'utf8'));
  return createTranslator({ locale: language, messages }) as (
    key: string,
    values?: Readonly<Record<string, string | number>>,
  ) => string;
}

async function lastPrice(page: Page, type: string): Promise<number> {
  const reply = await page.request.get(`/api/strategybot/last_price?symbol=BTC_USDT&type=${type}`);
  return Number((await reply.json()).last_price);
}

const field = (form: Locator, name: string): Locator => form.locator(`[name="${name}"]`);

type Fill = (page: Page, form: Locator) => Promise<void>;

/** Indicator bots have conditions or textbook arguments from the start: they want money alone. */
const fillMoney: Fill = (_page, form) => field(form, 'money').fill('2000');

const INDICATOR_FILLS = Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, fillMoney])) as Readonly<
  Record<IndicatorKind, Fill>
>;

/**
 * Every kind of the registry; a missing one does not compile. Grids by their range, the infinite grid by its fractions,
 * martingales by their ladder, portfolios by their coins.
 */
const FILL: Readonly<Record<RunnableKind, Fill>> = {
  spot_grid: (page, form) => fillRange(page, form, 'spot'),
  futures_grid: (page, form) => fillRange(page, form, 'futures_usdt'),
  margin_grid: (page, form) => fillRange(page, form, 'spot'),
  infinite_grid: async (_page, form) => {
    await field(form, 'low_price').fill('1');
    await field(form, 'high_price').fill('1');
    await field(form, 'money').fill('1000');
  },
  martingale: (_page, form) => fillLadder(form),
  'contract-martingale': (_page, form) => fillLadder(form),
  'smart-position': async (page, form) => {
    await addCoins(page, form, ['BTC', 'ETH']);
    await fillMoney(page, form);
  },
  // The coin of the page is there, and an amount.
  'recurring-buy': fillMoney,
  'spot-future-arbitrage': fillMoney,
  ...INDICATOR_FILLS,
};

async function fillRange(page: Page, form: Locator, type: string): Promise<void> {
  const last = await lastPrice(page, type);
  await field(form, 'low_price').fill((last * 0.9).toFixed(0));
  await field(form, 'high_price').fill((last * 1.1).toFixed(0));
  await field(form, 'grid_num').fill('10');
  await field(form, 'money').fill('2000');
}

async function fillLadder(form: Locator): Promise<void> {
  await field(form, 'price_steps').fill('1');
  await field(form, 'max_order_amount').fill('3');
  await field(form, 'take_profit_per_cycle').fill('1.5');
  await field(form, 'money').fill('2000');
}

const PAGES: Readonly<Record<string, string>> = {
  futures_grid: 'futures/USDT/BTC_USDT',
  'contract-martingale': 'futures/USDT/BTC_USDT',
  'compose-indicator': 'futures/USDT/BTC_USDT',
  // Indicator bots of both pages: some on each.
  macd: 'futures/USDT/BTC_USDT',
  'custom-strategy': 'futures/USDT/BTC_USDT',
};
/** Kinds whose parameters the AI may have found (C-181). */
const MAY_BE_AI = ['_grid', 'martingale'];

async function openForm(page: Page, language: Language, kind: string, manual: string): Promise<Locator> {
  await page.goto(`/${language}/${PAGES[kind] ?? 'trade/BTC_USDT'}?tradModel=strategybot&strategyType=${kind}`);
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  if (MAY_BE_AI.some((ending) => kind.endsWith(ending))) await chooseManual(form, manual);
  return form;
}

/** Presets share one form, and the second look at it sees what the first did: some of them, in the nightly run each. */
const PRESETS: readonly RunnableKind[] = covering(PRESET_KINDS, 0, 4);

/** What portfolios.spec.ts and trade.spec.ts fill in, start and find in the list as well. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'spot_grid',
  'smart-position',
  'spot-future-arbitrage',
  'compose-indicator',
  'macd',
]);

/** Every kind in one of the languages, in turn; in the nightly run in both, but for the presets. */
function kindsIn(language: Language): readonly RunnableKind[] {
  const kinds = withoutTwins(Object.keys(FILL) as RunnableKind[], (kind) => TOLD_ELSEWHERE.has(kind));
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
      test(`${kind} is filled in, started, and listed under its kind (C-023, C-024, C-208…C-212, C-354, C-357)`, async ({
        page,
      }) => {
        await registerSigned(page);
        const form = await openForm(page, language, kind, trade('ai.toManual'));
        await FILL[kind](page, form);
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
          .getByRole('button', { name: fields('leverage.label') })
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
