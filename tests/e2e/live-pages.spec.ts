import { covering } from '#tests/support/covering.ts';
import { GOOD_WITHIN_S, json, polledCalls, SAID_WITHIN_S, SORTS, trySorts, within } from './support/bad-replies.ts';
import { askForPassword, reviewSheet } from './support/create-bot.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { withoutStream } from './support/without-stream.ts';
import { wordsIn } from './support/words.ts';

/**
 * Family 4 (D1, D2, D3, D6) on the two trade pages; dialogs and details are tried in running-bots.spec.ts.
 */

const words = wordsIn('en');
async function openForm(page: Page, path: string): Promise<void> {
  await registerSigned(page);
  // What is tried here is polling: what there is without a stream, and when it dies.
  await withoutStream(page);
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
  test(`every polled call of ${path.split('?')[0]} survives bad replies of every sort, and nothing typed is lost (D1, D2, D3)`, async ({
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
      await trySorts(page, call, covering(Object.keys(SORTS), tried.size, 2));
      tried.add(call);
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
  const mark = page.locator('[data-testid="price-chart"] ~ div > [role="status"]');
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
  await registerSigned(page);
  const account = await page.evaluate(async () => (await (await fetch('/api/session')).json()).data.nickname as string);
  await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
  const form = page.getByRole('form');
  const typed = { low_price: '50000', high_price: '150000', grid_num: '10', money: '5000' };
  for (const [name, value] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(value);
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/grid-trading/create')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  // The session ends between two polls: the trader's own click finds it out, and the door knows of no other until he has logged in.
  const lost = json(401, '{"code":401,"message":"login-required"}');
  const guest = json(200, '{"code":200,"message":"","data":{"logged_in":false,"user_id":0}}');
  let isOver = false;
  await page.route(/\/api\/session$/, (route) => {
    const isLook = route.request().method() === 'GET';
    if (!isLook) isOver = false;
    return isLook && isOver ? guest(route) : route.continue();
  });
  isOver = true;
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
  isOver = true;
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
