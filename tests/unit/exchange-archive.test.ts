import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { OWNERS_BOT_CALLS, PUBLIC_BOT_CALLS } from './exchange-bot-calls.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

/**
 * F4: a bot that has ended is put away. Nobody may see that it was: every call's reply is compared before, after, and
 * after a restart, at the same moment of the same market.
 */

type Replies = Record<string, unknown>;

const rowsOf = async (exchange: TestExchange, collection: string) =>
  (await gathered(exchange.store.all(collection))).map(({ key }) => key);

/** Ending it again is refused either way; the account's limit on tries would tell the readings apart. */
const { cancelGrid: _, ...OWNERS } = OWNERS_BOT_CALLS;

/** Turns without any time going by, until all that have ended lie in the archive. */
async function putAway(exchange: TestExchange): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await exchange.tick();
}

/** Both texts around where they part. */
function firstApart(before: string, after: string): readonly string[] {
  const at = [...before].findIndex((letter, index) => letter !== after[index]);
  return [before, after].map((text) => text.slice(Math.max(0, at - 40), at + 40));
}

/** What is told otherwise than before; empty when nothing is. */
function otherwise(before: Replies, after: Replies): Replies {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (value: unknown) => JSON.stringify(value);
  return Object.fromEntries(
    [...names]
      .filter((name) => text(before[name]) !== text(after[name]))
      .map((name) => [name, firstApart(text(before[name]) ?? '', text(after[name]) ?? '')]),
  );
}

/** Everything that can be asked about some bots, by everybody who may look. */
async function askAll(exchange: TestExchange, bots: readonly (readonly [number, string])[], who: Viewers) {
  const replies: Replies = {};
  for (const [viewer, { authorization }] of Object.entries(who)) {
    const me = authorization === '' ? {} : { who: { authorization } };
    for (const [id, kind] of bots) {
      for (const [call, shape] of Object.entries({ ...PUBLIC_BOT_CALLS, ...OWNERS })) {
        replies[`${viewer} ${kind} ${call}`] = await exchange.send(call as UpstreamEndpointName, {
          ...shape(id, kind),
          ...me,
        });
      }
      for (const period of ['week', 'month']) {
        const query = { strategy_id: id, data_period: period };
        replies[`${viewer} ${kind} ${period}`] = await exchange.send('strategies', { query, ...me });
      }
    }
  }
  return replies;
}

/** The one bot of an archive, so many times, as a folder of schema 1 has them: among the bots, their days in the journal. */
function makeOlder(folder: string, id: number, count: number): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  raw.exec('ALTER TABLE journal DROP COLUMN request');
  const stored = raw.prepare("SELECT value FROM item WHERE collection = 'ended_bots'").get()?.value;
  const { record, machine } = JSON.parse(String(stored));
  raw.exec("DELETE FROM item WHERE collection IN ('ended_bots', 'ended_facts')");
  const put = raw.prepare("INSERT INTO item VALUES ('bots', ?, ?)");
  const copyDays = raw.prepare(
    "INSERT INTO journal SELECT ? + row_number() OVER (), stream, ?, time_ms, value FROM journal WHERE stream = 'bot_daily' AND key = ?",
  );
  for (let one = id; one < id + count; one += 1) {
    put.run(`${one}`, JSON.stringify({ record: { ...record, id: one }, machine, watch: null }));
    if (one > id) copyDays.run(1_000_000 * (one - id), `${one}`, `${id}`);
  }
  raw.exec('PRAGMA user_version = 1');
  raw.close();
}

type Viewers = Readonly<Record<string, Who>>;

async function askLists(exchange: TestExchange, who: Viewers): Promise<Replies> {
  const replies: Replies = {};
  for (const [viewer, { authorization }] of Object.entries(who)) {
    if (authorization === '') continue;
    for (const sort of ['', 'finish_time', 'run_times', 'money', 'profit', 'profit_rate_asc', 'match_times']) {
      for (const page of [1, 2]) {
        const query = { status: 'finished', page, page_size: 5, sort };
        replies[`${viewer} list ${sort} ${page}`] = await exchange.send('strategies', {
          who: { authorization },
          query,
        });
      }
    }
    for (const status of ['running', 'finished']) {
      replies[`${viewer} numbers ${status}`] = await exchange.send('strategyNumber', {
        who: { authorization },
        query: { status },
      });
    }
    replies[`${viewer} wallet`] = await exchange.send('wallet', { who: { authorization } });
  }
  return replies;
}

