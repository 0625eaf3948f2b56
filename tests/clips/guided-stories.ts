import { expect, type Locator, type Page } from '@playwright/test';
import type { GuidePageId } from '#components/guides/guide-pages.ts';
import type { GuidedKind } from '#lib/kinds/guides.ts';
import { addCoins } from '../e2e/support/add-coins.ts';
import { createBot, reviewSheet } from '../e2e/support/create-bot.ts';
import type { Row } from '../e2e/support/demo-account.ts';
import { lastPrice } from '../e2e/support/exchange-calls.ts';
import { field } from '../e2e/support/fill-kind.ts';
import { livedBots, openBot } from '../e2e/support/lived-bot.ts';
import { chooseManual } from '../e2e/support/manual-parameters.ts';
import { wordsOf } from '../e2e/support/words.ts';
import { DEEDS, GUIDED_FORMS } from './guided-forms.ts';
import { beginTake, type Take } from './take.ts';

/** What the clip of each page of a guide shows, of every kind on its own screens: the demo account's forms and bots, in English. */

const [trade, bots, common] = [wordsOf('en', 'trade'), wordsOf('en', 'bots'), wordsOf('en', 'common')];

async function openForm(page: Page, kind: GuidedKind): Promise<Locator> {
  await page.goto(`/en/${GUIDED_FORMS[kind].path}?tradModel=strategybot&strategyType=${kind}&mode=create`);
  await page.getByRole('button', { name: trade('panel.create'), exact: true }).click();
  const form = page.getByRole('form', { name: trade('form.label') });
  await expect(form).toBeVisible();
  if (/_grid$|martingale/.test(kind)) await chooseManual(form, trade('ai.toManual'));
  return form;
}

const createButton = (form: Locator): Locator => form.getByRole('button', { name: trade('form.create'), exact: true });

async function chooseCoins(take: Take, page: Page, form: Locator, coins: readonly string[]): Promise<void> {
  await take.press(form.locator('fieldset[id$="coins"]').getByRole('button').first());
  const picker = page.getByRole('dialog').last();
  for (const coin of coins)
    await take.press(picker.getByRole('button', { name: new RegExp(`^\\W*(${coin} )?${coin}`) }));
  await take.press(picker.getByRole('button').last());
}

async function fillForm(take: Take, page: Page, form: Locator, kind: GuidedKind): Promise<void> {
  const { coins, market, values } = GUIDED_FORMS[kind];
  if (coins !== undefined) await chooseCoins(take, page, form, coins);
  if (market !== undefined) {
    await take.press(form.getByRole('button', { name: trade('arbitrage.choose') }));
    await take.look(1.2);
    await take.press(form.getByRole('list', { name: trade('arbitrage.list') }).getByRole('button', { name: market }));
  }
  for (const [name, text] of values(await lastPrice(page.request, 'BTC_USDT')))
    await take.type(field(form, name), text);
}

/** From a form that is filled in to what the review says of moves. */
async function review(take: Take, page: Page, form: Locator): Promise<void> {
  await take.press(createButton(form));
  await expect(page.locator('[data-review="moves"][data-state="ready"]')).toBeVisible();
  await take.look(1.1);
  await take.bring(reviewSheet(page).locator('[data-review="moves"]'));
  await take.look(1.7);
}

async function setup(page: Page, kind: GuidedKind): Promise<Take> {
  const form = await openForm(page, kind);
  const take = await beginTake(page);
  await take.look(0.7);
  await fillForm(take, page, form, kind);
  await review(take, page, form);
  return take;
}

/** Younger ones have nothing to show: they are those of other clips. */
const DAY_S = 86_400;

/** The bot of the demo account that has lived longest; of a kind that none is running of, one that has ended. */
async function livedBot(page: Page, kind: GuidedKind): Promise<void> {
  for (const status of ['running', 'finished'] as const) {
    const [oldest] = (await ofKind(page, status, kind)).toSorted((a, b) => b.run_times - a.run_times);
    if (oldest !== undefined && oldest.run_times > DAY_S) return openBot(page, 'en', status, oldest);
  }
  throw new Error(`the demo account has had no ${kind}`);
}

