import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

type Edit = (raw: DatabaseSync) => void;

/** What a reader of payloads has no longer: the words of every bot's payload that say how much and where. */
const withoutPayload: Edit = (raw) => {
  const put = raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots' AND key = ?");
  for (const { key, value } of raw.prepare("SELECT key, value FROM item WHERE collection = 'bots'").all()) {
    const stored = JSON.parse(String(value));
    const { payload } = stored.record;
    for (const field of ['low_price', 'high_price', 'grid_num', 'stop_loss', 'stop_profit', 'money']) {
      if (field in payload) payload[field] = field === 'grid_num' ? '3' : '1';
    }
    put.run(JSON.stringify(stored), key as string);
  }
};
/** As the exchange wrote while bots had no params beside them. */
const withoutParams: Edit = (raw) => void raw.exec("DELETE FROM journal WHERE stream = 'bot_params'");

async function read(exchange: TestExchange, who: Who, kind: RunnableKind, id: number) {
  const query = { strategy_id: id, strategy_type: kind };
  const { status, profit, trade_num, residual, match_times } = (await exchange.send('strategyDetail', { who, query }))
    .data;
  const orders = (await exchange.send('openOrders', { who, path: { id } })).data;
  return { status, profit, trade_num, residual, match_times, orders };
}

/** An hour, a restart with an edit of what is stored, six hours more. */
async function life(kind: RunnableKind, edit: Edit | null) {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  const first = await openTestExchange(folder, { clock });
  const id = await startKind(first, await first.trader(), kind);
  await first.pass(3_600_000, 60_000);
  await first.kill();
  if (edit !== null) {
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    edit(raw);
    raw.close();
  }
  const exchange = await openTestExchange(folder, { clock });
  const who = await exchange.trader();
  await exchange.pass(6 * 3_600_000, 60_000);
  expect(exchange.fatal).toEqual([]);
  return read(exchange, who, kind, id);
}

describe.each(Object.keys(STRATEGIES) as RunnableKind[])('what a running %s was made of', (kind) => {
  it('is what it goes on by after a restart, whatever its payload would be read as', async () => {
    const wanted = await life(kind, null);
    expect(await life(kind, withoutParams)).toEqual(wanted);
    const grid = kind.endsWith('_grid');
    if (grid) expect(await life(kind, withoutPayload)).toEqual(wanted);
  }, 60_000);
});

it('is refused at the start when a later program wrote it, and says whose it was', async () => {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  const first = await openTestExchange(folder, { clock });
  const id = await startKind(first, await first.trader(), 'spot_grid');
  await first.kill();
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  raw.exec(`UPDATE journal SET value = replace(value, '"version":1', '"version":2') WHERE stream = 'bot_params'`);
  raw.close();
  await expect(openTestExchange(folder, { clock })).rejects.toThrow(`bot ${id} cannot go on`);
});

it('is written anew with each change: a restart goes on by the last one', async () => {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  const first = await openTestExchange(folder, { clock });
  const who = await first.trader();
  const id = await startKind(first, who, 'spot_grid');
  await first.pass(60_000, 1_000);
  const last = Number(first.feed.lastTicks('BTC_USDT', clock.nowMs())) / 10;
  const body = { stop_loss: (last * 0.8).toFixed(1), fundpass: 'paper-fund' };
  expect(await first.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
  expect(await first.store.valuesOf('bot_params', [`${id}`])).toMatchObject([{ length: 2 }]);
  const written = (await first.store.valuesOf('bot_params', [`${id}`]))[0]?.map(
    (text) => JSON.parse(text).params.stopLossTicks,
  );
  expect(written?.[1]).toBe(Math.round(last * 8));
  expect(written?.[0]).not.toBe(written?.[1]);
  await first.kill();
  const exchange = await openTestExchange(folder, { clock });
  const again = await exchange.trader();
  const more = { stop_profit: (last * 1.3).toFixed(1), stop_loss: (last * 0.8).toFixed(1), fundpass: 'paper-fund' };
  expect(await exchange.send('changeGridParams', { who: again, path: { id }, body: more })).toMatchObject({
    code: 200,
  });
  const [rows] = await exchange.store.valuesOf('bot_params', [`${id}`]);
  expect(rows).toHaveLength(3);
  expect(JSON.parse(rows?.at(-1) ?? '').params.takeProfitTicks).toBe(Math.round(last * 13));
});
