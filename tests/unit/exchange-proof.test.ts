import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import type { ProofReply } from '#lib/contract/proof-calls.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { proofHandlers } from '#server/exchange/handlers/proof-handlers.ts';
import { gatherColumns, type MarketColumns } from '#server/exchange/market/gather-columns.ts';
import { Proof } from '#server/exchange/proofs/proof.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { closeParams } from './closed-params.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const WAIT = { timeout: 120_000, interval: 10 };
const HOUR_MS = 3_600_000;
const DEMO = 10_001;
const COPIER = 10_002;

async function proven(exchange: TestExchange, who: Who, id: number) {
  expect(await exchange.send('startProof', { who, path: { id } })).toMatchObject({ code: 200 });
  const ask = async () => (await exchange.send('proof', { who, path: { id } })).data;
  await expect.poll(async () => (await ask()).status, WAIT).toBe('done');
  const { result } = await ask();
  // The thread's own code once more in this one, where faults can be planted in it.
  if (result.outcome !== 'no-tape') {
    const { difference, fills, prices } = await provenHere(exchange, id);
    const { kind, fill, fields } = difference ?? { kind: undefined, fill: undefined, fields: undefined };
    expect({ ...result.difference }).toMatchObject(difference === null ? {} : { kind, fill, fields });
    expect([difference === null, fills, prices.outside]).toEqual([
      result.difference === null,
      result.fills,
      result.prices.outside,
    ]);
  } else expect(await provenHere(exchange, id)).toMatchObject({ calls: 0, difference: null });
  return result;
}

async function provenHere(exchange: TestExchange, id: number) {
  const { store, feed } = exchange;
  const row = (await store.get('bots', `${id}`)) ?? (await store.get('ended_bots', `${id}`)) ?? '';
  const [params = []] = await store.valuesOf('bot_params', [`${id}`]);
  const proof = new Proof({ row, params });
  for await (const taped of store.since('bot_tape', `${id}`, 0)) proof.takeTape([taped]);
  for await (const fill of store.since('bot_fills', `${id}`, 0)) proof.takeFills([fill]);
  const markets: Record<string, MarketColumns> = {};
  for (const { instrument, fromMs, toMs } of proof.places) {
    const spec = feed.spec(instrument);
    const columns = spec && (await gatherColumns(feed, spec, fromMs, toMs, { isOver: () => false }));
    if (columns) markets[instrument] = columns;
  }
  return proof.end(markets);
}

async function running(hours = 4) {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  await exchange.pass(hours * HOUR_MS, 60_000);
  return { folder, exchange, who, id };
}

/** Ends an exchange, writes into its store as nobody may, and opens another on it. */
async function written(folder: string, first: TestExchange, sql: string, ...values: (string | number)[]) {
  await first.kill();
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  expect(raw.prepare(sql).run(...values).changes).toBe(1);
  raw.close();
  const exchange = await openTestExchange(folder, { clock: first.clock });
  return { exchange, who: await exchange.trader() };
}

/** The n-th row of a stream of a bot, counted from 0. */
const nth = (stream: string) =>
  `sequence = (SELECT sequence FROM journal WHERE stream = '${stream}' AND key = ? ORDER BY sequence LIMIT 1 OFFSET ?)`;

