import { expect, type Locator, type Page, test } from '@playwright/test';
import { dayText } from '#lib/i18n/date-text.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { addCoins } from './support/add-coins.ts';
import { reviewSheet } from './support/create-bot.ts';
import { walkInputs, watchErrors } from './support/every-input.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { spoilFirstReplies } from './support/spoilt-calls.ts';
import { type Language, wordsIn, wordsOf } from './support/words.ts';

/** Bots that have lived: the demo account's, of many kinds, months old. */

const QUANT = '/api/apiw/v2/quant-trading';
const words = wordsIn('en');

interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly market: string;
  readonly run_times: number;
  readonly money: string;
  readonly money_asset: string;
  readonly profit: string;
}

async function rows(page: Page, query: string, home = ''): Promise<readonly Row[]> {
  return (await (await page.request.get(`${home}${QUANT}/strategybot/get_all_strategy?${query}`)).json()).data;
}

async function logInAsDemo(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/en/login`);
  await page.locator('[name="account"]').fill('demo');
  await page.locator('[name="password"]').fill('paper-demo');
  await page.locator('form [type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

test.describe('running bots of every kind', () => {
  // Stories begin with an empty account; these begin with one that has a past.
  let product: BuiltProduct;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    product = await createBuiltProduct({ MARKET_FEED: 'simulated', DEMO_BOTS: '1' });
    await product.start();
  });
  test.afterAll(() => product.discard());

  test('each input of each dialog is cleared and mistyped without an exception; the focus comes back (C1, M-235, issue 8 family 3)', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const errors = watchErrors(page);
    await logInAsDemo(page, product.url);
    const running = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
    const kinds = [...new Map(running.map((row) => [row.strategy_type, row])).values()];
    expect(kinds.length).toBeGreaterThanOrEqual(5);
    for (const { strategy_id: id, strategy_type: kind } of kinds) {
      await page.goto(`${product.url}/en/strategybot/underwayStrategy?type=${kind}&id=${id}`);
      const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
      for (const tab of await main.getByRole('tab').all()) {
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
    await logInAsDemo(page, product.url);
    const all = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
    const old = all.find(({ run_times }) => run_times > 60 * 86_400);
    if (old === undefined) throw new Error('the demo account owns a bot of more than 60 days');
    const path = `${product.url}${QUANT}/rank/strategy/detail/${old.strategy_id}?strategy_type=${old.strategy_type}&page_size=500`;
    const days: { trading_date: string; profit_rate: string }[] = (await (await page.request.get(path)).json()).data;
    const dates = days.map(({ trading_date }) => trading_date).sort();
    await page.goto(`${product.url}/en/strategybot/underwayStrategy?type=${old.strategy_type}&id=${old.strategy_id}`);
    const curve = page.getByRole('img', { name: /Cumulative return from/ });
    const name = `from ${dayText(dates[0] as string, 'en')} to ${dayText(dates.at(-1) as string, 'en')}`;
    await expect(curve).toHaveAccessibleName(new RegExp(name));
    // The last point is the newest: its height says the rate of today, above or below the zero line as the rate is.
    const drawn = (await curve.locator('path[stroke="currentColor"]').getAttribute('d')) ?? '';
    const heights = [...drawn.matchAll(/([\d.]+),([\d.]+)/g)].map(([, , y]) => Number(y));
    expect(heights).toHaveLength(days.length + 1);
    const newest = days.find(({ trading_date }) => trading_date === dates.at(-1));
    const rise = Math.sign(Number(newest?.profit_rate ?? 0));
    expect(Math.sign((heights[0] as number) - (heights.at(-1) as number))).toBe(rise);
  });

  test('every call that a component shows survives a bad first reply: details, dialogs, forms, account (D1, family 4)', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    page.setDefaultTimeout(30_000);
    const errors = watchErrors(page);
    await logInAsDemo(page, product.url);
    await signAgreement(page);
    const running = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
    // What the page after the login still asks is not what is looked at.
    await page.goto('about:blank');
    const spoilt = await spoilFirstReplies(page);
    const look = (where: string) => spoilt.madeGood(where);
    for (const bot of running) await lookAtBot(page, product.url, 'en', bot, look, 'every tab');
    await lookAtRound(page, product.url, running, look);
    for (const place of [SPOT_PAGE, FUTURES_PAGE]) {
      await page.goto(`${product.url}/en/${place}?tradModel=strategybot`);
      await look(`picker of ${place}`);
    }
    await page.goto(`${product.url}/en/${SPOT_PAGE}?tradModel=strategybot&strategyType=spot_grid&mode=recommend`);
    await look('recommended');
    for (const form of FORMS) await lookAtForm(page, product.url, 'en', form, look);
    for (const kind of MORE_KINDS) await openForm(page, product.url, 'en', { kind, path: SPOT_PAGE }, look);
    // Last: the tab is remembered, and its rows have a button to create a bot as the phone's bar has.
    await page.goto(`${product.url}/en/${SPOT_PAGE}?tradModel=strategybot`);
    await lookAtBacktests(page, look);
    await page.goto(`${product.url}/en/account`);
    await look('account');
    expect(spoilt.missed()).toEqual([]);
    expect(errors).toEqual([]);
    await spoilt.stop();
  });

  // Languages and widths are spread over the screens, so that each is looked at once in both themes.
  for (const { language, width } of [
    { language: 'en', width: 390 },
    { language: 'zh', width: 1440 },
  ] as const) {
    const half = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % 2 === (width === 390 ? 0 : 1));
    // In parts, each well below its limit on a busy machine.
    const part = (what: string, lookAt: (page: Page, look: Look) => Promise<void>): void => {
      test(`axe finds nothing on ${what}, in both themes (${language}, ${width} px) (H)`, async ({ page }) => {
        test.setTimeout(180_000);
        await page.setViewportSize({ width, height: 900 });
        await logInAsDemo(page, product.url);
        const found: string[] = [];
        await lookAt(page, async (where) => {
          await expect(page.locator('.skeleton')).toHaveCount(0);
          found.push(...(await axeFindingsInBothThemes(page)).map((finding) => `${where}: ${finding}`));
        });
        expect(found).toEqual([]);
      });
    };

    part('running bots and the dialog that ends them', async (page, look) => {
      const running = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
      expect(half(running).length).toBeGreaterThan(0);
      for (const bot of half(running)) await lookAtBot(page, product.url, language, bot, look);
    });

    part('ended bots', async (page, look) => {
      const ended = await rows(page, 'status=finished&page_size=500&strategy_type=all', product.url);
      expect(half(ended).length).toBeGreaterThan(0);
      for (const { strategy_id: id, strategy_type: kind } of half(ended)) {
        await page.goto(`${product.url}/${language}/strategybot/historyStrategy?type=${kind}&id=${id}`);
        await expect(page.getByRole('tabpanel')).toBeVisible();
        await look(`ended ${kind}`);
      }
    });

    part('forms and their reviews', async (page, look) => {
      await signAgreement(page);
      for (const form of half(FORMS)) await lookAtForm(page, product.url, language, form, look);
    });

    part('the account, its menus and what is asked for', async (page, look) => {
      await lookAtAgreement(page, product.url, language, look);
      await page.goto(`${product.url}/${language}/account`);
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      await look('account');
      for (const button of await page.locator('header [aria-haspopup="menu"]').all()) {
        await button.click();
        await expect(page.getByRole('menu')).toBeVisible();
        await look('menu');
        await page.keyboard.press('Escape');
      }
      const [bot] = await rows(page, 'status=running&page_size=500&strategy_type=all', product.url);
      await lookAtFundPassword(page, product.url, language, bot as Row, look);
      await lookAtLostSession(page, product.url, language, look);
    });
  }
});

const AGREEMENT = '/api/apiw/v2/quant-trading/private/bot_agreement';

function signAgreement(page: Page): Promise<unknown> {
  return page.evaluate(async (path) => {
    const { data } = await (await fetch(path)).json();
    const body = JSON.stringify({ version: data.version });
    await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, AGREEMENT);
}

type Look = (where: string) => Promise<void>;

/** What the account's first creation asks. It is signed afterwards: the next ones go straight to their review. */
async function lookAtAgreement(page: Page, home: string, language: Language, look: Look): Promise<void> {
  const { trade, common } = wordsIn(language);
  // Asked for once: each width sees it as an account does that has not signed yet.
  await page.route(`**${AGREEMENT}`, async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = await reply.json();
    await route.fulfill({ response: reply, json: { ...rest, data: { ...data, signed: false } } });
  });
  await page.goto(`${home}/${language}/${SPOT_PAGE}?tradModel=strategybot&strategyType=macd&mode=create`);
  const form = page.getByRole('form');
  const create = page.getByRole('button', { name: trade('panel.create'), exact: true });
  await expect(form.or(create).first()).toBeVisible();
  if (await create.isVisible()) await create.click();
  await form.getByRole('button', { name: trade('form.create'), exact: true }).click();
  await expect(page.getByRole('dialog', { name: common('agreement.title') })).toBeVisible();
  await look('agreement');
  await page.unroute(`**${AGREEMENT}`);
  await signAgreement(page);
}

/** The question for a fund password outside of the review sheet: where a bot is ended. The answer is no. */
async function lookAtFundPassword(page: Page, home: string, language: Language, bot: Row, look: Look): Promise<void> {
  const { bots, common } = wordsIn(language);
  await page.goto(`${home}/${language}/strategybot/underwayStrategy?type=${bot.strategy_type}&id=${bot.strategy_id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: bots('action.terminate') })
    .click();
  const dialog = page.getByRole('dialog', { name: bots('terminate.title') });
  await dialog.getByRole('button', { name: bots('terminate.confirm'), exact: true }).click();
  const question = page.getByRole('dialog', { name: common('fundpass.title') });
  await expect(question).toBeVisible();
  await look('fund password');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** The session ends under the page: the next call that is polled asks to log in, in place. */
