import { createBody } from './support/exchange-calls.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** The event stream of a tab (H59): what happens is shown at once, nothing is polled meanwhile, and polling returns with its end. */

const PAGE = '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid';

interface Told {
  readonly atMs: number;
  readonly type: string;
  readonly fill_count?: number;
}

/** Listens beside the page, with the browser's own reader, and notes what the page's stream could have told. */
async function overhear(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    const source = new EventSource('/api/events?topics=spot:BTC_USDT');
    source.onmessage = ({ data }) => told.push({ ...JSON.parse(data), atMs: Date.now() });
  });
}

const toldIn = (page: Page): Promise<Told[]> => page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** A hand on the page's own stream: it can be cut, and kept from coming back. */
async function holdStream(page: Page): Promise<{ cut(): Promise<void>; letGo(): Promise<void> }> {
  await page.addInitScript(() => {
    const own = window.fetch;
    const hold = { isCut: false, cuts: [] as AbortController[] };
    Object.assign(window, { hold });
    window.fetch = (input, init) => {
      if (!String(input).startsWith('/api/events')) return own(input, init);
      if (hold.isCut) return Promise.reject(new TypeError('cut'));
      const cut = new AbortController();
      hold.cuts.push(cut);
      const signals = [cut.signal, ...(init?.signal ? [init.signal] : [])];
      return own(input, { ...init, signal: AbortSignal.any(signals) });
    };
  });
  const set = (isCut: boolean) =>
    page.evaluate((value) => {
      const { hold } = window as unknown as { hold: { isCut: boolean; cuts: AbortController[] } };
      hold.isCut = value;
      if (value) for (const cut of hold.cuts) cut.abort();
    }, isCut);
  return { cut: () => set(true), letGo: () => set(false) };
}

interface Asked {
  readonly path: string;
  readonly atMs: number;
  readonly lastId: string | null;
}

function watchCalls(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
    asked.push({ path: pathname, atMs: Date.now(), lastId: request.headers()['last-event-id'] ?? null });
  });
  return asked;
}

const count = (asked: readonly Asked[], part: string, fromMs: number): number =>
  asked.filter(({ path, atMs }) => path.includes(part) && atMs >= fromMs).length;

const streams = (asked: readonly Asked[]) => asked.filter(({ path }) => path === '/api/events');

/** Waits until nothing is polled any more: a live stream carries the prices. */
async function untilCarried(asked: readonly Asked[]): Promise<void> {
  await expect
    .poll(() => streams(asked).length > 0 && count(asked, 'market/tickers', Date.now() - 3_000) === 0, {
      timeout: 20_000,
    })
    .toBe(true);
}

async function lastPrice(page: Page): Promise<number> {
  const reply = await page.request.get('/api/apiw/v2/market/tickers?market=BTC_USDT');
  return Number((await reply.json()).data[0].last);
}

/** A grid whose lines stand as near as fees let them, so that seconds or minutes bring a fill. */
async function startGrid(page: Page): Promise<number> {
  const last = await lastPrice(page);
  const range = { low_price: (last * 0.97).toFixed(1), high_price: (last * 1.03).toFixed(1), grid_num: '30' };
  const body = { ...createBody('BTC_USDT', range, '3000'), is_hide: 0, fundpass: 'paper-fund' };
  return (await send<{ strategy_id: number }>(page, 'create', body)).strategy_id;
}

