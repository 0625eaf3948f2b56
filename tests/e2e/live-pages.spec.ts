import { expect, type Page, type Route, test } from '@playwright/test';
import { askForPassword, registerByPage, reviewSheet } from './support/create-bot.ts';
import { wordsIn } from './support/words.ts';

/**
 * Family 4 (D1, D2, D3, D6): every call that a page polls gets one bad reply of each sort, then good ones. It is said
 * within five seconds, made good within thirty, and nothing typed is lost. The page's clock is the test's: seconds pass
 * when it says so.
 */

const words = wordsIn('en');
const SAID_WITHIN_S = 5;
const GOOD_WITHIN_S = 30;
const RETRY_AFTER_S = 4;

const json =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', headers, body });

const SORTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '500': json(500, '{"code":500,"message":"internal"}'),
  '429': json(429, '{"code":429,"message":"too-many-requests"}', { 'retry-after': String(RETRY_AFTER_S) }),
  '504': json(504, '{"code":504,"message":"unknown"}'),
  'a refusal in an envelope': json(200, '{"code":500,"message":""}'),
  HTML: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Please log in</html>' }),
  'a cut reply': json(200, '{"code":200,"message":"","data":[{"mar'),
  'another shape': json(200, '["surprise"]'),
  'a refused connection': (route) => route.abort('connectionrefused'),
};

const nameOf = (url: string): string => new URL(url).pathname;

/** Lets the page's clock run second by second until something is so; the network is given real time meanwhile. */
async function within(page: Page, seconds: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let passed = 0; passed <= seconds; passed += 1) {
    for (let look = 0; look < 4; look += 1) {
      if (await isSo()) return;
      await page.waitForTimeout(20);
    }
    await page.clock.runFor(1_000);
  }
  throw new Error(`not within ${seconds} s: ${what}`);
}

/** The question of a request: a chart asks from another bar on as time passes, and means the same. */
function questionOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('from');
  searchParams.delete('to');
  return `${pathname}?${searchParams}`;
}

async function polledCalls(page: Page): Promise<string[]> {
  const asked = new Map<string, number>();
  const count = (request: { url(): string; method(): string }): void => {
    const name = nameOf(request.url());
    if (name.startsWith('/api/') && request.method() === 'GET') asked.set(name, (asked.get(name) ?? 0) + 1);
  };
  page.on('request', count);
  for (let second = 0; second < 33; second += 1) {
    await page.clock.runFor(1_000);
    await page.waitForTimeout(30);
  }
  page.off('request', count);
  // Days of candles are bytes for the preview, fetched day by day: many questions, none of them again.
  return [...asked].filter(([name, times]) => times >= 2 && !name.endsWith('candle_day')).map(([name]) => name);
}

async function tryEverySort(page: Page, path: string): Promise<void> {
  const notice = page.getByTestId('live-notice');
  for (const [sort, answer] of Object.entries(SORTS)) {
    const told = `${path}: ${sort}`;
    let spoilt = '';
    let isAnswered = false;
    let isAskedAgain = false;
    const matches = (url: URL): boolean => url.pathname === path;
    await page.route(matches, async (route) => {
      const question = questionOf(route.request().url());
      if (spoilt !== '') {
        if (question === spoilt) isAskedAgain = true;
        return route.fallback();
      }
      spoilt = question;
      await answer(route);
      isAnswered = true;
    });
    await within(page, 35, `${told}: asked`, async () => spoilt !== '');
    await expect.poll(() => isAnswered).toBe(true);
    await page.waitForTimeout(150);
    // What is good again within the second needs no words.
    await within(page, SAID_WITHIN_S, `${told}: said`, async () => isAskedAgain || (await notice.isVisible()));
    await within(page, GOOD_WITHIN_S, `${told}: asked again`, async () => isAskedAgain);
    await within(page, SAID_WITHIN_S, `${told}: good again`, async () => !(await notice.isVisible()));
    await page.unroute(matches);
  }
}

async function openForm(page: Page, path: string): Promise<void> {
  await registerByPage(page, 'en');
  await page.clock.install();
  await page.goto(path);
  await page.clock.runFor(3_000);
  const form = page.getByRole('form');
  await form.locator('[name="low_price"]').fill('91234');
  await form.locator('[name="money"]').fill('567');
}