describe('the proof of a bot', () => {
  it.each(kindsOfRun(0))(
    'of %s: hours, a kill, the time away and what came after it are replayed to the last fill, prices among the market’s own',
    async (kind) => {
      const folder = temporaryFolder();
      const first = await openTestExchange(folder);
      const id = await startKind(first, await first.trader(), kind);
      await first.pass(2 * HOUR_MS, 120_000);
      await first.kill();
      first.clock.advance(10 * HOUR_MS);
      const exchange = await openTestExchange(folder, { clock: first.clock });
      const who = await exchange.trader();
      await exchange.pass(600_000, 60_000);
      const result = await proven(exchange, who, id);
      expect(result).toMatchObject({ outcome: 'equal', difference: null, is_whole: true, prices: { outside: 0 } });
      expect(result.fills).toBeGreaterThan(0);
    },
  );

  it('replays a life with a pause, another range, profit taken out and its end, over a kill, and every fill is the same', async () => {
    const { folder, exchange: first, who: someone, id } = await running();
    const path = { id };
    // Refused, and on no tape.
    expect(await first.send('continueGrid', { who: someone, path, body: {} })).toMatchObject({ code: 409 });
    await first.send('pauseGrid', { who: someone, path, body: {} });
    await first.pass(HOUR_MS, 60_000);
    expect(await first.send('continueGrid', { who: someone, path, body: {} })).toMatchObject({ code: 200 });
    const last = Number((await first.send('strategyDetail', { who: someone, query: named(id) })).data.last_price);
    const range = { low_price: (last * 0.98).toFixed(1), high_price: (last * 1.02).toFixed(1), grid_num: '24' };
    const plan = await first.send('investPlan', { who: someone, path, body: range });
    const body = { ...range, actions: shownActions(plan.data.plans[0].actions), fundpass: 'paper-fund' };
    expect(await first.send('changeGridParams', { who: someone, path, body })).toMatchObject({ code: 200 });
    await first.pass(2 * HOUR_MS, 60_000);
    await first.kill();
    first.clock.advance(9 * HOUR_MS);
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    const { data } = await exchange.send('withdrawable', { who, query: named(id) });
    const taken = { id, strategy_type: 'spot_grid', amount: data.unsettled_profit, fundpass: 'paper-fund' };
    expect(await exchange.send('withdrawProfit', { who, body: taken })).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, 60_000);
    const alive = await proven(exchange, who, id);
    expect(alive).toMatchObject({
      outcome: 'equal',
      owner_calls: 4,
      is_whole: true,
      prices: { outside: 0, unknown: 0 },
    });
    expect(alive.fills).toBeGreaterThan(20);
    expect(alive.prices.checked).toBe(alive.calls);
    expect(await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } })).toMatchObject({
      code: 200,
    });
    // Into the archive.
    await exchange.pass(2_000);
    const ended = await proven(exchange, who, id);
    expect(ended).toMatchObject({ outcome: 'equal', owner_calls: 5, difference: null });
    expect(ended.fills).toBe((await exchange.send('strategyDetail', { who, query: named(id) })).data.trade_num);
  });

  it('replays margin that came in and went out of a contract’s grid', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    const path = { id };
    await exchange.pass(HOUR_MS, 60_000);
    const more = { asset: 'USDT', amount: '400', fundpass: 'paper-fund' };
    expect(await exchange.send('increaseGridBalance', { who, path, body: more })).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, 60_000);
    const less = { amount: '150', fundpass: 'paper-fund' };
    expect(await exchange.send('reduceMargin', { who, path, body: less })).toMatchObject({ code: 200 });
    // One that is refused is on no tape.
    expect(await exchange.send('reduceMargin', { who, path, body: { ...less, amount: '99999' } })).toMatchObject({
      code: 422,
    });
    await exchange.pass(8 * HOUR_MS, 60_000);
    expect(await proven(exchange, who, id)).toMatchObject({ outcome: 'equal', owner_calls: 2 });
  });

  it('has no call on the tape of a command that failed on its way and was taken back', async () => {
    const { exchange, who, id } = await running();
    const { data } = await exchange.send('withdrawable', { who, query: named(id) });
    const body = { id, strategy_type: 'spot_grid', amount: data.unsettled_profit, fundpass: 'paper-fund' };
    const post = exchange.ledger.post.bind(exchange.ledger);
    const failing = vi.spyOn(exchange.ledger, 'post').mockImplementation((postings, reason, ...rest) => {
      if (reason === 'profit-withdrawal') throw new Error('not now');
      return post(postings, reason, ...rest);
    });
    await expect(exchange.send('withdrawProfit', { who, body })).rejects.toThrow('not now');
    failing.mockRestore();
    await exchange.pass(2 * HOUR_MS, 60_000);
    expect(await exchange.send('withdrawProfit', { who, body })).toMatchObject({ code: 200 });
    expect(await proven(exchange, who, id)).toMatchObject({ outcome: 'equal', owner_calls: 1 });
  });

  it('finds a fill that was altered in the store, and tells both', async () => {
    const { folder, exchange: first, id } = await running();
    const sql = `UPDATE journal SET value = replace(value, '"side":"sell"', '"side":"buy"') WHERE ${nth('bot_fills')}`;
    const { data } = await first.send('tradeRecords', { path: { id }, query: { page_size: 100 } });
    const at = data.orders.reverse().findIndex(({ side }: { side: string }) => side === 'sell');
    const { exchange, who } = await written(folder, first, sql, `${id}`, at);
    const result = await proven(exchange, who, id);
    expect(result).toMatchObject({ outcome: 'different', fills: at, difference: { kind: 'fill', fill: at + 1 } });
    expect(result.difference.fields).toEqual([{ field: 'side', stored: 'buy', replayed: 'sell' }]);
  });

  it('finds a fill that the store has lost: the next one stands where it was', async () => {
    const { folder, exchange: first, id } = await running();
    const { exchange, who } = await written(folder, first, `DELETE FROM journal WHERE ${nth('bot_fills')}`, `${id}`, 3);
    expect(await proven(exchange, who, id)).toMatchObject({ outcome: 'different', fills: 3, difference: { fill: 4 } });
  });

  it('finds the last fill missing', async () => {
    const { folder, exchange: first, who: someone, id } = await running();
    const count = (await first.send('strategyDetail', { who: someone, query: named(id) })).data.trade_num;
    const sql = `DELETE FROM journal WHERE ${nth('bot_fills')}`;
    const { exchange, who } = await written(folder, first, sql, `${id}`, count - 1);
    const { difference } = await proven(exchange, who, id);
    expect(difference).toMatchObject({ kind: 'missing', fill: count });
    expect(difference.fields.find(({ field }: { field: string }) => field === 'side').stored).toBe('');
  });

  it('finds a price that was altered on the tape: by what follows, or by the market’s own candles', async () => {
    const { folder, exchange: first, id } = await running();
    // The second row is a price that touched a line: ten times it is one that the market never had.
    const sql = `UPDATE journal SET value = value || '0' WHERE ${nth('bot_tape')}`;
    const { exchange, who } = await written(folder, first, sql, `${id}`, 1);
    const result = await proven(exchange, who, id);
    expect(result.outcome).toBe('different');
    expect(result.prices).toMatchObject({ outside: 1, first: { instrument: 'BTC_USDT' } });
  });

  it('finds books that are not those of the fills', async () => {
    const { folder, exchange: first, id } = await running();
    const sql = `UPDATE item SET value = json_set(value, '$.record.gridProfit', '1') WHERE collection = 'bots' AND key = ?`;
    const { exchange, who } = await written(folder, first, sql, `${id}`);
    const { difference } = await proven(exchange, who, id);
    expect(difference.kind).toBe('statement');
    expect(difference.fields).toMatchObject([{ field: 'gridProfit', stored: '0.00000001' }]);
  });

  it('says of a bot from before there were tapes that it has none', async () => {
    const { folder, exchange: first, id } = await running(1);
    const sql = `UPDATE item SET value = json_remove(value, '$.record.taped') WHERE collection = 'bots' AND key = ?`;
    const { exchange, who } = await written(folder, first, sql, `${id}`);
    await exchange.pass(HOUR_MS, 60_000);
    expect(await proven(exchange, who, id)).toMatchObject({ outcome: 'no-tape', calls: 0, difference: null });
  });

  it('is its owner’s: one bot of his at a time, and it can be ended', async () => {
    const { exchange, who, id } = await running(1);
    const path = { id };
    const other = await exchange.trader('copier');
    for (const name of ['startProof', 'proof', 'cancelProof'] as const) {
      expect((await exchange.send(name, { who: other, path })).code).toBe(403);
      expect((await exchange.send(name, { path })).code).toBe(401);
      expect((await exchange.send(name, { who, path: { id: 999_999 } })).code).toBe(404);
    }
    expect((await exchange.send('proof', { who, path })).data).toEqual({ status: 'none', progress: 0, result: null });
    const second = await startGrid(exchange, who);
    await exchange.send('startProof', { who, path });
    expect(await exchange.send('startProof', { who, path: { id: second } })).toMatchObject({
      code: 409,
      data: { issue: 'proof-running' },
    });
    expect((await exchange.send('cancelProof', { who, path })).code).toBe(200);
    expect((await exchange.send('proof', { who, path })).data.status).toBe('cancelled');
    expect((await exchange.send('cancelProof', { who, path })).code).toBe(409);
    expect(await proven(exchange, who, second)).toMatchObject({ outcome: 'equal' });
  });

  it('tells a copier of a closed bot of no order that rests, though the two have others (H54)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const source = await startGrid(first, await first.trader());
    const copy = await startGrid(first, await first.trader('copier'));
    await first.kill();
    closeParams(folder, ({ ownerId }) => (ownerId === COPIER ? { followId: source } : {}));
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const field = (name: string) => ({ field: name, stored: `${name} 1`, replayed: `${name} 2` });
    const difference = {
      kind: 'statement',
      fill: 0,
      timeMs: 1_000,
      fields: [field('equity'), field('orders')],
    } as const;
    const prices = { checked: 0, unknown: 0, outside: 0, first: null };
    const counts = { calls: 1, fills: 0, changes: 0, fromMs: 0, toMs: 0, isWhole: true };
    const stateOf = () => ({ status: 'done', progress: 1, outcome: { ...counts, difference, prices }, tookMs: 1 });
    const { proof } = proofHandlers({
      book: exchange.notifications.parts.book as BotBook,
      proofs: { stateOf } as never,
    });
    const told = async (userId: number, id: number) => {
      const { data } = (await proof({ user: { id: userId }, path: { id } } as never)) as { data?: ProofReply };
      return data?.result?.difference?.fields.map(({ field: name }) => name);
    };
    expect(await told(DEMO, source)).toEqual(['equity', 'orders']);
    expect(await told(COPIER, copy)).toEqual(['equity']);
  });
});

const named = (id: number) => ({ strategy_id: id, strategy_type: 'spot_grid' });
