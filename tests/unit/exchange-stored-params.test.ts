import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { BrokenBots } from '#server/exchange/bots/broken-bots.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
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

/** A bot of a kind on an exchange of its own. */
async function started(kind: RunnableKind) {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  const first = await openTestExchange(folder, { clock });
  const who = await first.trader();
  return { folder, clock, first, who, id: await startKind(first, who, kind) };
}

/** Rewrites what is stored while nobody has it open. */
function editStore(folder: string, edit: Edit): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  edit(raw);
  raw.close();
}

/** An hour, a restart with an edit of what is stored, six hours more. */
async function life(kind: RunnableKind, edit: Edit | null) {
  const { folder, clock, first, id } = await started(kind);
  await first.pass(3_600_000, 60_000);
  await first.kill();
  if (edit !== null) editStore(folder, edit);
  const exchange = await openTestExchange(folder, { clock });
  const who = await exchange.trader();
  await exchange.pass(6 * 3_600_000, 60_000);
  expect(exchange.fatal).toEqual([]);
  return read(exchange, who, kind, id);
}

describe.each(kindsOfRun(1))('what a running %s was made of', (kind) => {
  it('is what it goes on by after a restart, whatever its payload would be read as', async () => {
    const wanted = await life(kind, null);
    expect(await life(kind, withoutParams)).toEqual(wanted);
    const grid = kind.endsWith('_grid');
    if (grid) expect(await life(kind, withoutPayload)).toEqual(wanted);
  }, 60_000);
});

/** Rewrites the newest params of every bot. */
function rewriteParams(folder: string, rewrite: (stored: Stored, key: string) => Stored): void {
  editStore(folder, (raw) => {
    const newest = raw.prepare(
      "SELECT max(sequence) AS sequence, key, value FROM journal WHERE stream = 'bot_params' GROUP BY key",
    );
    const put = raw.prepare('UPDATE journal SET value = ? WHERE sequence = ?');
    for (const { sequence, key, value } of newest.all()) {
      put.run(JSON.stringify(rewrite(JSON.parse(String(value)), String(key))), Number(sequence));
    }
  });
}

interface Stored {
  readonly version: number;
  readonly counts: Readonly<Record<string, readonly string[]>>;
  readonly params: Readonly<Record<string, unknown>>;
}

it('is refused at the start when a later program wrote it, or its market counts otherwise: every bot is named at once', async () => {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  const first = await openTestExchange(folder, { clock });
  const who = await first.trader();
  const ids: number[] = [];
  for (const kind of ['spot_grid', 'spot_grid', 'futures_grid', 'martingale'] as const) {
    ids.push(await startKind(first, who, kind));
  }
  await first.kill();
  const [later, too, coarser, well] = ids.map(String);
  rewriteParams(folder, (stored, key) => {
    if (key === well) return stored;
    if (key === coarser) return { ...stored, counts: { ...stored.counts, 'BTC_USDT@USDT': ['1', '1', '1'] } };
    return { ...stored, version: 2 };
  });
  const refused = openTestExchange(folder, { clock });
  await expect(refused).rejects.toThrow(`params of version 2: this program knows 1 (bots ${later}, ${too})`);
  await expect(refused).rejects.toThrow(`BTC_USDT@USDT counts in other ticks or lots than before (bot ${coarser})`);
  await expect(refused).rejects.not.toThrow(well);
});

it('names twenty of the bots that cannot go on', () => {
  const broken = new BrokenBots();
  expect(() => broken.refuse()).not.toThrow();
  for (let id = 1; id <= 22; id += 1) broken.note(id, new Error('no such market'));
  expect(() => broken.refuse()).toThrow(/no such market \(bots 1, 2, .*, 20 and 2 more\)/);
});

it('is said of a bot whose row nobody can read: it holds money, and is not left out', async () => {
  const { folder, clock, first, id } = await started('spot_grid');
  await first.kill();
  editStore(folder, (raw) => raw.exec("UPDATE item SET value = 'no json' WHERE collection = 'bots'"));
  await expect(openTestExchange(folder, { clock })).rejects.toThrow(`the row of bot ${id} cannot be read`);
});

it('of bots from before params were kept is written at the first start, once', async () => {
  const { folder, clock, first, who, id } = await started('spot_grid');
  const ended = await startKind(first, who, 'spot_grid');
  await first.send('cancelGrid', { who, path: { id: ended }, body: { fundpass: 'paper-fund' } });
  const keys = [`${id}`, `${ended}`];
  const wanted = (await first.store.valuesOf('bot_params', keys))[0];
  await first.kill();
  editStore(folder, withoutParams);
  for (let starts = 0; starts < 2; starts += 1) {
    const exchange = await openTestExchange(folder, { clock });
    await exchange.pass(1_000);
    expect(await exchange.store.valuesOf('bot_params', keys)).toEqual([wanted, []]);
    await exchange.kill();
  }
});

/** Of each kind that can be changed, what its owner asks: a stop. */
const STOPS: readonly (readonly [RunnableKind, (exchange: TestExchange) => object])[] = [
  ...(['spot_grid', 'margin_grid', 'infinite_grid'] as const).map(
    (kind) => [kind, (exchange: TestExchange) => ({ stop_loss: priceAt(exchange, 'BTC_USDT', 0.8) })] as const,
  ),
  ...(['futures_grid', 'contract-martingale'] as const).map((kind) => [kind, () => ({ stop_loss: '0.15' })] as const),
  ...(['martingale', 'smart-position', 'compose-indicator', 'custom-strategy'] as const).map(
    (kind) => [kind, () => ({ stop_loss: '0.45' })] as const,
  ),
];

/** The same params as another program would have read them from the payload: other terms, and its fields in another order. */
function readOtherwise({ params, ...stored }: Stored): Stored {
  const { feeRate, openingSlippageE8, coins, firstSize, ...rest } = params;
  const other = (is: unknown, becomes: unknown) => (is === undefined ? undefined : becomes);
  const fee = { $units: '77777' };
  return {
    ...stored,
    params: {
      coins: (coins as readonly object[] | undefined)?.map((coin) => ({ ...coin, feeRate: fee })),
      firstSize,
      openingSlippageE8: other(openingSlippageE8, { $units: '12345678' }),
      feeRate: other(feeRate, fee),
      ...rest,
    },
  };
}

it.each(STOPS)(
  'of a %s stays but for what its owner changes, whatever its payload is read as by then',
  async (kind, stop) => {
    const { folder, clock, first, id } = await started(kind);
    await first.pass(60_000, 20_000);
    await first.kill();
    rewriteParams(folder, readOtherwise);
    const exchange = await openTestExchange(folder, { clock });
    const who = await exchange.trader();
    const body = { ...stop(exchange), fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    const rows = (await exchange.store.valuesOf('bot_params', [`${id}`]))[0]?.map((text) => JSON.parse(text).params);
    const [before = {}, after = {}] = rows ?? [];
    const changed = Object.keys({ ...before, ...after }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    expect(changed).toEqual([expect.stringMatching(/stopLoss|totalStop/)]);
  },
);

it('is written anew with each change: a restart goes on by the last one', async () => {
  const { folder, clock, first, who, id } = await started('spot_grid');
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
