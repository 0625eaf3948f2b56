import { expect, type Locator, type Page } from '@playwright/test';
import { addCoins } from './add-coins.ts';
import { reviewSheet } from './create-bot.ts';
import { lastPrice, QUANT } from './exchange-calls.ts';
import { chooseManual } from './manual-parameters.ts';
import { logIn } from './register-trader.ts';
import { type Language, wordsOf } from './words.ts';

/** The demo account, whose bots have lived – of many kinds, months old –, and the way through what it has and can create. */

export interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly market: string;
  readonly run_times: number;
  readonly money: string;
  readonly money_asset: string;
  readonly profit: string;
}

export async function rows(page: Page, query: string): Promise<readonly Row[]> {
  return (await (await page.request.get(`${QUANT}/strategybot/get_all_strategy?${query}`)).json()).data;
}

export const logInAsDemo = (page: Page): Promise<void> => logIn(page, 'demo', 'paper-demo');

/** Whose screens are those of another kind, with a figure or a field more; a call that only they ask would be missed. */
const TWINS: ReadonlySet<string> = new Set(['infinite_grid']);

export function isTwin(one: Row | FormCase): boolean {
  return TWINS.has('kind' in one ? one.kind : one.strategy_type);
}

/** Looks at a page, or at the part of it that is new: what lies around it was looked at as the page opened. */
export type Look = (where: string, part?: string) => Promise<void>;
const DIALOG = '[role="dialog"]';

/**
 * A bot's page with its tabs, and the dialog that ends it. Of the tabs the first and the last: what is between them is told
 * by the same table (bots.spec.ts looks at each). With `seen` every one that is not in it yet.
 */