const tried = new Set<string>();

for (const path of [
  '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid',
  '/en/futures/usdt/BTC_USDT?strategyType=futures_grid',
]) {
  test(`every polled call of ${path.split('?')[0]} survives one bad reply of each sort, and nothing typed is lost (D1, D2, D3)`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await openForm(page, path);
    const polled = await polledCalls(page);
    // What a trade page keeps asking, by the table of calls: prices, candles, the book, own bots and their numbers.
    const expected = ['market/tickers', 'market/candles', 'market/depth', 'get_all_strategy', 'get_strategy_number'];
    for (const call of expected) expect(polled.join(' '), call).toContain(call);
    // What the first page polls as well was tried there: the way of asking again is one.
    for (const call of polled.filter((one) => !tried.has(one))) {
      tried.add(call);
      await tryEverySort(page, call);
    }
    const form = page.getByRole('form');
    await expect(form.locator('[name="low_price"]')).toHaveValue('91234');
    await expect(form.locator('[name="money"]')).toHaveValue('567');
    expect(failures).toEqual([]);
  });
}

test('offline is said within five seconds, with the age of what is shown, over the chart too, and ends by itself (D2, D6)', async ({
  page,
  context,
}) => {
  await openForm(page, '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
  const notice = page.getByTestId('live-notice');
  await within(page, 10, 'the chart is there', () =>
    page.locator('[data-testid="price-chart"] canvas').first().isVisible(),
  );
  await context.setOffline(true);
  await within(page, SAID_WITHIN_S, 'offline is said', () => notice.isVisible());
  await expect(notice).toContainText(words.common('state.offline'));
  await page.clock.runFor(4_000);
  await expect(notice).toContainText(/\d+ sec old/);
  // Words over the chart can be seen: nothing of the chart lies over them.
  const mark = page.locator('[data-testid="price-chart"] ~ [role="status"]');
  await expect(mark).toBeVisible();
  const isOnTop = await mark.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element === hit || element.contains(hit));
  });
  expect(isOnTop).toBe(true);
  await context.setOffline(false);
  await within(page, GOOD_WITHIN_S, 'online again', async () => !(await notice.isVisible()));
});

test('a session that ends in the middle of a creation is logged into in place, and the creation goes on (D4)', async ({
  page,
}) => {
  await registerByPage(page, 'en');
  const account = await page.evaluate(async () => (await (await fetch('/api/session')).json()).data.nickname as string);
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
  const form = page.getByRole('form');
  const typed = { low_price: '50000', high_price: '150000', grid_num: '10', money: '5000' };
  for (const [name, value] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(value);
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/grid-trading/create')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  // The session ends between two polls: the trader's own click finds it out.
  const lost = json(401, '{"code":401,"message":"login-required"}');
  await page.route(/bot_agreement/, lost, { times: 1 });
  await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
  const again = page.getByRole('dialog', { name: words.account('again.title') });
  await expect(again).toBeVisible();
  await expect(page.locator('[name="money"]')).toHaveValue('5000');
  await again.locator('[name="account"]').fill(account);
  await again.locator('[name="password"]').fill('paper-trader');
  await again.locator('[type="submit"]').click();
  // What was started goes on, and the session ends once more, in the middle of the fund password.
  await askForPassword(page);
  const fundpass = reviewSheet(page).locator('[name="fundpass"]');
  await fundpass.fill('paper-fund');
  await page.route(/grid-trading\/create$/, lost, { times: 1 });
  await fundpass.press('Enter');
  await expect(again).toBeVisible();
  await again.locator('[name="account"]').fill(account);
  await again.locator('[name="password"]').fill('paper-trader');
  await again.locator('[type="submit"]').click();
  await expect(page.getByText(words.common('success.robotCreated'), { exact: true })).toBeVisible();
  // One wish, one key, whatever came between.
  expect(new Set(keys).size).toBe(1);
  const bots = page.getByRole('region', { name: words.bots('title') });
  await expect(bots.getByRole('row').filter({ hasText: '5,000' })).toHaveCount(1);
});
