import { randomUUID } from 'node:crypto';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import {
  balances,
  bots,
  CREATE,
  createBody,
  expectExactlyBack,
  narrowGrid,
  operationsOf,
  post,
  registerTrader,
  type Trade,
  terminate,
  tradesOf,
} from './support/exchange-calls.ts';
import { expect, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Everything is killed hard (kill -9) and started again on the same data: the bots catch up, nothing is lost or doubled. */

const MARKET = 'ETH_USDT';
/** The record tells of absences, not of slow ticks (10 s). */
const AWAY_MS = 11_000;
const words = wordsIn('en');
let product: BuiltProduct;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '0' });
  await product.start();
});
test.afterAll(() => product.discard());

const nameOf = (trade: Trade): string => JSON.stringify(trade);

test('a bot outlives kill -9 of everything, catches up, and pays back to the last unit', async ({ browser }) => {
  test.setTimeout(180_000);
  const first = await browser.newContext({ baseURL: product.url, extraHTTPHeaders: { origin: product.url } });
  const { request } = first;
  await registerTrader(request, 'restart');
  const before = await balances(request);
  const grid = await narrowGrid(request, MARKET, 2);
  const body = createBody(MARKET, grid, '2000');
  const key = randomUUID();
  const created = await post<{ strategy_id: number }>(request, CREATE, body, key);
  expect(created.code).toBe(200);
  const id = created.data.strategy_id;
  await expect.poll(async () => (await tradesOf(request, id)).length).toBeGreaterThan(0);
  const cookies = await first.storageState();
  const acknowledged = await tradesOf(request, id);
  const held = await balances(request);
  await first.close();

  await product.killHard();
  const killedAt = Date.now();
  await expect.poll(() => Date.now() - killedAt, { timeout: 2 * AWAY_MS }).toBeGreaterThan(AWAY_MS);
  await product.start();
  const again = await browser.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { origin: product.url },
    storageState: cookies,
  });
  // The session is the exchange's, and it has outlived the kill too; so has the answer to the create call.
  expect((await post<{ strategy_id: number }>(again.request, CREATE, body, key)).data.strategy_id).toBe(id);
  expect(await bots(again.request, 'running')).toMatchObject([{ strategy_id: id, status: 'running', residual: '0' }]);
  expect(await balances(again.request)).toEqual(held);
  const trades = await tradesOf(again.request, id);
  expect(trades.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(new Set(trades.map(nameOf)).size).toBe(trades.length);
  const operations = await operationsOf(again.request, id);
  expect(operations.filter(({ op_type }) => op_type === 'create')).toHaveLength(1);
  expect(operations.filter(({ op_type }) => op_type === 'catch_up')).toMatchObject([{ explain: 'path-replayed' }]);

  const reopened = await again.newPage();
  await reopened.goto(`/en/trade/${MARKET}?tradModel=strategybot`);
  const section = reopened.getByRole('region', { name: words.bots('title') });
  await section.getByRole('row').filter({ hasText: 'ETH' }).click();
  await expect(reopened.getByRole('dialog')).toContainText(words.bots('operation.catch_up'));
  await expect(reopened.getByRole('dialog')).toContainText(words.bots('change.explain.path-replayed'));

  await terminate(again.request, id, MARKET);
  await expect.poll(async () => (await bots(again.request, 'finished')).length).toBe(1);
  const [ended] = await bots(again.request, 'finished');
  if (ended !== undefined) await expectExactlyBack(again.request, ended, MARKET, before);
  await again.close();
});