/** A call that moves money, sent by the page beside its own. */
function send<T>(page: Page, path: string, body: object): Promise<T> {
  return page.evaluate(
    async ({ path: asked, body: sent }) => {
      const reply = await fetch(`/api/apiw/v2/grid-trading/${asked}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `key-of-events-${Date.now()}` },
        body: JSON.stringify(sent),
      });
      const { code, data } = await reply.json();
      if (code !== 200) throw new Error(JSON.stringify(data));
      return data;
    },
    { path, body },
  );
}

/** What the stream says first of such a kind after a moment. */
async function toldAfter(page: Page, fromMs: number, isIt: (told: Told) => boolean): Promise<Told> {
  const find = async () => (await toldIn(page)).find((told) => told.atMs >= fromMs && isIt(told));
  await expect.poll(async () => (await find()) !== undefined, { timeout: 15_000, intervals: [50] }).toBe(true);
  return (await find()) as Told;
}

/** The page asks it within a second of being told. */
async function expectAsked(asked: readonly Asked[], part: string, { atMs: toldMs }: Told): Promise<void> {
  const isAsked = () =>
    asked.some(({ path, atMs }) => path.includes(part) && atMs >= toldMs - 50 && atMs <= toldMs + 1_000);
  await expect.poll(isAsked, `${part} within a second`).toBe(true);
}

test('a fill is in the row within a second while nothing is polled, and after a cut stream polling returns until it is back (H59, D9)', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await registerSigned(page);
  const hold = await holdStream(page);
  const asked = watchCalls(page);
  await page.goto(PAGE);
  await untilCarried(asked);
  await overhear(page);
  await expect.poll(async () => (await toldIn(page)).some(({ type }) => type === 'hello')).toBe(true);
  const section = page
    .locator('#bots, section')
    .filter({ has: page.getByRole('table') })
    .last();
  await expect(page.getByText('BTC/USDT').first()).toBeVisible();
  const begunMs = Date.now();
  await startGrid(page);

  // The opening buy is a fill: the row is there with it a second later.
  await expect
    .poll(async () => (await toldIn(page)).some(({ fill_count = 0 }) => fill_count > 0), { timeout: 15_000 })
    .toBe(true);
  const fill = (await toldIn(page)).find(({ fill_count = 0 }) => fill_count > 0) as Told;
  await expect(section.getByRole('row').nth(1)).toBeVisible({ timeout: 1_000 });
  await expect
    .poll(() =>
      asked.some(
        ({ path, atMs }) => path.includes('get_all_strategy') && atMs >= fill.atMs - 50 && atMs <= fill.atMs + 1_000,
      ),
    )
    .toBe(true);

  // No call that the stream carries is asked but for what it told.
  await page.waitForTimeout(6_000);
  expect(count(asked, 'market/tickers', begunMs)).toBeLessThanOrEqual(1);
  const told = (await toldIn(page)).filter(({ type }) => type === 'bot' || type === 'figures' || type === 'gap');
  const lists = new Set(
    asked
      .filter(({ path, atMs }) => path.includes('get_all_strategy') && atMs >= begunMs)
      .map(({ atMs }) => Math.floor(atMs / 1_000)),
  );
  expect(lists.size).toBeLessThanOrEqual(told.length * 2 + 1);

  const cutMs = Date.now();
  await hold.cut();
  await expect.poll(() => count(asked, 'market/tickers', cutMs), { timeout: 10_000 }).toBeGreaterThan(2);
  await expect.poll(() => count(asked, 'get_all_strategy', cutMs), { timeout: 15_000 }).toBeGreaterThan(0);

  const before = streams(asked).length;
  await hold.letGo();
  await expect.poll(() => streams(asked).length, { timeout: 35_000 }).toBeGreaterThan(before);
  expect(streams(asked).at(-1)?.lastId).toMatch(/^[0-9a-f]{16}-\d+$/);
  await untilCarried(asked);
});

test('the open detail has a fill, and the form the money, within a second of their being told (H59, D9)', async ({
  page,
}) => {
  const { bots, trade } = wordsIn('en');
  await registerSigned(page);
  const asked = watchCalls(page);
  await page.goto(PAGE);
  await untilCarried(asked);
  await overhear(page);
  await toldAfter(page, 0, ({ type }) => type === 'hello');
  const available = page.getByText(new RegExp(`^${trade('amount.available')} [\\d,.]+`)).first();
  const before = await available.innerText();

  // The form's balance: what a new bot takes, and what an ended one gives back.
  const begunMs = Date.now();
  const id = await startGrid(page);
  const taken = await toldAfter(page, begunMs, ({ type }) => type === 'balance');
  await expect(available).not.toHaveText(before, { timeout: 1_000 });
  await expectAsked(asked, 'available_balance', taken);
  await toldAfter(page, begunMs, ({ fill_count = 0 }) => fill_count > 0);
  // What was filled is said, quietly: nothing that lies under the sentence is in its way.
  const note = page.locator('[data-toasts] [data-tone="note"]').first();
  await expect(note).toContainText(/BTC\/USDT: bought|fills of one bot/);
  await expect(note.getByRole('button')).toHaveCount(0);
  const without = await available.innerText();

  await page
    .getByRole('row')
    .filter({ hasText: `BTC/USDT ${id}` })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: bots('detail.tab.trade-history') }).click();
  const trades = dialog.getByRole('table', { name: bots('trades.label') }).getByRole('row');
  await expect(trades.filter({ hasText: bots('trades.role.open') })).toHaveCount(1);
  const closing = trades.filter({ hasText: bots('trades.role.close') });
  await expect(closing).toHaveCount(0);

  const stoppedMs = Date.now();
  await send(page, `cancel/${id}`, { fundpass: 'paper-fund' });
  const sold = await toldAfter(page, stoppedMs, ({ fill_count = 0 }) => fill_count > 0);
  await expect(closing).not.toHaveCount(0, { timeout: 1_000 });
  await expectAsked(asked, `order_record_pair/${id}`, sold);
  const back = await toldAfter(page, stoppedMs, ({ type }) => type === 'balance');
  await expect(available).not.toHaveText(without, { timeout: 1_000 });
  await expectAsked(asked, 'available_balance', back);
});

test('a guest gets prices by the stream, and nothing of anybody’s bots (H59)', async ({ page, browser }) => {
  const asked = watchCalls(page);
  await page.goto(PAGE);
  await untilCarried(asked);
  await overhear(page);
  const trader = await (await browser.newContext()).newPage();
  await registerSigned(trader);
  await startGrid(trader);
  await expect
    .poll(async () => (await toldIn(page)).filter(({ type }) => type === 'tickers').length, { timeout: 15_000 })
    .toBeGreaterThan(4);
  const types = new Set((await toldIn(page)).map(({ type }) => type));
  expect([...types].sort()).toEqual(['hello', 'tickers']);
  await trader.context().close();
});

test('a hidden tab has no stream', async ({ page }) => {
  const asked = watchCalls(page);
  const ended: string[] = [];
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
  await page.goto(PAGE);
  await untilCarried(asked);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => ended.filter((path) => path === '/api/events').length).toBe(1);
  const before = streams(asked).length;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => streams(asked).length).toBe(before + 1);
});