describe('bots that have ended (F4)', () => {
  it('answer every call as before once they are put away, and over a restart', async () => {
    const folder = temporaryFolder();
    let exchange = await openTestExchange(folder);
    const who: Viewers = {
      owner: await exchange.trader('demo'),
      other: await exchange.trader('copier'),
      guest: { authorization: '' },
    };
    const bots: [number, string][] = [];
    for (const kind of RUNNABLE_KINDS) {
      bots.push([await startKind(exchange, who.owner as Who, kind, { fundpass: 'paper-fund' }), kind]);
    }
    await exchange.pass(15 * 3_600_000, 300_000);
    for (const [id] of bots) {
      const body = { fundpass: 'paper-fund' };
      expect((await exchange.send('cancelGrid', { who: who.owner as Who, path: { id }, body })).code).toBe(200);
    }
    const read = async () => ({ ...(await askAll(exchange, bots, who)), ...(await askLists(exchange, who)) });
    const before = await read();
    expect((await rowsOf(exchange, 'bots')).length).toBe(bots.length);
    await putAway(exchange);
    expect(await rowsOf(exchange, 'bots')).toEqual([]);
    expect((await rowsOf(exchange, 'ended_bots')).length).toBe(bots.length);
    expect(otherwise(before, await read())).toEqual({});

    await exchange.kill();
    exchange = await openTestExchange(folder, { clock: exchange.clock });
    expect(otherwise(before, await read())).toEqual({});
    await exchange.kill();
  }, 120_000);

  it('rank, count and are found in public lists as before (H54, H57)', async () => {
    const folder = temporaryFolder();
    let exchange = await openTestExchange(folder, { worldBots: 40, worldDays: 24 });
    const ask = async () => {
      const replies: Replies = {};
      const orders: Record<string, string>[] = [
        {},
        ...['adj_sharp_rate', 'rate', 'year_pft_rate', 'create_time'].map((order_by) => ({ order_by })),
      ];
      const anonymous = new Set<string>();
      for (const order of orders) {
        const query = { strategy_type: 'all', page: '1', page_size: '100', ...order };
        const reply = await exchange.send('recommendList', { query });
        replies[`recommended ${JSON.stringify(order)}`] = reply;
        for (const { user_info } of reply.data) anonymous.add(user_info.anonymous);
      }
      expect(anonymous.size).toBeGreaterThan(2);
      for (const name of anonymous) {
        replies[`signaler ${name}`] = await exchange.send('signaler', { query: { anonymous: name } });
        replies[`bots of ${name}`] = await exchange.send('signalerStrategies', { query: { anonymous: name } });
      }
      replies.hot = await exchange.send('hotStrategies', { query: { market_kind: 'spot' } });
      replies.classes = await exchange.send('strategyClass', { query: { market_kind: 'spot' } });
      return replies;
    };
    const before = await ask();
    await putAway(exchange);
    expect((await rowsOf(exchange, 'ended_bots')).length).toBeGreaterThan(3);
    // The lists are made anew two seconds later; until then they are not asked for the archive at all.
    await exchange.kill();
    exchange = await openTestExchange(folder, { clock: exchange.clock, worldBots: 40, worldDays: 24 });
    expect(otherwise(before, await ask())).toEqual({});
    await exchange.kill();
  }, 120_000);

  it.each([
    ['damaged', "UPDATE item SET value = 'no json' WHERE collection = 'ended_bots' AND key = ?"],
    ['another’s', "UPDATE item SET value = '{}' WHERE collection = 'ended_bots' AND key = ?"],
    ['lost', "DELETE FROM item WHERE collection = 'ended_bots' AND key = ?"],
  ])(
    'are not read at a start: one whose row is %s keeps neither the exchange nor the other rows',
    async (_, damage) => {
      const folder = temporaryFolder();
      const first = await openTestExchange(folder);
      const owner = await first.trader('demo');
      const ids: number[] = [];
      for (let one = 0; one < 3; one += 1) {
        const id = await startKind(first, owner, 'spot_grid', { fundpass: 'paper-fund' });
        await first.send('cancelGrid', { who: owner, path: { id }, body: {} });
        ids.push(id);
      }
      await putAway(first);
      await first.kill();
      const [low, id, high] = ids as [number, number, number];
      const raw = new DatabaseSync(join(folder, 'exchange.db'));
      raw.prepare(damage).run(`${id}`);
      raw.close();
      const second = await openTestExchange(folder, { clock: first.clock });
      const numbers = await second.send('strategyNumber', { who: owner, query: { status: 'finished' } });
      expect(numbers.data[0]).toEqual({ key: 'spot_grid', num: 3 });
      for (let look = 0; look < 2; look += 1) {
        const { data } = await second.send('strategies', { query: { status: 'finished' }, who: owner });
        expect(data.map((row: { strategy_id: number }) => row.strategy_id).sort()).toEqual([low, high]);
        const query = { strategy_id: id };
        expect((await second.send('strategies', { query, who: owner })).code).toBe(404);
        expect(
          (await second.send('strategyDetail', { query: { ...query, strategy_type: 'spot_grid' }, who: owner })).code,
        ).toBe(404);
      }
      // Said once, with its number.
      const told = second.logged.filter((line) => line.includes('archive-lost-bot'));
      expect(told.map((line) => JSON.parse(line).botId)).toEqual([id]);
      // Its number is not given again.
      expect(await startKind(second, owner, 'spot_grid', { fundpass: 'paper-fund' })).toBe(high + 1);
      await second.kill();
    },
    60_000,
  );

  it('of a folder of schema 1 are put away some a turn; a kill between the turns loses none and doubles none', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const owner = await first.trader('demo');
    const id = await startKind(first, owner, 'spot_grid', { fundpass: 'paper-fund' });
    await first.send('cancelGrid', { who: owner, path: { id }, body: {} });
    await putAway(first);
    await first.kill();
    const count = 70;
    makeOlder(folder, id, count);
    const askEach = async (exchange: TestExchange) => {
      const replies: Replies = {};
      for (let one = id; one < id + count; one += 1) {
        replies[`row ${one}`] = await exchange.send('strategies', { query: { strategy_id: one }, who: owner });
        const query = { strategy_type: 'spot_grid', page_size: 100 };
        replies[`days ${one}`] = await exchange.send('dailyCurve', { path: { id: one }, query });
      }
      return { ...replies, ...(await askLists(exchange, { owner })) };
    };
    const second = await openTestExchange(folder, { clock: first.clock });
    expect((await rowsOf(second, 'bots')).length).toBe(count);
    const before = await askEach(second);
    await second.tick();
    const left = (await rowsOf(second, 'bots')).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);
    expect(otherwise(before, await askEach(second))).toEqual({});
    await second.kill();
    const third = await openTestExchange(folder, { clock: first.clock });
    expect(otherwise(before, await askEach(third))).toEqual({});
    await putAway(third);
    expect(await rowsOf(third, 'bots')).toEqual([]);
    expect(await rowsOf(third, 'ended_bots')).toEqual(await rowsOf(third, 'ended_facts'));
    expect((await rowsOf(third, 'ended_bots')).length).toBe(count);
    expect(otherwise(before, await askEach(third))).toEqual({});
    expect(await startKind(third, owner, 'spot_grid', { fundpass: 'paper-fund' })).toBe(id + count);
    await third.kill();
  }, 60_000);

  it('leave a trader’s emptied accounts known: a restart gives no starting or trial funds twice', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const owner = await first.trader('demo');
    const wallet = async (exchange: TestExchange) => (await exchange.send('wallet', { who: owner })).data;
    const whole = first.ledger.balance('user:10001:futures_usdt', 'USDT');
    await first.sequencer.submit((tx) => {
      for (const [account, amount] of [
        ['user:10001:futures_usdt', whole],
        ['user:10001:trial', first.ledger.balance('user:10001:trial', 'USDT')],
      ] as const) {
        first.ledger.post([{ from: account, to: 'fees', asset: 'USDT', amount }], 'test', account, tx.nowMs);
      }
    });
    expect(first.ledger.balance('user:10001:trial', 'USDT')).toBe(0n);
    const before = await wallet(first);
    await first.kill();
    const second = await openTestExchange(folder, { clock: first.clock });
    expect(await wallet(second)).toEqual(before);
    expect(second.ledger.balance('user:10001:trial', 'USDT')).toBe(0n);
    await second.kill();
  });

  it('leave no balance behind: neither in memory nor on the disk', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const owner = await exchange.trader('demo');
    const id = await startKind(exchange, owner, 'margin_grid', { fundpass: 'paper-fund' });
    expect((await rowsOf(exchange, 'balances')).filter((key) => key.startsWith(`bot:${id}`)).length).toBeGreaterThan(0);
    await exchange.send('cancelGrid', { who: owner, path: { id }, body: {} });
    expect((await rowsOf(exchange, 'balances')).filter((key) => key.includes(`:${id}`))).toEqual([]);
    expect([...exchange.ledger.everyAccount()].filter((account) => account.includes(`:${id}`))).toEqual([]);
    await exchange.kill();
  }, 60_000);
});
