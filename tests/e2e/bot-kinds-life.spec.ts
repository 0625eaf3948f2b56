import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { covering, withoutTwins } from '#tests/support/covering.ts';
import { isNightly } from '#tests/support/runs.ts';
import { confirm, manage, rowOf } from './support/bot-menu.ts';
import { createBot } from './support/create-bot.ts';
import { lastPrice, QUANT } from './support/exchange-calls.ts';
import { fillForm, openForm } from './support/fill-kind.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { type Language, wordsOf } from './support/words.ts';

/** The life of a bot of every kind on its own page: all that its menu offers, done and true on the exchange, pause, and its end. Spot grids: bot-actions.spec.ts. */

test.describe.configure({ mode: 'parallel' });

/** What each kind's menu has while a bot of it runs, in its order. */
const OFFERED: readonly (readonly [RunnableKind, readonly string[]])[] = [
  ['futures_grid', ['range', 'stops', 'deposit', 'leverage', 'margin', 'edit']],
  ['margin_grid', ['range', 'stops', 'deposit', 'edit']],
  ['infinite_grid', ['range', 'stops', 'deposit', 'edit']],
  ['martingale', ['stops', 'deposit', 'edit']],
  ['contract-martingale', ['stops', 'margin', 'edit']],
  ['smart-position', ['stops', 'deposit', 'edit']],
  ['compose-indicator', ['stops', 'margin', 'edit']],
  ['boll', ['stops', 'deposit', 'edit']],
  ['spot-future-arbitrage', ['edit']],
  ['recurring-buy', ['stops', 'deposit', 'edit']],
];

/**
 * Kinds with the menu of one above: npm test does what is behind it with that one, the nightly run with each. They are filled in, started and
 * listed by kinds.spec.ts and portfolios.spec.ts, and do every act of their owners in exchange-owner-money and exchange-hostile-owner.
 */
const LIKE_ANOTHER: ReadonlySet<string> = new Set([
  'infinite_grid',
  'smart-position',
  'compose-indicator',
  'boll',
  'recurring-buy',
]);

interface Row {
  readonly strategy_id: number;
  readonly status: string;
  readonly step: string;
  readonly money: string;
  readonly position: string;
  readonly strategy_name: string;
  readonly is_hide: number;
  readonly leverage: string;
  readonly params: { readonly low_price: string };
}

const LOOKS = [
  { language: 'en', theme: 'dark', width: 1440, height: 900 },
  { language: 'zh', theme: 'light', width: 390, height: 844 },
] as const;

async function newestOf(page: Page, kind: string): Promise<number> {
  const query = `strategy_type=${kind}&status=running&page=1&page_size=20`;
  const { data } = await (await page.request.get(`${QUANT}/strategybot/get_all_strategy?${query}`)).json();
  return data[0].strategy_id;
}

