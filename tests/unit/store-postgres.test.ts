import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '#server/exchange/store/postgres-connection.ts';
import { postgresTurns } from '#server/exchange/store/postgres-turns.ts';
import { StoreInUse, StoreLost } from '#server/exchange/store/store-errors.ts';
import { steadyMs } from '#server/exchange/surroundings/clock.ts';
import { cutProxy } from '../support/cut-proxy.ts';
import { ask, freshDatabase } from '../support/postgres-server.ts';
import { openStoreHere } from '../support/store-here.ts';
import { describeWithPostgres, openOn, openOnThread, temporaryDatabase } from './postgres-fixture.ts';
import { holdStoreToContract } from './store-contract.ts';
import { gathered, temporaryFolder, turnWriter } from './store-fixture.ts';

/** The lease runs out by itself within this. */
const LEASE_OVER_MS = 2_500;
const WRITER = fileURLToPath(new URL('../support/postgres-writer.ts', import.meta.url));

/** As when its holder has been silent for too long; it cannot renew it either. */
const endLease = (url: string) => ask(url, "UPDATE exchange.lease SET until = '-infinity', holder = ''");

describeWithPostgres('PostgreSQL', () => {
  for (const [name, open] of [
    ['PostgreSQL', openOnThread],
    ['PostgreSQL in this thread', openOn],
  ] as const) {
    holdStoreToContract(name, () => {
      const database = freshDatabase();
      onTestFinished(async () => (await database).drop());
      return { open: async () => open((await database).url) };
    });
  }
});

