import { expect, type Page, type Route, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** The strategies page with JavaScript: sorting and paging in place, tabs, deep links. */

const LIST = '**/api/apiw/v2/quant-trading/strategybot/recommend_list?*';
const cards = (page: Page) => page.locator('article');
const queryOf = (route: Route) => new URL(route.request().url()).searchParams;
const sortLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name });

/** The list page with its session known, so that clicks are handled in place. */
async function openStrategies(page: Page, path = '/en/strategybot'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
}

test('the list grows as its end comes near, until the last page (C-083, C-218)', async ({ page }) => {
  await openStrategies(page);
  const { pagecount, totalcount } = (await (
    await page.request.get(
      '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=all&page=1&page_size=15',
    )
  ).json()) as { pagecount: number; totalcount: number };
  expect(pagecount).toBeGreaterThan(1);
  const end = page.getByText('No more bots');
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    await expect(end).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  // Ranks move while the list is read: a bot may pass from one page to another in between.
  expect(await cards(page).count()).toBeGreaterThan(totalcount - pagecount * 2);
});

test('sorting starts the list anew with its first page (C-050, C-216, C-384, H47)', async ({ page }) => {
  await openStrategies(page);
  const asked: URLSearchParams[] = [];
  await page.route(LIST, (route) => {
    asked.push(queryOf(route));
    return route.continue();
  });
  for (const name of ['Sharpe ratio', 'Yield', 'APR']) {
    await sortLink(page, name).click();
    await expect(sortLink(page, name)).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('section[aria-labelledby="recommended-title"]')).toHaveAttribute('aria-busy', 'false');
    await expect(cards(page).first()).toBeVisible();
  }
  const firsts = asked.filter((query) => query.get('page') === '1');
  expect(firsts.map((query) => query.get('order_by'))).toEqual(['adj_sharp_rate', 'rate', 'year_pft_rate']);
  expect(firsts.every((query) => query.get('page_size') === '15' && query.get('params_open_type') === '0')).toBe(true);
  await expect(page).toHaveURL(/\/en\/strategybot$/);
});

test('only the answer to the latest question is shown (C-219)', async ({ page }) => {
  await openStrategies(page, '/en/strategybot/spot_grid');
  const late: (() => void)[] = [];
  await page.route(LIST, async (route) => {
    const order = queryOf(route).get('order_by');
    if (order !== 'adj_sharp_rate') return route.continue();
    await new Promise<void>((resolve) => late.push(resolve));
    // Were it shown, there would be no card: what cards say changes by itself.
    await route.fulfill({
      json: { code: 200, message: '', data: [], page: 1, pagecount: 0, totalcount: 0 },
    });
  });
  await sortLink(page, 'Sharpe ratio').click();
  await expect.poll(() => late.length).toBe(1);
  await sortLink(page, 'APR').click();
  await expect(cards(page).first()).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().includes('adj_sharp_rate'));
  for (const release of late) release();
  await (await answered).finished();
  await expect(sortLink(page, 'APR')).toHaveAttribute('aria-current', 'true');
  expect(await cards(page).count()).toBeGreaterThan(0);
  await expect(page).toHaveURL(/\/en\/strategybot\/spot_grid\/apr$/);
});

