import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { withoutTwins } from '#tests/support/covering.ts';
import { isNightly } from '#tests/support/runs.ts';
import {
  FORMS,
  FUTURES_PAGE,
  isTwin,
  type Look,
  logInAsDemo,
  lookAtBot,
  lookAtForm,
  openForm,
  type Row,
  rows,
  SPOT_PAGE,
} from './support/demo-account.ts';
import { walkInputs, watchErrors } from './support/every-input.ts';
import { QUANT } from './support/exchange-calls.ts';
import { signAgreement } from './support/register-trader.ts';
import { spoilFirstReplies } from './support/spoilt-calls.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** Bots that have lived: the demo account's, of many kinds, months old. */

const words = wordsIn('en');
const BOTS = `${QUANT}/strategybot`;

test.describe('running bots of every kind', () => {
  test('each input of each dialog is cleared and mistyped without an exception; the focus comes back (C1, M-235, issue 8 family 3)', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const errors = watchErrors(page);
    await logInAsDemo(page);
    const running = await rows(page, 'status=running&page_size=500&strategy_type=all');
    const kinds = [...new Map(running.map((row) => [row.strategy_type, row])).values()];
    expect(kinds.length).toBeGreaterThanOrEqual(5);
    // A tab of the same name has the same inputs, but for what would be changed in a fork: in npm test each once.
    const seen = new Set<string>();
    for (const { strategy_id: id, strategy_type: kind } of kinds) {
      await page.goto(`/en/strategybot/underwayStrategy?type=${kind}&id=${id}`);
      const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
      for (const tab of await main.getByRole('tab').all()) {
        const name = (await tab.textContent()) ?? '';
        if (!isNightly && name !== words.bots('detail.tab.fork') && seen.has(name)) continue;
        seen.add(name);
        await tab.click();
        await expect(main.getByRole('tabpanel').locator('.skeleton')).toHaveCount(0);
        await walkInputs(main);
      }
      const terminate = main.getByRole('button', { name: words.bots('action.terminate') });
      await terminate.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const anyway = dialog.getByRole('button', { name: words.bots('terminate.anyway') });
      if (await anyway.isVisible()) await anyway.click();
      // What comes back is said before it happens, of every kind (C3).
      await expect(dialog.locator('[data-close-returns]')).toHaveText(/\d/);
      const limit = dialog.getByRole('radio', { name: words.bots('terminate.limit') });
      if ((await limit.count()) > 0) {
        await limit.check();
        expect(await walkInputs(dialog)).toHaveLength(1);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(terminate).toBeFocused();
    }
    expect(errors).toEqual([]);
  });

  test('a bot of two months has its curve from its first day to its last (C2)', async ({ page }) => {
    await logInAsDemo(page);
    const all = await rows(page, 'status=running&page_size=500&strategy_type=all');
    const old = all.find(({ run_times }) => run_times > 60 * 86_400);
    if (old === undefined) throw new Error('the demo account owns a bot of more than 60 days');
    const path = `${QUANT}/rank/strategy/detail/${old.strategy_id}?strategy_type=${old.strategy_type}&page_size=500`;
    // Its rate of today moves, and may cross zero between the two readings: both are read again until they are of one moment.
    await expect(async () => {
      await page.goto(`/en/strategybot/underwayStrategy?type=${old.strategy_type}&id=${old.strategy_id}`);
      const curve = page.getByRole('img', { name: /Cumulative return from/ });
      await expect(curve).toBeVisible();
      const days: { trading_date: string; profit_rate: string }[] = (await (await page.request.get(path)).json()).data;
      const dates = days.map(({ trading_date }) => trading_date).sort();
      const name = `from ${dayText(dates[0] as string, 'en')} to ${dayText(dates.at(-1) as string, 'en')}`;
      await expect(curve).toHaveAccessibleName(new RegExp(name), { timeout: 2_000 });
      // The last point is the newest: its height says the rate of today, above or below the zero line as the rate is.
      const drawn = (await curve.locator('path[stroke="currentColor"]').getAttribute('d')) ?? '';
      const heights = [...drawn.matchAll(/([\d.]+),([\d.]+)/g)].map(([, , y]) => Number(y));
      expect(heights).toHaveLength(days.length + 1);
      const newest = days.find(({ trading_date }) => trading_date === dates.at(-1));
      const rise = Math.sign(Number(newest?.profit_rate ?? 0));
      expect(Math.sign((heights[0] as number) - (heights.at(-1) as number))).toBe(rise);
    }).toPass();
  });

  // By day live-pages.spec.ts spoils what the trade pages poll; of other screens component tests do it, each with its own calls.
  const atNight = isNightly ? test : () => {};
  atNight(
    'every call that a component shows survives a bad first reply: details, dialogs, forms, account (D1, family 4)',
    async ({ page }) => {
      test.setTimeout(480_000);
      page.setDefaultTimeout(30_000);
      const errors = watchErrors(page);
      await logInAsDemo(page);
      await signAgreement(page);
      const running = await rows(page, 'status=running&page_size=500&strategy_type=all');
      const copy = await copyOfShared(page);
      const plan = await planOfTomorrow(page);
      // What the page after the login still asks is not what is looked at.
      await page.goto('about:blank');
      const spoilt = await spoilFirstReplies(page);
      const look = (where: string) => spoilt.madeGood(where);
      for (const bot of withoutTwins(running, isTwin)) await lookAtBot(page, 'en', bot, look, new Set());
      await lookAtRound(page, running, look);
      await lookAtEntries(page, running, look);
      for (const place of [SPOT_PAGE, FUTURES_PAGE]) {
        await page.goto(`/en/${place}?tradModel=strategybot`);
        await look(`picker of ${place}`);
      }
      // The list is loaded when it comes into view.
      const listed = page.waitForRequest((request) => request.url().includes(ENDPOINTS.recommendList.path));
      await page.goto(`/en/${SPOT_PAGE}?tradModel=strategybot&strategyType=spot_grid&mode=recommend`);
      await listed;
      await look('recommended');
      await page.locator('[data-bot]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look('shared bot');
      await lookAtComparison(page, copy, look);
      for (const form of withoutTwins(FORMS, (one) => isTwin(one) || ASKS_NO_MORE.has(one.kind)))
        await lookAtForm(page, 'en', form, look);
      for (const kind of MORE_KINDS) await openForm(page, 'en', { kind, path: SPOT_PAGE }, look);
      // Last: the tab is remembered, and its rows have a button to create a bot as the phone's bar has.
      await page.goto(`/en/${SPOT_PAGE}?tradModel=strategybot`);
      await lookAtBacktests(page, look);
      await page.goto(`/en/account`);
      await look('account');
      await page.goto('/en/strategybot/portfolio');
      await look('portfolio');
      await page.getByRole('button', { name: new RegExp(`^${words.common('nav.notifications')}`) }).click();
      await look('notifications');
      await lookAtEarned(page, plan, look);
      expect(spoilt.missed()).toEqual([]);
      expect(errors).toEqual([]);
      await spoilt.stop();
      await endCopy(page, copy);
      expect((await ask(page, 'endPlan', { plan_id: plan })).code).toBe(0);
    },
  );
});

/** The demo account copies nobody: a copy of the first shared grid that begins at the present price, ended when it has been looked at. */
async function copyOfShared(page: Page): Promise<number> {
  const list = `${BOTS}/recommend_list?strategy_type=spot_grid&page=1&page_size=200`;
  const { data } = (await (await page.request.get(list)).json()) as {
    data: { strategy_id: number; finish_time: number }[];
  };
  for (const { strategy_id } of data.filter(({ finish_time }) => finish_time === 0)) {
    const made = await ask<{ strategy_id: number }>(page, 'followGrid', {
      follow_id: strategy_id,
      money: '900',
      fundpass: 'paper-fund',
    });
    if (made.code === 200 && made.data !== undefined) return made.data.strategy_id;
  }
  throw new Error('the demo world shares no grid that can be copied now');
}

async function endCopy(page: Page, id: number): Promise<void> {
  const { code } = await ask(page, 'cancelGrid', { fundpass: 'paper-fund' }, id);
  expect(code).toBe(200);
}

type AskedCall = 'followGrid' | 'cancelGrid' | 'createPlan' | 'endPlan';

async function ask<T>(page: Page, name: AskedCall, data: object, id = 0) {
  const path = browserPath(ENDPOINTS[name]).replace('{id}', String(id));
  const origin = new URL(process.env.BASE_URL ?? '').origin;
  const reply = await page.request.post(path, { data, headers: { origin, 'idempotency-key': crypto.randomUUID() } });
  return (await reply.json()) as { code: number; data?: T };
}

/** A plan of the demo account that buys nothing while it is looked at. */
async function planOfTomorrow(page: Page): Promise<number> {
  const minute = 60;
  const { data } = await ask<{ plan_id: number }>(page, 'createPlan', {
    name: 'Looked at',
    coins: [{ asset: 'BTC', ratio: '100' }],
    amount: '50',
    period_type: '1d',
    first_time: (Math.floor(Date.now() / 1_000 / minute) + 1_440) * minute,
    fundpass: 'paper-fund',
  });
  if (data === undefined) throw new Error('the demo account may have a plan');
  return data.plan_id;
}

/** What is earned without a bot, and what all of it came to. */
async function lookAtEarned(page: Page, plan: number, look: Look): Promise<void> {
  await page.goto('/en/auto-investment');
  await expect(page.getByText('Looked at').filter({ visible: true })).toBeVisible();
  await look('auto-invest plans');
  await page.goto(`/en/auto-investment/${plan}`);
  await expect(page.getByRole('heading', { name: 'Looked at' })).toBeVisible();
  await look('an auto-invest plan');
  await page.goto('/en/earn/sell-high');
  await expect(page.getByRole('tab', { name: wordsOf('en', 'dual')('orders.list.PROCESSING') })).toBeVisible();
  await look('sell high');
  await page.goto(`/en/${SPOT_PAGE}?tradModel=strategybot&strategyType=spot_grid`);
  await page.getByRole('tab', { name: words.bots('tab.income') }).click();
  await look('total income');
  await page.getByText(wordsOf('en', 'income')('all'), { exact: true }).click();
  await look('total income of all types');
}

/** A copy beside its original. */
async function lookAtComparison(page: Page, id: number, look: Look): Promise<void> {
  await page.goto(`/en/strategybot/underwayStrategy?type=spot_grid&id=${id}`);
  await page.getByRole('button', { name: words.bots('action.compare') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('copy beside its original');
}

/** The trader's backtests, below the form that is open, and the result of one. */
async function lookAtBacktests(page: Page, look: Look): Promise<void> {
  const list = wordsOf('en', 'backtests');
  const filter = page.getByRole('combobox', { name: list('list.filter') });
  await page.getByRole('tab', { name: words.bots('tab.backtests') }).click();
  await filter.selectOption('all');
  await look('backtests');
  await page
    .getByRole('button', { name: list('list.action.result') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('backtest');
  await page.keyboard.press('Escape');
}

/** Kinds whose forms ask what another's does. */
const ASKS_NO_MORE: ReadonlySet<string> = new Set(['contract-martingale', 'spot-compose-indicator', 'macd']);

/** Kinds whose forms ask for something of their own as they open. */
const MORE_KINDS = ['infinite_grid', 'custom-strategy'];

/** Entries of a bot's books are asked for when their line is opened. */
async function lookAtEntries(page: Page, running: readonly Row[], look: Look): Promise<void> {
  const grid = running.find(({ strategy_type: kind }) => kind === 'spot_grid');
  if (grid === undefined) throw new Error('the demo account has no spot grid');
  await page.goto(`/en/strategybot/underwayStrategy?type=spot_grid&id=${grid.strategy_id}`);
  await page.getByRole('tab', { name: words.bots('detail.tab.books') }).click();
  const start = page.locator('[data-term="start"]');
  await start.getByRole('button').first().click();
  await start.locator('[data-part="funded"] > button').first().click();
  await look('entries of books');
}

/** A completed round of a martingale, opened from the list of them. */
async function lookAtRound(page: Page, running: readonly Row[], look: Look): Promise<void> {
  const bot = running.find(({ strategy_type: kind }) => kind === 'martingale');
  await page.goto(`/en/strategybot/underwayStrategy?type=${bot?.strategy_type}&id=${bot?.strategy_id}`);
  await page.getByRole('tab', { name: words.bots('rounds.completed') }).click();
  await page
    .getByRole('table', { name: words.bots('rounds.completed') })
    .getByRole('row')
    // What stands there until they come has no figure.
    .filter({ hasText: /\d/ })
    .first()
    .click();
  await look('one round');
}