async function ofKind(page: Page, status: 'running' | 'finished', kind: GuidedKind): Promise<Row[]> {
  return (await livedBots(page, status)).filter(({ strategy_type: one }) => one === kind);
}

const botPage = (page: Page): Locator => page.getByRole('main').filter({ has: page.getByRole('tablist') });
const tabOf = (page: Page, name: string): Locator =>
  botPage(page).getByRole('tab', { name: bots(`detail.tab.${name}`), exact: true });

async function earn(page: Page, kind: GuidedKind): Promise<Take> {
  await livedBot(page, kind);
  await expect(tabOf(page, 'books')).toBeVisible();
  const take = await beginTake(page);
  await take.look(1);
  await take.bring(tabOf(page, 'overview'));
  for (const [at, [sort, name]] of DEEDS[kind].entries()) {
    const isLast = at === DEEDS[kind].length - 1;
    if (sort === 'block') await take.bring(botPage(page).getByRole('region', { name: bots(`detail.block.${name}`) }));
    else await take.press(tabOf(page, name));
    await take.look(1.2);
    // Parts of the overview stand below each other; a list has its rows below.
    if (sort === 'block' && !isLast) continue;
    await take.scroll(tabOf(page, 'overview'), 0.5);
    await take.look(1.3);
    if (!isLast) await take.bring(tabOf(page, 'overview'));
  }
  return take;
}

async function worth(page: Page, kind: GuidedKind): Promise<Take> {
  await livedBot(page, kind);
  await expect(tabOf(page, 'books')).toBeVisible();
  const take = await beginTake(page);
  await take.look(1.5);
  const curve = botPage(page).getByRole('region', { name: bots('overview.curve'), exact: true });
  await take.bring(curve);
  await take.sweep(curve.getByRole('img'));
  await take.look(1);
  await take.press(tabOf(page, 'books'));
  await take.look(1.2);
  await take.bring(tabOf(page, 'books'));
  await take.look(2);
  return take;
}

/** A bot that its owner can end: where none is running, one that is made for it, before anything is filmed. */
async function openRunning(page: Page, kind: GuidedKind): Promise<void> {
  const [running] = await ofKind(page, 'running', kind);
  if (running !== undefined) return openBot(page, 'en', 'running', running);
  const form = await openForm(page, kind);
  for (const [name, text] of GUIDED_FORMS[kind].values(await lastPrice(page.request, 'BTC_USDT')))
    await field(form, name).fill(text);
  await createBot(page, form, trade, common('success.robotCreated'));
  return openRunning(page, kind);
}

async function risk(page: Page, kind: GuidedKind): Promise<Take> {
  const form = await openForm(page, kind);
  const { coins, values, limit } = GUIDED_FORMS[kind];
  if (coins !== undefined) await addCoins(page, form, coins);
  const last = await lastPrice(page.request, 'BTC_USDT');
  const stop = limit(last);
  const take = await beginTake(page);
  for (const [name, text] of values(last)) await field(form, name).fill(text);
  await form.getByRole('button', { name: trade('form.advanced') }).click();
  if (stop.switch !== undefined) await form.locator(`[id$="${stop.switch}"]`).getByRole('checkbox').check();
  await field(form, stop.field).evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await take.look(0.7);
  await take.type(field(form, stop.field), stop.text);
  await review(take, page, form);
  await openRunning(page, kind);
  await take.look(0.7);
  await take.press(botPage(page).getByRole('button', { name: bots('action.terminate') }));
  const dialog = page.getByRole('dialog');
  const returns = dialog.locator('[data-close-returns]');
  // Who ends a young bot is reminded of that first.
  const anyway = dialog.getByRole('button', { name: bots('terminate.anyway') });
  await expect(anyway.or(returns)).toBeVisible();
  if (await anyway.isVisible()) await take.press(anyway);
  await expect(returns).toHaveText(/\d/);
  await take.look(1.5);
  await take.bring(returns);
  await take.look(1.5);
  return take;
}

export const STORIES: Readonly<Record<GuidePageId, (page: Page, kind: GuidedKind) => Promise<Take>>> = {
  setup,
  earn,
  worth,
  risk,
};