describeWithPostgres('one of all who have opened a database in PostgreSQL', () => {
  it('has it: another is told so, and has it as soon as it is closed', async () => {
    const url = await temporaryDatabase();
    const first = await openOn(url);
    await expect(openOn(url)).rejects.toThrow(StoreInUse);
    await first.close();
    const second = await openOn(url);
    expect(second.position.epoch).toBe(first.position.epoch + 1);
    await second.close();
  });

  it('keeps it for longer than a lease lasts', async () => {
    const url = await temporaryDatabase();
    const store = await openOn(url);
    await new Promise((resolve) => setTimeout(resolve, LEASE_OVER_MS));
    await expect(openOn(url)).rejects.toThrow(StoreInUse);
    await turnWriter(store)((batch) => batch.put('a', 'k', '1'));
    await store.close();
  });

  it('is waited for by who is patient, and told of once', async () => {
    const url = await temporaryDatabase();
    const first = await openOn(url);
    await turnWriter(first)((batch) => batch.put('a', 'k', '1'));
    const onStandby = vi.fn();
    const waiting = openOn(url, { isPatient: true, onStandby });
    await vi.waitFor(() => expect(onStandby).toHaveBeenCalled(), 5_000);
    await first.close();
    const second = await waiting;
    expect(await second.get('a', 'k')).toBe('1');
    expect(onStandby).toHaveBeenCalledTimes(1);
    await second.close();
  });

  it('writes nothing more when another has taken it over, and is told so though it asks nothing', async () => {
    const url = await temporaryDatabase();
    const onLost = vi.fn();
    const old = await openOn(url, { onLost });
    const write = turnWriter(old);
    await write((batch) => batch.put('a', 'k', 'old'));
    await endLease(url);
    const present = await openOn(url);
    await expect(write((batch) => batch.put('a', 'k', 'late'))).rejects.toThrow();
    await turnWriter(present)((batch) => batch.put('a', 'k', 'present'));
    expect(await present.get('a', 'k')).toBe('present');
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled(), 5_000);
    await present.close();
  });

  it('never commits the same turn as another: of two in one moment one is refused', async () => {
    const url = await temporaryDatabase();
    for (let round = 0; round < 10; round += 1) {
      const old = await openOn(url);
      await endLease(url);
      const present = await openOn(url);
      const put = (who: string) => (batch: { put(c: string, k: string, v: string): void }) =>
        batch.put('a', who, `${round}`);
      const settled = await Promise.allSettled([turnWriter(old)(put('old')), turnWriter(present)(put('present'))]);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      await present.close();
    }
  });

  it('is followed though the clock of the database was set back by an hour, and not before its lease is over', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const lasting = (time: string) =>
      ask(url, `UPDATE exchange.lease SET holder = 'gone', until = clock_timestamp() + interval '${time}'`);
    await lasting('1900 milliseconds');
    await expect(openOn(url)).rejects.toThrow(StoreInUse);
    await lasting('1 hour');
    await (await openOn(url)).close();
  });

  it('keeps it when its own thread was held for longer, while nobody else has asked; and has lost it where somebody did', async () => {
    const url = await temporaryDatabase();
    const onLost = vi.fn();
    let heldMs = 0;
    const store = await openOn(url, { onLost, nowMs: () => steadyMs() + heldMs });
    await ask(url, "UPDATE exchange.lease SET until = '-infinity'");
    heldMs += LEASE_OVER_MS;
    const isRenewed = async () => ask(url, 'SELECT FROM exchange.lease WHERE until > clock_timestamp()');
    await vi.waitFor(async () => expect(await isRenewed()).toHaveLength(1), 5_000);
    await turnWriter(store)((batch) => batch.put('a', 'k', '1'));
    expect(onLost).not.toHaveBeenCalled();
    await endLease(url);
    heldMs += LEASE_OVER_MS;
    const taken = new StoreLost('Another exchange process has taken the store over.');
    await vi.waitFor(() => expect(onLost.mock.calls).toEqual([[taken]]), 5_000);
  });

  it('can renew it while a turn of many rows is made ready', async () => {
    let looks = 0;
    const asked = Promise.withResolvers<number>();
    const query = async () => asked.resolve(looks);
    const turns = postgresTurns(
      { on() {}, query } as unknown as ClientBase,
      { epoch: 1, turn: 0, sequence: 0 },
      steadyMs,
    );
    const rows = Array.from({ length: 20_000 }, (_, row) => ({
      ...{ sequence: row + 1, stream: 's', key: 'k', timeMs: row, value: '1', request: '' },
    }));
    const look = () => {
      looks += 1;
      looking = setImmediate(look);
    };
    let looking = setImmediate(look);
    await turns.write({ epoch: 1, turn: 1, items: [], rows });
    clearImmediate(looking);
    // Once for each column of the journal.
    expect(await asked.promise).toBeGreaterThan(5);
  });

  it('waits longer for a turn of many rows, as the demo world is one, and not without end', async () => {
    const url = await temporaryDatabase();
    const onLost = vi.fn();
    let aheadMs = 0;
    const store = await openOn(url, { onLost, nowMs: () => steadyMs() + aheadMs });
    const write = turnWriter(store);
    await write((batch) => batch.put('a', 'k', '1'));
    const holding = await connect(url, 'holding');
    onTestFinished(() => holding.end());
    await holding.query('BEGIN; SELECT FROM exchange.item FOR UPDATE');
    const long = write((batch) => {
      batch.put('a', 'k', '2');
      for (let row = 0; row < 30_000; row += 1) batch.append('s', 'k', row, '1');
    });
    const isHeld = () =>
      ask(url, "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'commit_turn'");
    await vi.waitFor(async () => expect(await isHeld()).toHaveLength(1), 10_000);
    const renewed = async () => {
      const until = () => ask(url, 'SELECT until FROM exchange.lease');
      for (let times = 0; times < 2; times += 1) {
        const before = await until();
        await vi.waitFor(async () => expect(await until()).not.toEqual(before), 5_000);
      }
    };
    aheadMs += 15_000;
    await renewed();
    expect(onLost).not.toHaveBeenCalled();
    aheadMs += 30_000;
    const lost = new StoreLost('The database has not answered a turn for 30001 ms.');
    await vi.waitFor(() => expect(onLost.mock.calls).toEqual([[lost]]), 5_000);
    await holding.query('ROLLBACK');
    await long;
    await store.close();
  });

  it('refuses the late turn of a writer that was held past its lease', async () => {
    const url = await temporaryDatabase();
    const writer = fork(WRITER, [url, 'frozen']);
    onTestFinished(() => void writer.kill('SIGKILL'));
    const heard: object[] = [];
    writer.on('message', (message) => heard.push(message as object));
    await vi.waitFor(() => expect(heard).toEqual([{ opened: 1 }]), 20_000);
    writer.send('write');
    await vi.waitFor(() => expect(heard).toContainEqual({ written: 1 }), 5_000);
    writer.kill('SIGSTOP');
    // Sent while it is held: it is the first thing that it does when it goes on.
    writer.send('write');
    const present = await openOn(url, { isPatient: true });
    writer.kill('SIGCONT');
    await vi.waitFor(() => expect(heard).toContainEqual({ refused: expect.any(String) }), 5_000);
    await vi.waitFor(() => expect(heard).toContainEqual({ lost: 'StoreLost' }), 5_000);
    expect(await present.get('a', 'frozen')).toBe('1');
    expect(present.position).toMatchObject({ epoch: 2, turn: 1 });
    await present.close();
  });
});