async function lookAtLostSession(page: Page, home: string, language: Language, look: Look): Promise<void> {
  const listed = page.waitForResponse(/get_all_strategy/);
  // Without a kind in the address, which would have the list asked again.
  await page.goto(`${home}/${language}/${SPOT_PAGE}?tradModel=strategybot`);
  // A phone asks for its bots when it is shown them. Once the chart is there, the page is awake.
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
    await page.getByText(wordsIn(language).trade('view.bots'), { exact: true }).first().click();
  }
  await listed;
  // What is on the screen by then stays there behind the dialog.
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.context().clearCookies();
  await expect(page.getByRole('dialog', { name: wordsIn(language).account('again.title') })).toBeVisible({
    timeout: 30_000,
  });
  await look('log in again');
}

/** A bot's page with its tabs, and the dialog that ends it. */
async function lookAtBot(
  page: Page,
  home: string,
  language: Language,
  bot: Row,
  look: Look,
  which: 'every tab' | 'first and last tab' = 'first and last tab',
): Promise<void> {
  const { strategy_id: id, strategy_type: kind } = bot;
  await page.goto(`${home}/${language}/strategybot/underwayStrategy?type=${kind}&id=${id}`);
  const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
  // The first and the last: what is between them is told by the same table (bots.spec.ts looks at each).
  const tabs = main.getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  for (const tab of which === 'every tab' ? await tabs.all() : [tabs.first(), tabs.last()]) {
    await tab.click();
    await look(`running ${kind}, ${await tab.textContent()}`);
  }
  const bots = wordsOf(language, 'bots');
  await main.getByRole('button', { name: bots('action.terminate') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const anyway = dialog.getByRole('button', { name: bots('terminate.anyway') });
  if (await anyway.isVisible()) await anyway.click();
  await expect(dialog.locator('[data-close-returns]')).toHaveText(/\d/);
  await look(`end of ${kind}`);
}

/** The trader's backtests, below the form that is open, and the result of one. */
async function lookAtBacktests(page: Page, look: Look): Promise<void> {
  const list = wordsOf('en', 'backtests');
  await page.getByRole('tab', { name: list('tab') }).click();
  await page.getByRole('combobox', { name: list('list.filter') }).selectOption('all');
  await look('backtests');
  await page
    .getByRole('button', { name: list('list.action.result') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('backtest');
  await page.keyboard.press('Escape');
}

interface FormCase {
  readonly kind: string;
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** What is pressed in the form, by the key of its words, and whether a dialog opens with it. */
  readonly presses?: readonly (readonly [opens: 'dialog' | 'part', namespace: string, key: string])[];
}

const LADDER = { price_steps: '1', max_order_amount: '5', take_profit_per_cycle: '1', money: '2000' };
const SPOT_PAGE = 'trade/BTC_USDT';
const FUTURES_PAGE = 'futures/USDT/BTC_USDT';
/** Two of a sort follow each other: one width looks at the first, the other at the second. */
const FORMS: readonly FormCase[] = [
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

/** Kinds whose forms ask for something of their own as they open. */
const MORE_KINDS = ['infinite_grid', 'custom-strategy'];

/** A completed round of a martingale, opened from the list of them. */
async function lookAtRound(page: Page, home: string, running: readonly Row[], look: Look): Promise<void> {
  const bot = running.find(({ strategy_type: kind }) => kind === 'martingale');
  await page.goto(`${home}/en/strategybot/underwayStrategy?type=${bot?.strategy_type}&id=${bot?.strategy_id}`);
  await page.getByRole('tab', { name: words.bots('rounds.completed') }).click();
  await page
    .getByRole('table', { name: words.bots('rounds.completed') })
    .getByRole('row')
    .nth(1)
    .click();
  await look('one round');
}

/** The form of a kind as it opens. */
async function openForm(
  page: Page,
  home: string,
  language: Language,
  form: Pick<FormCase, 'kind' | 'path'>,
  look: Look,
): Promise<Locator> {
  const trade = wordsOf(language, 'trade');
  await page.goto(`${home}/${language}/${form.path}?tradModel=strategybot&strategyType=${form.kind}&mode=create`);
  const element = page.getByRole('form');
  const create = page.getByRole('button', { name: trade('panel.create'), exact: true });
  await expect(element.or(create).first()).toBeVisible();
  if (await create.isVisible()) await create.click();
  await expect(element).toBeVisible();
  await look(`form of ${form.kind} as it opens`);
  return element;
}

/** A form, what its buttons open, and the review sheet of what it would create. */
async function lookAtForm(page: Page, home: string, language: Language, form: FormCase, look: Look): Promise<void> {
  const trade = wordsOf(language, 'trade');
  const element = await openForm(page, home, language, form, look);
  if (/_grid$|martingale/.test(form.kind)) await chooseManual(element, trade('ai.toManual'));
  if (form.kind === 'smart-position') {
    const fields = wordsOf(language, 'fields');
    await element.getByText(fields('coin_type.spot'), { exact: true }).click();
    await look('smart position of brought coins');
    await element.getByText(fields('coin_type.all'), { exact: true }).first().click();
    await addCoins(page, element, ['BTC', 'ETH']);
  }
  const prices = await lastPriceOf(page, home);
  const range = form.kind.endsWith('_grid')
    ? { low_price: (prices * 0.9).toFixed(1), high_price: (prices * 1.1).toFixed(1) }
    : {};
  for (const [name, value] of Object.entries({ ...range, ...form.values }))
    await element.locator(`[name="${name}"]`).fill(value);
  await look(`form of ${form.kind}`);
  for (const [opens, namespace, key] of form.presses ?? []) {
    const name = new RegExp(`^${wordsOf(language, namespace)(key)}`);
    const pressed = element.getByRole('button', { name }).or(element.getByRole('checkbox', { name }));
    await pressed.first().click();
    if (opens === 'part') continue;
    await expect(page.getByRole('dialog').last()).toBeVisible();
    await look(`${key} of ${form.kind}`);
    await page.keyboard.press('Escape');
  }
  await element.getByRole('button', { name: trade('form.create'), exact: true }).click();
  await expect(reviewSheet(page)).toBeVisible();
  await look(`review of ${form.kind}`);
}

async function lastPriceOf(page: Page, home: string): Promise<number> {
  const reply = await page.request.get(`${home}/api/strategybot/last_price?symbol=BTC_USDT&type=spot`);
  return Number((await reply.json()).last_price);
}