test('a page that cannot be loaded is a warning and stops paging until it is asked for again (C-395)', async ({
  page,
}) => {
  // Of all kinds: of one, a day may have no second page.
  await openStrategies(page);
  let failures = 0;
  await page.route(LIST, (route) => {
    failures += 1;
    return route.fulfill({ json: { code: 500, message: '' } });
  });
  const warning = page.getByRole('alert').filter({ hasText: 'The exchange could not answer' });
  await expect(async () => {
    await page.mouse.wheel(0, 1_000);
    await expect(warning).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('Nothing more loads until you try again')).toBeVisible();
  await page.mouse.wheel(0, -500);
  await page.mouse.wheel(0, 20_000);
  expect(failures).toBe(1);
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(15);
});

test('an empty list says so and leads to the strategies (C-029, C-085)', async ({ page }) => {
  await openStrategies(page, '/en/strategybot/spot_grid');
  await page.route(LIST, (route) =>
    route.fulfill({ json: { code: 200, message: '', data: [], page: 1, pagecount: 0, totalcount: 0 } }),
  );
  await sortLink(page, 'Yield').click();
  await expect(page.getByText('No bot is shared here yet')).toBeVisible();
  await page.getByRole('link', { name: 'See all strategies' }).click();
  await expect(page).toHaveURL(/\/en\/strategybot$/);
});

test('a card shows what the bot did, and the whole of it opens its page (C-086)', async ({ page }) => {
  await openStrategies(page);
  const card = cards(page).first();
  for (const label of ['Yield', 'APR', 'Drawdown', 'Sharpe', 'Matches', 'Copies']) {
    await expect(card).toContainText(label);
  }
  await expect(card.getByRole('img')).toBeVisible();
  await card.click({ position: { x: 20, y: 120 } });
  await expect(page).toHaveURL(/\/strategybot\/detail\?id=\d+&type=[\w-]+&name=[0-9a-f]{16}$/);
});

test('a strategy card has name, copies, annualised rate, text and the low-fee tag, and leads to its page (C-037…C-041, C-172)', async ({
  page,
}) => {
  await openStrategies(page);
  const card = page.locator('#picker-grid a').first();
  await expect(card).toContainText('Spot grid');
  await expect(card).toContainText('fee as low as 0.05');
  await expect(card).toContainText(/Annualised\s*([+-]\d|--)/);
  await card.click();
  await expect(page).toHaveURL(/\/en\/strategybot\/spot_grid$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Spot grid' })).toBeVisible();
  await page.getByText('How it works').click();
  await expect(page.getByText('It is cut into grids')).toBeVisible();
  await page.getByRole('link', { name: 'All strategies' }).click();
  await expect(page).toHaveURL(/\/en\/strategybot$/);
});

test('the chosen class is kept for the session, the list of classes for longer (C-033, C-175, C-176)', async ({
  page,
}) => {
  await openStrategies(page);
  const tabs = page.getByRole('navigation', { name: 'Strategy classes' });
  await expect(tabs.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('#picker-recommended')).toBeVisible();
  await tabs.getByRole('link', { name: 'Grid' }).click();
  await expect(page.locator('#picker-recommended')).toHaveCount(0);
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Grid' })).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('#picker-recommended')).toHaveCount(0);
  const stored = await page.evaluate(() => window.localStorage.getItem('strategybot_tabs'));
  expect(JSON.parse(stored ?? '[]')).toContainEqual(expect.objectContaining({ key: 'all' }));
});

test('strategyType in the address is applied after 600 ms, and an unknown one is not (C-031, C-177)', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/en/strategybot?strategyType=spot_grid');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/en\/strategybot\/spot_grid$/);
  await page.goto('/en/strategybot?strategyType=nonsense');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(page).toHaveURL(/strategyType=nonsense$/);
});

test('cards of futures kinds have their annualised figure too: markets and contracts are asked (G3, C-039)', async ({
  page,
}) => {
  const path = '/api/apiw/v2/quant-trading/public/strategy_class?market_kind=futures';
  const classes: { list: { strategy_type: string; year_pft_rate: string }[] }[] = (
    await (await page.request.get(path)).json()
  ).data;
  const known = classes.flatMap(({ list }) => list).filter(({ year_pft_rate }) => year_pft_rate !== '');
  expect(known.map(({ strategy_type }) => strategy_type)).toContain('futures_grid');
  await page.goto('/en/strategybot');
  const names = wordsOf('en', 'public');
  for (const kind of ['futures_grid', 'contract-martingale'].filter((one) =>
    known.some(({ strategy_type }) => strategy_type === one),
  )) {
    const card = page.locator(`a[href="/en/strategybot/${kind}"]`).filter({ hasText: names(`kind.${kind}.name`) });
    await expect(card).toContainText(/Annualised [+-]?[\d.,]+%/);
  }
});

test('the recommended tab asks for the market of the page and lists no other (C-384, G4)', async ({ page }) => {
  const asked = page.waitForRequest(/recommend_list\?/);
  await page.goto('/en/trade/ETH_USDT?tradModel=strategybot&strategyType=spot_grid&mode=recommend');
  expect(new URL((await asked).url()).searchParams.get('market')).toBe('ETH_USDT');
  const list = page.locator('section[aria-labelledby="recommended-title"]');
  await expect(list.getByRole('listitem').filter({ hasText: '/USDT' }).first()).toBeVisible();
  const markets = await list.getByRole('listitem').filter({ hasText: '/USDT' }).allTextContents();
  expect(markets.filter((text) => !text.includes('ETH/USDT'))).toEqual([]);
});
