import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';

/** Where a quiet bot's price stands beside its range tells both ends of the range, as soon as it goes over one of them (H54). */

let exchange: TestExchange;
let demo: Who;
const folder = mkdtempSync(join(tmpdir(), 'exchange-quiet-'));

beforeAll(async () => {
  exchange = await openTestExchange(folder);
  demo = await exchange.trader('demo');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is told of bots with open parameters alone; of others that the price has reached none of their orders', async () => {
  const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
  const range = { low_price: (last * 0.3).toFixed(1), high_price: (last * 0.4).toFixed(1) };
  const closed = await startGrid(exchange, demo, { ...range, is_hide: 1 });
  const open = await startGrid(exchange, demo, { ...range });
  // Who hides a bot when he makes it keeps its parameters, and may show it afterwards.
  const shown = { strategy_id: closed, strategy_type: 'spot_grid', is_hide: 0 };
  expect((await exchange.send('hideStrategy', { who: demo, body: shown })).code).toBe(200);
  const { data: profile } = await exchange.send('upstreamProfile', { who: demo });
  await exchange.pass(8 * 86_400_000, 3_600_000);
  const { data } = await exchange.send('signalerStrategies', {
    query: { anonymous: profile.anonymous, page_size: 100 },
  });
  const told = Object.fromEntries(
    data.map((item: { strategy_id: number; quiet_reason: string; low_price: string }) => [
      item.strategy_id,
      [item.low_price, item.quiet_reason],
    ]),
  );
  expect(told[open]).toEqual([range.low_price.replace(/\.0$/, ''), 'above_range']);
  expect(told[closed]).toEqual(['-', 'order']);
});