export async function lookAtBot(
  page: Page,
  language: Language,
  bot: Row,
  look: Look,
  seen?: Set<string>,
): Promise<void> {
  const { strategy_id: id, strategy_type: kind } = bot;
  await page.goto(`/${language}/strategybot/underwayStrategy?type=${kind}&id=${id}`);
  const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
  const tabs = main.getByRole('tab');
  // What the exchange has of its own comes late, all at once: what was counted before would be another tab by then.
  await expect(
    main.getByRole('tab', { name: wordsOf(language, 'bots')('detail.tab.books'), exact: true }),
  ).toBeVisible();
  for (const [at, tab] of (seen === undefined ? [tabs.first(), tabs.last()] : await tabs.all()).entries()) {
    const name = (await tab.textContent()) ?? '';
    if (seen?.has(name)) continue;
    seen?.add(name);
    await tab.click();
    await look(`running ${kind}, ${name}`, at === 0 ? undefined : '[role="tabpanel"]');
  }
  const bots = wordsOf(language, 'bots');
  await lookAtChanges(page, language, bot, look, seen);
  await main.getByRole('button', { name: bots('action.terminate') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const anyway = dialog.getByRole('button', { name: bots('terminate.anyway') });
  if (await anyway.isVisible()) await anyway.click();
  await expect(dialog.locator('[data-close-returns]')).toHaveText(/\d/);
  await look(`end of ${kind}`, DIALOG);
}

/** Looked at with one bot each: they are the same for all kinds that have them. */
const CHANGES_SEEN = new Map<string, Set<string>>();

/** What may be changed of a bot, and the question before a pause. */
async function lookAtChanges(page: Page, language: Language, bot: Row, look: Look, all?: Set<string>): Promise<void> {
  const bots = wordsOf(language, 'bots');
  const seen = all ?? CHANGES_SEEN.get(language) ?? new Set<string>();
  CHANGES_SEEN.set(language, seen);
  const menu = page.getByRole('button', { name: bots('action.change') });
  await menu.click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  const entries = await page.getByRole('menuitem').allTextContents();
  if (!seen.has('menu')) await look('what may be changed', '[role="menu"]');
  seen.add('menu');
  await page.keyboard.press('Escape');
  for (const entry of entries.filter((one) => !seen.has(one))) {
    seen.add(entry);
    await menu.click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(`${entry} of ${bot.strategy_type}`, DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  if (seen.has('pause')) return;
  seen.add('pause');
  await page.getByRole('button', { name: bots('action.pause'), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('pause', DIALOG);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

interface FormCase {
  readonly kind: string;
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** What is pressed in the form, by the key of its words, and whether a dialog opens with it. */
  readonly presses?: readonly (readonly [opens: 'dialog' | 'part', namespace: string, key: string])[];
}

const LADDER = { price_steps: '1', max_order_amount: '5', take_profit_per_cycle: '1', money: '2000' };
export const SPOT_PAGE = 'trade/BTC_USDT';
export const FUTURES_PAGE = 'futures/USDT/BTC_USDT';
/** Two of a sort follow each other: one width looks at the first, the other at the second. */
export const FORMS: readonly FormCase[] = [
  { kind: 'futures_grid', path: FUTURES_PAGE, values: { grid_num: '10', money: '2000' } },
  { kind: 'margin_grid', path: SPOT_PAGE, values: { grid_num: '10', money: '2000' } },
  { kind: 'martingale', path: SPOT_PAGE, values: LADDER, presses: [['dialog', 'trade', 'overview.open']] },
  { kind: 'contract-martingale', path: FUTURES_PAGE, values: LADDER, presses: [['dialog', 'trade', 'overview.open']] },
  {
    kind: 'smart-position',
    path: SPOT_PAGE,
    values: { money: '2000' },
    presses: [['dialog', 'trade', 'coins.addCoin']],
  },
  {
    kind: 'spot-future-arbitrage',
    path: SPOT_PAGE,
    values: { money: '2000' },
    presses: [['dialog', 'trade', 'transfer.open']],
  },
  {
    kind: 'spot-compose-indicator',
    path: SPOT_PAGE,
    values: { money: '2000' },
    presses: [['dialog', 'conditions', 'entry.open']],
  },
  { kind: 'macd', path: SPOT_PAGE, values: { money: '2000' }, presses: [['dialog', 'backtests', 'button']] },
  {
    kind: 'spot_grid',
    path: SPOT_PAGE,
    values: { grid_num: '10', money: '2000' },
    presses: [
      ['part', 'fields', 'trailing.up'],
      ['dialog', 'fields', 'trailing.edit'],
      ['part', 'trade', 'heatMap.title'],
      ['dialog', 'trade', 'heatMap.table'],
    ],
  },
];

/** The form of a kind as it opens. */
export async function openForm(
  page: Page,
  language: Language,
  form: Pick<FormCase, 'kind' | 'path'>,
  look: Look,
): Promise<Locator> {
  const trade = wordsOf(language, 'trade');
  await page.goto(`/${language}/${form.path}?tradModel=strategybot&strategyType=${form.kind}&mode=create`);
  const element = page.getByRole('form');
  const create = page.getByRole('button', { name: trade('panel.create'), exact: true });
  await expect(element.or(create).first()).toBeVisible();
  if (await create.isVisible()) await create.click();
  await expect(element).toBeVisible();
  await look(`form of ${form.kind} as it opens`);
  return element;
}

/** A form, what its buttons open, and the review sheet of what it would create. */
export async function lookAtForm(page: Page, language: Language, form: FormCase, look: Look): Promise<void> {
  const trade = wordsOf(language, 'trade');
  const element = await openForm(page, language, form, look);
  if (/_grid$|martingale/.test(form.kind)) await chooseManual(element, trade('ai.toManual'));
  if (form.kind === 'smart-position') {
    const fields = wordsOf(language, 'fields');
    await element.getByText(fields('coin_type.spot'), { exact: true }).click();
    await look('smart position of brought coins', 'form');
    await element.getByText(fields('coin_type.all'), { exact: true }).first().click();
    await addCoins(page, element, ['BTC', 'ETH']);
  }
  const prices = await lastPrice(page.request, 'BTC_USDT');
  const range = form.kind.endsWith('_grid')
    ? { low_price: (prices * 0.9).toFixed(1), high_price: (prices * 1.1).toFixed(1) }
    : {};
  for (const [name, value] of Object.entries({ ...range, ...form.values }))
    await element.locator(`[name="${name}"]`).fill(value);
  await look(`form of ${form.kind}`, 'form');
  for (const [opens, namespace, key] of form.presses ?? []) {
    const name = new RegExp(`^${wordsOf(language, namespace)(key)}`);
    const pressed = element.getByRole('button', { name }).or(element.getByRole('checkbox', { name }));
    // On a phone the form is in a sheet, a dialog too, which lies hidden under the next one.
    const around = await page.locator(DIALOG).count();
    await pressed.first().click();
    if (opens === 'part') continue;
    await expect(page.locator(DIALOG)).toHaveCount(around + 1);
    await look(`${key} of ${form.kind}`, DIALOG);
    await page.keyboard.press('Escape');
  }
  await element.getByRole('button', { name: trade('form.create'), exact: true }).click();
  await expect(reviewSheet(page)).toBeVisible();
  await look(`review of ${form.kind}`, DIALOG);
}