describeWithPostgres('what a database in PostgreSQL must be', () => {
  it.each([
    ['synchronous_commit', 'off', 'on'],
    ['synchronous_commit', 'local', 'on'],
    ['synchronous_commit', 'remote_write', 'on'],
    ['synchronous_commit', 'remote_apply', 'remote_apply'],
    ['client_min_messages', 'error', 'warning'],
    ['idle_session_timeout', '8s', '0'],
    ['statement_timeout', '8s', '0'],
    ['lock_timeout', '8s', '0'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
  ])(
    'has its connections as they must be where it says %s = %s, and whatever it says later',
    async (name, value, ours) => {
      const url = await temporaryDatabase();
      await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '${value}'`);
      const client = await connect(url, 'test');
      onTestFinished(() => client.end());
      const { rows } = await client.query('SELECT setting, source FROM pg_settings WHERE name = $1', [name]);
      expect(rows).toEqual([{ setting: ours, source: 'session' }]);
      await (await openOn(url)).close();
    },
  );

  it('has a connection that waits for no standby so, where it asks for more', async () => {
    const url = await temporaryDatabase();
    await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = remote_apply`);
    const client = await connect(url, 'test', false);
    onTestFinished(() => client.end());
    expect((await client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'local' }]);
  });

  it('refuses one that a newer program has written, and changes nothing', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    await ask(url, 'UPDATE exchange.schema_version SET version = version + 1');
    await expect(openOn(url, { isPatient: true })).rejects.toThrow('newer version');
    await ask(url, 'UPDATE exchange.schema_version SET version = version - 1');
    const store = await openOn(url);
    expect(store.position.epoch).toBe(2);
    await store.close();
  });

  it('is brought on where an older program has made it, step by step and with what it holds', async () => {
    const url = await temporaryDatabase();
    const first = await openOn(url);
    await turnWriter(first)((batch) => batch.put('a', 'k', '1'));
    await first.close();
    const [newest] = await ask<{ version: number }>(url, 'SELECT version FROM exchange.schema_version');
    await ask(url, 'UPDATE exchange.schema_version SET version = 1');
    const store = await openOn(url);
    expect(await ask(url, 'SELECT version FROM exchange.schema_version')).toEqual([newest]);
    expect(newest?.version).toBeGreaterThan(1);
    expect([await store.get('a', 'k'), store.position]).toMatchObject(['1', { epoch: 2, turn: 1 }]);
    await store.close();
  });

  it('refuses one that a newer program has had since it was looked at', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    // As when the newer one has had the lease between the look and ours.
    await ask(
      url,
      `CREATE FUNCTION newer() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN UPDATE exchange.schema_version SET version = version + 1; RETURN new; END $$;
       CREATE TRIGGER newer BEFORE UPDATE ON exchange.fence FOR EACH ROW EXECUTE FUNCTION newer()`,
    );
    await expect(openOn(url)).rejects.toThrow('newer version');
  });

  it('has rows in the order in which SQLite has them, whatever they are written in', async () => {
    const keys = ['a', 'B', 'ä', 'Z', '10', '9', '_', '😀', '\uffff', 'aa', 'a b', ''];
    const [here, there] = [
      await openStoreHere({ dataDir: temporaryFolder(), collections: ['a'] }),
      await openOn(await temporaryDatabase()),
    ];
    const orders: string[][] = [];
    for (const store of [here, there]) {
      await turnWriter(store)((batch) => {
        for (const key of keys.filter((one) => one !== '')) batch.put('a', key, `{"${key}": "'\\\\"}`);
      });
      orders.push((await gathered(store.all('a'))).map(({ key, value }) => key + value));
      await store.close();
    }
    expect(orders[1]).toEqual(orders[0]);
  });

  it('makes the month after next in the next one, though somebody holds the journal: turns and the lease go on', async () => {
    const url = await temporaryDatabase();
    const onLost = vi.fn();
    const store = await openOn(url, { onLost });
    await monthsMade(url, 2);
    const holding = await connect(url, 'holding');
    onTestFinished(() => holding.end());
    await holding.query('SET idle_in_transaction_session_timeout = 0');
    await holding.query('BEGIN; LOCK TABLE exchange.journal IN SHARE UPDATE EXCLUSIVE MODE');
    const [month] = await ask<{ now: number }>(url, 'SELECT exchange.this_month() AS now');
    const now = month?.now ?? 0;
    await ask(
      url,
      `CREATE OR REPLACE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS 'SELECT ${now + 1}'`,
    );
    // The next renewal finds the month; held by it, the lease would be over by then.
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_OVER_MS));
    await turnWriter(store)((batch) => batch.append('s', 'k', 5, 'x'));
    expect([await countMonths(url), onLost.mock.calls]).toEqual([2, []]);
    await holding.query('COMMIT');
    await monthsMade(url, 3);
    await store.close();
  });

  it('opens though somebody holds the journal, when this month has its part', async () => {
    const url = await temporaryDatabase();
    const before = await openOn(url);
    await monthsMade(url, 2);
    await before.close();
    const holding = await connect(url, 'holding');
    onTestFinished(() => holding.end());
    await holding.query('SET idle_in_transaction_session_timeout = 0');
    await holding.query('BEGIN; LOCK TABLE exchange.journal IN SHARE UPDATE EXCLUSIVE MODE');
    const [month] = await ask<{ now: number }>(url, 'SELECT exchange.this_month() AS now');
    await ask(
      url,
      `CREATE OR REPLACE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS 'SELECT ${(month?.now ?? 0) + 1}'`,
    );
    const store = await openOn(url);
    await turnWriter(store)((batch) => batch.append('s', 'k', 5, 'x'));
    await store.close();
  });

  it('has its months made by one at a time: while it is opened nobody makes them beside who opens it', async () => {
    const address = new URL(await temporaryDatabase());
    const url = address.href;
    await (await openOn(url)).close();
    const holding = await connect(url, 'holding');
    onTestFinished(() => holding.end());
    await holding.query('SET idle_in_transaction_session_timeout = 0');
    await holding.query('BEGIN; LOCK TABLE exchange.journal IN SHARE UPDATE EXCLUSIVE MODE');
    // A month that has no part yet: making it waits for who holds the journal, and renewals tell of it meanwhile.
    await ask(
      url,
      `CREATE OR REPLACE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 24000'`,
    );
    const proxy = await cutProxy(Number(address.port));
    onTestFinished(proxy.close);
    address.port = `${proxy.port}`;
    const opening = openOn(address.href);
    await vi.waitFor(() => expect(proxy.asked('renew')).toBeGreaterThan(2), { timeout: 10_000, interval: 20 });
    expect(proxy.asked('strategybot months')).toBe(0);
    await holding.query('COMMIT');
    const store = await opening;
    await vi.waitFor(() => expect(proxy.asked('strategybot months')).toBe(1), 10_000);
    await store.close();
  });

  it('keeps its journal by months, the next one made ahead', async () => {
    const url = await temporaryDatabase();
    const store = await openOn(url);
    await turnWriter(store)((batch) => batch.append('s', 'k', 5, 'x'));
    const monthsOf = () =>
      ask<{ name: string; rows: number }>(
        url,
        `SELECT c.relname AS name, (SELECT count(*)::integer FROM exchange.journal j WHERE j.tableoid = c.oid) AS rows
           FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'exchange.journal'::regclass ORDER BY name`,
      );
    await vi.waitFor(async () => expect((await monthsOf()).map(({ rows }) => rows)).toEqual([1, 0]), 10_000);
    expect((await monthsOf()).every(({ name }) => /^journal_\d{4}_\d{2}$/.test(name))).toBe(true);
    // A row of the month after, as the next turn of the year would write it: reads go over both, in the order of the numbers.
    await ask(
      url,
      "INSERT INTO exchange.journal SELECT part, month + 1, sequence + 1, stream, key, 1, 'y', '' FROM exchange.journal",
    );
    expect(await store.lastOf('s', ['k'])).toEqual(['y']);
    expect(await store.valuesOf('s', ['k'])).toEqual([['x', 'y']]);
    expect((await store.page('s', 'k', 1, 9)).rows.map(({ value }) => value)).toEqual(['y', 'x']);
    expect((await gathered(store.since('s', 'k', 0))).map(({ value }) => value)).toEqual(['x', 'y']);
    await store.close();
  });
});

/** How many months the journal has a part for. */
async function countMonths(url: string): Promise<number> {
  return (await ask(url, "SELECT FROM pg_class WHERE relname ~ '^journal_[0-9_]+$' AND relispartition")).length;
}

/** The next one's is made beside what goes on. */
async function monthsMade(url: string, count: number): Promise<void> {
  await vi.waitFor(async () => expect(await countMonths(url)).toBe(count), 30_000);
}
