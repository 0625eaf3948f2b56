import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { heapUsed } from '#tests/support/heap-used.ts';
import { runs } from '#tests/support/runs.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** What the bots of an archive take of the exchange's memory. In a file of its own: what others left in its process counted as theirs. */

const MANY = runs(4_000, 10_000);

/** Turns without any time going by, until all that have ended lie in the archive. */
async function putAway(exchange: TestExchange): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await exchange.tick();
}

/** The one bot of an archive, so many times, each with a curve of ninety days. */
function multiply(folder: string, id: number, count: number): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const read = (collection: string) =>
    JSON.parse(
      String(raw.prepare('SELECT value FROM item WHERE collection = ? AND key = ?').get(collection, `${id}`)?.value),
    );
  const [whole, facts] = [read('ended_bots'), read('ended_facts')];
  const curve = Array.from({ length: 90 }, (_, day) => {
    const date = new Date(Date.UTC(2026, 1, 1) + day * 86_400_000).toISOString().slice(0, 10);
    return JSON.stringify([date, '1234567890', '4567890', '301234567890', [3_012.3, 2_999.1, 0.0123]]);
  });
  const put = raw.prepare('INSERT INTO item VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  raw.exec('BEGIN');
  for (let one = id; one < id + count; one += 1) {
    put.run('ended_bots', `${one}`, JSON.stringify({ ...whole, record: { ...whole.record, id: one }, curve }));
    put.run('ended_facts', `${one}`, JSON.stringify({ ...facts, record: { ...facts.record, id: one } }));
  }
  raw.exec('COMMIT');
  raw.close();
}

/** Somebody walks through all of them, and looks at the last one's curve. */
async function readAll(exchange: TestExchange, owner: Who, ids: readonly [first: number, count: number]) {
  const [first, count] = ids;
  for (let page = 1; page <= Math.ceil(count / 500); page += 1) {
    const query = { status: 'finished', page, page_size: 500 };
    const { data } = await exchange.send('strategies', { who: owner, query });
    expect(data.length).toBe(Math.min(count, 500));
    expect(data[0].run_times).toBeGreaterThanOrEqual(0);
  }
  const query = { strategy_type: 'spot_grid', page_size: 100 };
  return (await exchange.send('dailyCurve', { path: { id: first + count - 1 }, query })).data;
}

it('bots that have ended (F4) cost memory less than a kilobyte each, read or not: thousands of ninety days', async () => {
  const folder = temporaryFolder();
  const first = await openTestExchange(folder);
  const owner = await first.trader('demo');
  const id = await startKind(first, owner, 'spot_grid', { fundpass: 'paper-fund' });
  await first.send('cancelGrid', { who: owner, path: { id }, body: {} });
  await putAway(first);
  await first.kill();
  const open = async () => {
    const before = heapUsed();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    return { exchange, bytes: () => heapUsed() - before };
  };
  const one = await open();
  // What a first call makes once (code, caches) is not a bot's.
  await readAll(one.exchange, owner, [id, 1]);
  const ownBytes = one.bytes();
  await one.exchange.kill();
  multiply(folder, id, MANY);
  const { exchange: second, bytes } = await open();
  expect((bytes() - ownBytes) / MANY).toBeLessThan(1_000);
  // What was read is forgotten again.
  expect((await readAll(second, owner, [id, MANY])).length).toBe(90);
  expect(bytes() - ownBytes).toBeLessThan(MANY * 1_000 + 128 * 40_000);
  await second.kill();
}, 120_000);
