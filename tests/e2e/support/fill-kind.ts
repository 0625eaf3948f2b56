import { expect, type Locator, type Page } from '@playwright/test';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { addCoins } from './add-coins.ts';
import { chooseManual } from './manual-parameters.ts';
import type { Language } from './words.ts';

/** Fills in the create form of every kind. */

async function lastPrice(page: Page, type: string): Promise<number> {
  const reply = await page.request.get(`/api/strategybot/last_price?symbol=BTC_USDT&type=${type}`);
  return Number((await reply.json()).last_price);
}

export const field = (form: Locator, name: string): Locator => form.locator(`[name="${name}"]`);

type Fill = (page: Page, form: Locator) => Promise<void>;

/** Indicator bots have conditions or textbook arguments from the start: they want money alone. */
const fillMoney: Fill = (_page, form) => field(form, 'money').fill('2000');

/** Forms that begin with more to be typed than money: grids by their range, the infinite grid by its fractions, martingales by their ladder, portfolios by their coins. */
const FILL: Readonly<Partial<Record<RunnableKind, Fill>>> = {
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
};

/** Fills the form of a kind as it opens, so that a bot can be made of it. */
export function fillForm(page: Page, form: Locator, kind: RunnableKind): Promise<void> {
  return (FILL[kind] ?? fillMoney)(page, form);
}

export async function fillRange(page: Page, form: Locator, type: string): Promise<void> {
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

/** Opens the form of a kind on its trade page, for typing; `manual`: the word of the button that leads there. */
export async function openForm(page: Page, language: Language, kind: string, manual: string): Promise<Locator> {
  await page.goto(`/${language}/${PAGES[kind] ?? 'trade/BTC_USDT'}?tradModel=strategybot&strategyType=${kind}`);
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  if (MAY_BE_AI.some((ending) => kind.endsWith(ending))) await chooseManual(form, manual);
  return form;
}