/** More margin and a part of it back, with what that does to the liquidation in sight. Without a position there is nothing that it stands behind. */
async function changeMargin(page: Page, language: Language, hasPosition: boolean): Promise<void> {
  const actions = wordsOf(language, 'actions');
  if (!hasPosition) {
    const bots = wordsOf(language, 'bots');
    await page.getByRole('button', { name: bots('action.change') }).click();
    const entry = page.getByRole('menuitem', { name: bots('changes.margin') });
    await expect(entry).toBeDisabled();
    await expect(entry.getByText(bots('changes.noPosition'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toHaveCount(0);
    return;
  }
  const more = await manage(page, language, 'margin');
  await more.locator('[name="amount"]').fill('300');
  await expect(more.getByText(actions('liquidation.title'))).toBeVisible();
  await confirm(page, language, more, actions('margin.add'));
  const less = await manage(page, language, 'margin');
  await less.getByText(actions('margin.reduce'), { exact: true }).first().click();
  await less.locator('[name="amount"]').fill('99999999');
  await expect(less.getByText(actions('margin.wrongReduce'))).toBeVisible();
  await less.locator('[name="amount"]').fill('100');
  await confirm(page, language, less, actions('margin.reduce'));
}

/** What the newest operation of a bot says. */
async function newestOperation(page: Page, kind: string, id: number): Promise<{ op_type: string; to: string }> {
  const query = `strategy_id=${id}&strategy_type=${kind}&page_size=1`;
  return (await (await page.request.get(`${QUANT}/strategybot/operate_records?${query}`)).json()).data[0];
}

/** Stops so far away that none is met: prices where the kind has them, else percent; of a futures grid below 100 ÷ its leverage. */
async function changeStops(page: Page, language: Language, kind: RunnableKind, id: number): Promise<void> {
  const stops = await manage(page, language, 'stops');
  const last = await lastPrice(page.request, 'BTC_USDT');
  const isPrice = factsOf(kind).stops?.of === 'price';
  const far = isPrice
    ? { loss: (last * 0.5).toFixed(1), profit: (last * 1.9).toFixed(1) }
    : { loss: kind === 'futures_grid' ? '9' : '18', profit: '90' };
  for (const input of await stops.getByRole('textbox').all()) {
    const name = (await input.getAttribute('name')) ?? '';
    await input.fill(/profit/.test(name) ? far.profit : far.loss);
  }
  await confirm(page, language, stops, wordsOf(language, 'actions')('stops.confirm'));
  expect((await newestOperation(page, kind, id)).op_type).toBe('params');
}

/** Another range – of an infinite grid another step –, with what that does at once in sight. */
async function changeRange(page: Page, language: Language, kind: RunnableKind, row: () => Promise<Row>): Promise<void> {
  const before = Number((await row()).params.low_price);
  const range = await manage(page, language, 'range');
  const low = range.locator('[name="low_price"]');
  await low.fill(kind === 'infinite_grid' ? '1.5' : (Number(await low.inputValue()) * 0.97).toFixed(0));
  await expect(range.locator('[data-plan]')).toBeVisible();
  await confirm(page, language, range, wordsOf(language, 'actions')('range.confirm'));
  expect(Number((await row()).params.low_price)).not.toBe(before);
}

/** More money behind a position, and another leverage from then on. */
async function changeLeverage(page: Page, language: Language, row: () => Promise<Row>): Promise<void> {
  const actions = wordsOf(language, 'actions');
  const before = await row();
  const dialog = await manage(page, language, 'leverage');
  await dialog.locator('[name="amount"]').fill('100');
  // A higher one: a lower one wants more margin than a new account's hundred.
  await dialog.locator('[name="leverage"]').fill('8');
  await expect(dialog.getByText(actions('liquidation.title'))).toBeVisible();
  await confirm(page, language, dialog, actions('leverage.confirm'));
  const after = await row();
  expect([Number(after.money) - Number(before.money), after.leverage]).toEqual([100, '8']);
}

/** The name, and whether others see it, there and back. */
async function changeWords(page: Page, language: Language, row: () => Promise<Row>): Promise<void> {
  const [actions, fields] = [wordsOf(language, 'actions'), wordsOf(language, 'fields')];
  const before = (await row()).is_hide;
  for (const turn of ['hidden', 'shown again'] as const) {
    const edit = await manage(page, language, 'edit');
    await edit.locator('[name="strategy_name"]').fill(`Of another name, ${turn}`);
    await edit.getByText(fields('is_hide.label'), { exact: true }).click();
    await confirm(page, language, edit, actions('edit.confirm'));
    expect((await row()).is_hide).toBe(turn === 'hidden' ? 1 - before : before);
    // The page knows it by now: the dialog begins with what the page knows.
    await expect(page.getByRole('heading', { name: `Of another name, ${turn}` })).toBeVisible();
  }
}

/** What stands in a form's text inputs, without what a clone is made without: amount and words. */
async function filledIn(form: Locator): Promise<Record<string, string>> {
  const entries = await form
    .locator('input[type="text"][name], input:not([type])[name]')
    .evaluateAll((inputs) =>
      inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value] as const),
    );
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && name !== 'money' && !/name/.test(name)));
}

/** Its poster with the link to it, and the form of its kind filled in as it was: npm test looks at the spot grid's (poster.spec.ts). */
async function shareAndClone(
  page: Page,
  language: Language,
  kind: string,
  id: number,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const [bots, books] = [wordsOf(language, 'bots'), wordsOf(language, 'books')];
  // The share of a coin among holdings has the same word, and says how it is computed.
  const share = page.getByRole('button', { name: bots('action.share') }).and(page.locator(':not([aria-haspopup])'));
  await share.click();
  const picture = page.getByRole('dialog', { name: books('poster.title') }).getByRole('img');
  await expect(picture).toBeVisible({ timeout: 60_000 });
  expect(await picture.getAttribute('data-poster-link')).toContain(`?id=${id}&type=${kind}&`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: bots('action.clone') }).click();
  await page.waitForURL(new RegExp(`strategyType=${kind}`));
  const form = page.getByRole('form');
  const sheet = page.getByRole('button', { name: wordsOf(language, 'trade')('panel.create'), exact: true });
  await expect(form.or(sheet).first()).toBeVisible();
  if (await sheet.isVisible()) await sheet.click();
  await expect.poll(() => filledIn(form)).toMatchObject(typed);
  await expect(form.locator('[name="money"]')).toHaveValue('');
  await page.goto(`/${language}/strategybot/underwayStrategy?type=${kind}&id=${id}`);
}

/** Ends it as the dialog proposes, a mixed strategy by its steps. */
async function end(page: Page, language: Language): Promise<void> {
  const [bots, common] = [wordsOf(language, 'bots'), wordsOf(language, 'common')];
  await page.getByRole('button', { name: bots('action.terminate'), exact: true }).click();
  await page.getByRole('button', { name: bots('terminate.anyway') }).click();
  const dialog = page.getByRole('dialog', { name: bots('terminate.title') });
  await expect(dialog.locator('.skeleton')).toHaveCount(0);
  const next = dialog.getByRole('button', { name: common('action.next'), exact: true });
  const last = dialog.getByRole('button', { name: bots('terminate.confirm'), exact: true });
  await expect(next.or(last)).toBeVisible();
  if (await next.isVisible()) await next.click();
  await confirm(page, language, dialog, bots('terminate.confirm'));
}

for (const [at, [kind, offered]] of withoutTwins(OFFERED, ([one]) => LIKE_ANOTHER.has(one)).entries()) {
  for (const { language, theme, width, height } of covering(LOOKS, at, 1)) {
    test(`${kind}: its menu, pause, and end (${language}, ${theme}, ${width} px) (M-003, M-005, M-028, M-029, M-032, M-033, M-034, M-063, M-130)`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      await registerSigned(page);
      const trade = wordsOf(language, 'trade');
      const bots = wordsOf(language, 'bots');
      const actions = wordsOf(language, 'actions');
      const common = wordsOf(language, 'common');
      // Filled in at a desk; the bot is then looked after on either.
      const opened = await openForm(page, language, kind, trade('ai.toManual'));
      await fillForm(page, opened, kind);
      const typed = await filledIn(opened);
      const created = kind.endsWith('_grid') ? 'success.robotCreated' : 'success.strategyCreated';
      await createBot(page, opened, trade, common(created));
      const id = await newestOf(page, kind);

      await page.setViewportSize({ width, height });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      const row = (): Promise<Row> => rowOf<Row>(page, kind, id);
      await page.goto(`/${language}/strategybot/underwayStrategy?type=${kind}&id=${id}`);
      const change = page.getByRole('button', { name: bots('action.change') });
      await expect(change).toBeVisible();
      await expect.poll(async () => (await row()).status).toBe('running');

      // Its menu is its kind's; each entry opens, and Escape gives the focus back: two of a kind's in npm test, which does what is behind each below.
      await change.click();
      await expect(page.getByRole('menuitem')).toHaveText(offered.map((entry) => bots(`changes.${entry}`)));
      await page.keyboard.press('Escape');
      for (const entry of covering(offered, at, 2)) {
        const dialog = await manage(page, language, entry);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(change).toBeFocused();
      }

      await page.getByRole('button', { name: bots('action.pause'), exact: true }).click();
      await confirm(page, language, page.getByRole('dialog'), actions('pause.confirm'));
      await page.getByRole('button', { name: bots('action.start'), exact: true }).click();
      await confirm(page, language, page.getByRole('dialog'), actions('start.confirm'));
      await expect.poll(async () => (await row()).status).toBe('running');

      // Before anything is changed: a clone begins as its bot is now.
      if (isNightly) await shareAndClone(page, language, kind, id, typed);

      if (offered.includes('margin')) {
        const before = await row();
        const hasPosition = Number(before.position) !== 0;
        await changeMargin(page, language, hasPosition);
        // What was taken out again is not less invested: it is counted as taken out.
        expect(Number((await row()).money) - Number(before.money)).toBe(hasPosition ? 300 : 0);
      }
      if (offered.includes('deposit')) {
        const before = Number((await row()).money);
        const deposit = await manage(page, language, 'deposit');
        await deposit.locator('[name="amount"]').fill('500');
        await expect(deposit.locator('[data-plan]')).toBeVisible();
        await confirm(page, language, deposit, actions('deposit.confirm'));
        // What the margin's step took out again counts as put back first.
        const isPutBack = offered.includes('margin');
        expect(Number((await row()).money)).toBe(before + 500 - (isPutBack ? 100 : 0));
      }
      if (offered.includes('leverage')) await changeLeverage(page, language, row);
      if (offered.includes('stops')) await changeStops(page, language, kind, id);
      if (offered.includes('range')) await changeRange(page, language, kind, row);
      await changeWords(page, language, row);

      await end(page, language);
      await expect.poll(async () => (await row()).status, { timeout: 60_000 }).toBe('finished');
    });
  }
}
