import { expect, it, onTestFinished, vi } from 'vitest';
import { connect, writableServer } from '#server/exchange/store/postgres-connection.ts';
import { StoreInUse } from '#server/exchange/store/store-errors.ts';
import { type CutProxy, cutProxy } from '../support/cut-proxy.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn, openOnThread, temporaryServer } from './postgres-fixture.ts';
import { turnWriter } from './store-fixture.ts';

/** The lease runs out by itself within this. */
const LEASE_OVER_MS = 2_500;

describeWithPostgres(
  'a database in PostgreSQL that goes away',
  () => {
    it('refuses a server that may lose what it has acknowledged', async () => {
      const server = await temporaryServer([['fsync', 'off']]);
      await expect(openOn(server.url)).rejects.toThrow('not durable: the database has fsync not on');
    });

    it('killed between turns: nothing more is written, and everything is there when it is back', async () => {
      const server = await temporaryServer();
      const onLost = vi.fn();
      const store = await openOn(server.url, { onLost });
      const write = turnWriter(store);
      await write((batch) => batch.put('a', 'k', '1'));
      await server.kill();
      await expect(write((batch) => batch.put('a', 'k', '2'))).rejects.toThrow();
      await vi.waitFor(() => expect(onLost).toHaveBeenCalled(), 5_000);
      await server.start();
      const again = await openOn(server.url, { isPatient: true });
      expect(again.position.turn).toBe(1);
      expect(await again.get('a', 'k')).toBe('1');
      await again.close();
    });

    it('killed in a commit: the turn is there whole or not at all', async () => {
      const server = await temporaryServer();
      const store = await openOn(server.url);
      const write = turnWriter(store);
      await write((batch) => batch.put('a', 'k', '1'));
      // Somebody holds the row, so that the turn stands in the middle of its transaction.
      const holding = ask(server.url, 'BEGIN; SELECT * FROM exchange.item FOR UPDATE; SELECT pg_sleep(30)').catch(
        () => {},
      );
      await vi.waitFor(async () => {
        const [held] = await ask<{ sleeps: number }>(
          server.url,
          "SELECT count(*)::integer AS sleeps FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
        );
        expect(held?.sleeps).toBe(1);
      }, 5_000);
      const late = write((batch) => {
        batch.put('a', 'other', '2');
        batch.put('a', 'k', '2');
      });
      const refused = expect(late).rejects.toThrow();
      await vi.waitFor(async () => {
        const waits = await ask(server.url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        expect(waits.length).toBe(1);
      }, 5_000);
      await server.kill();
      await refused;
      await holding;
      await server.start();
      const again = await openOn(server.url, { isPatient: true });
      expect(again.position.turn).toBe(1);
      expect([await again.get('a', 'k'), await again.get('a', 'other')]).toEqual(['1', undefined]);
      await again.close();
    });

    it('whose answer to an applied turn is lost: the turn is refused here and is there', async () => {
      const server = await temporaryServer();
      const { proxy, url } = await wayTo(server.url);
      const store = await openOn(url);
      const write = turnWriter(store);
      await write((batch) => batch.put('a', 'k', '1'));
      proxy.silence();
      const unknown = write((batch) => batch.put('a', 'k', '2'));
      const after = write((batch) => batch.put('a', 'k', '3'));
      const refused = Promise.all([expect(unknown).rejects.toThrow(), expect(after).rejects.toThrow()]);
      await vi.waitFor(async () => {
        expect(await ask(server.url, 'SELECT turn::integer FROM exchange.fence')).toEqual([{ turn: 2 }]);
      }, 5_000);
      proxy.cut();
      await refused;
      const again = await openOn(server.url, { isPatient: true });
      expect(again.position.turn).toBe(2);
      expect(await again.get('a', 'k')).toBe('2');
      await again.close();
    });

    it('that says nothing any more: the process is told within the lease', async () => {
      const server = await temporaryServer();
      const { proxy, url } = await wayTo(server.url);
      const onLost = vi.fn();
      await openOn(url, { onLost });
      proxy.silence();
      await vi.waitFor(
        () => expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ name: 'StoreLost' })),
        5_000,
      );
    });

    it('a turn that somebody keeps from waiting for a standby is not called done, whatever the role wants to hear', async () => {
      const server = await temporaryServer();
      await ask(server.url, 'ALTER ROLE postgres SET client_min_messages = error');
      const store = await openOn(server.url);
      const write = turnWriter(store);
      await write((batch) => batch.put('a', 'k', '1'));
      await standbysGone(server.url);
      const refused = expect(write((batch) => batch.put('a', 'k', '2'))).rejects.toThrow('canceling wait');
      await vi.waitFor(async () => {
        const cancelled = await ask(
          server.url,
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'strategybot turns'",
        );
        expect(cancelled.length).toBe(1);
      }, 5_000);
      await refused;
      await expect(write((batch) => batch.put('a', 'k', '3'))).rejects.toThrow('a turn before this one is lost');
      await store.close();
    });

    it.each([
      ['for the first time', openOn],
      ['again', openOnThread],
      ['after another', openOn],
    ] as const)(
      'without the standby that it waits for, opened %s: whoever opens stands by and says why, and all goes on',
      async (how, openIt) => {
        const server = await temporaryServer();
        const before = how === 'for the first time' ? null : await openOn(server.url);
        if (how === 'again') await before?.close();
        const [onStandby, onStandstill] = [vi.fn(), vi.fn()];
        const open = () => openIt(server.url, { isPatient: true, onStandby, onStandstill });
        let opening = how === 'after another' ? open() : null;
        if (opening !== null) await vi.waitFor(() => expect(onStandby).toHaveBeenCalled(), 10_000);
        await standbysGone(server.url);
        if (how === 'after another') await before?.close();
        opening ??= open();
        await vi.waitFor(() => expect(onStandstill).toHaveBeenCalledWith(true), 20_000);
        expect(onStandby).toHaveBeenCalledTimes(1);
        // Longer than an answer is waited for that nobody knows to be waiting.
        await new Promise((resolve) => setTimeout(resolve, how === 'after another' ? 11_000 : 0));
        await standbys(server.url, '');
        const store = await opening;
        expect(store.position.epoch).toBe((before?.position.epoch ?? 0) + 1);
        expect([onStandby.mock.calls.length, onStandstill.mock.calls]).toEqual([1, [[true], [false]]]);
        await turnWriter(store)((batch) => batch.put('a', 'k', '1'));
        await store.close();
      },
    );

    it('without the standby that it waits for: whoever waits behind one that opens says so too, and each has it in the end', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      await standbysGone(server.url);
      const told = [vi.fn(), vi.fn(), vi.fn()];
      const onLost = vi.fn();
      const opening = told.map((onStandstill) => openOn(server.url, { isPatient: true, onStandstill, onLost }));
      await vi.waitFor(() => {
        for (const one of told) expect(one.mock.calls).toEqual([[true]]);
      }, 20_000);
      await standbys(server.url, '');
      const epochs = await Promise.all(
        opening.map(async (each) => {
          const store = await each;
          // Longer than it takes to see that another has it.
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          await store.close();
          return store.position.epoch;
        }),
      );
      expect(new Set(epochs).size).toBe(3);
      // Whoever was overtaken stands by, and does not end as one that has lost the store.
      expect(onLost).not.toHaveBeenCalled();
    }, 60_000);

    it('whose lease had run out when its commit was answered, and is another’s: nobody opens it with that', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      await ask(
        server.url,
        `ALTER FUNCTION exchange.take_lease RENAME TO take_lease_before;
        CREATE FUNCTION exchange.take_lease(smallint, text, integer) RETURNS TABLE (epoch bigint, turn bigint, sequence bigint)
          LANGUAGE plpgsql AS $$ BEGIN
            RETURN QUERY SELECT * FROM exchange.take_lease_before($1, $2, $3);
            UPDATE exchange.lease SET epoch = lease.epoch + 1, holder = 'another';
          END $$`,
      );
      await expect(openOn(server.url)).rejects.toThrow(StoreInUse);
    });

    it('without the standby that it waits for: nobody has the lease by being kept from waiting', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      await standbysGone(server.url);
      const refused = expect(openOn(server.url)).rejects.toThrow('canceling wait');
      await vi.waitFor(async () => {
        const cancelled = await ask(
          server.url,
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'strategybot turns'",
        );
        expect(cancelled.length).toBe(1);
      }, 10_000);
      await refused;
    });

    it('without the standby that it waits for: what an opening makes is not called made by being kept from waiting', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      // The standby is gone from when the lease is taken on, in a month that has no part of the journal yet.
      await ask(
        server.url,
        `CREATE OR REPLACE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 30000';
        ALTER FUNCTION exchange.take_lease RENAME TO take_lease_before;
        CREATE FUNCTION exchange.take_lease(smallint, text, integer) RETURNS TABLE (epoch bigint, turn bigint, sequence bigint)
          LANGUAGE plpgsql AS $$ BEGIN
            PERFORM set_config('synchronous_commit', 'local', true);
            RETURN QUERY SELECT * FROM exchange.take_lease_before($1, $2, $3);
          END $$`,
      );
      await standbysGone(server.url);
      const refused = expect(openOn(server.url)).rejects.toThrow('canceling wait');
      await vi.waitFor(async () => {
        const cancelled = await ask(
          server.url,
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%make_month%'",
        );
        expect(cancelled.length).toBe(1);
      }, 10_000);
      await refused;
    });

    it.each([
      ['lease', 'SELECT FROM exchange.lease FOR UPDATE'],
      ['journal', 'LOCK TABLE exchange.journal IN SHARE UPDATE EXCLUSIVE MODE'],
    ])(
      'somebody holds its %s: whoever opens it stands by and says who, and opens it when he lets go',
      async (_, lock) => {
        const server = await temporaryServer();
        await (await openOn(server.url)).close();
        // Of another month than those that have their part.
        await ask(
          server.url,
          "CREATE OR REPLACE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 30000'",
        );
        const holding = await connect(server.url, 'holding');
        await holding.query(`SET idle_in_transaction_session_timeout = 0; BEGIN; ${lock}`);
        const [onStandby, onReached, onLost] = [vi.fn(), vi.fn(), vi.fn()];
        const opening = openOn(server.url, { isPatient: true, onStandby, onReached, onLost });
        await vi.waitFor(() => expect(onReached).toHaveBeenCalled(), 20_000);
        expect(onReached.mock.calls).toEqual([[expect.stringMatching(/"strategybot holding" of the role postgres/)]]);
        expect(onStandby).toHaveBeenCalledTimes(1);
        await expect(openOn(server.url)).rejects.toThrow(/strategybot holding|in use/);
        // Nothing that was given up waits on in the server: it would take the lease for nobody.
        const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        expect((await ask(server.url, waiting)).length).toBeLessThan(2);
        await holding.query('COMMIT');
        await holding.end();
        const store = await opening;
        await turnWriter(store)((batch) => batch.append('s', 'k', 5, 'x'));
        expect(onReached).toHaveBeenLastCalledWith(null);
        expect(onLost).not.toHaveBeenCalled();
        await store.close();
      },
      60_000,
    );

    it('whose client is held in the middle of a transaction: what it has locked is free soon', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      const held = await connect(server.url, 'held');
      await held.query('BEGIN');
      await held.query('SELECT FROM exchange.lease FOR UPDATE');
      const next = await openOn(server.url, { isPatient: true });
      await expect(held.query('COMMIT')).rejects.toThrow();
      await next.close();
    }, 30_000);

    it.each(['pg_is_in_recovery', 'tcp_keepalives', 'server_version_num', 'take_lease'])(
      'whose machine is gone while a standby asks it (%s): the standby finds the next one',
      async (asked) => {
        const server = await temporaryServer();
        const { proxy, url: gone } = await wayTo(server.url);
        const first = await openOn(server.url);
        const onStandby = vi.fn();
        const waiting = openOn(`${gone},${server.url}`, { isPatient: true, onStandby });
        await vi.waitFor(() => expect(onStandby).toHaveBeenCalled(), 5_000);
        proxy.silence(asked);
        await first.close();
        const next = await waiting;
        expect(next.position.epoch).toBeGreaterThan(first.position.epoch);
        await next.close();
      },
      40_000,
    );

    it('whose machine is gone while it is opened for the first time is not waited for without end, and it is said', async () => {
      // Who has asked for the lease of one has it.
      const [first, second] = await Promise.all([temporaryServer(), temporaryServer()]);
      const steps = [
        [first, 'server_version_num'],
        [first, 'schema_version'],
        [first, 'take_lease'],
        [second, 'this_month() AS'],
      ] as const;
      for (const { url } of [first, second]) await (await openOn(url)).close();
      const opened = steps.map(async ([server, asked]) => {
        const { proxy, url } = await wayTo(server.url);
        proxy.silence(asked);
        const error: unknown = await openOn(url).catch((reason: unknown) => reason);
        return [asked, `${error}`];
      });
      const said =
        'NoServer: The database of STORE_URL took connections and then said nothing for 10 s while the store was opened.';
      expect(await Promise.all(opened)).toEqual(steps.map(([, asked]) => [asked, said]));
    }, 60_000);

    it('that is slow and answers is opened: nobody waits long for one answer, however long for all of them', async () => {
      const server = await temporaryServer();
      await (await openOn(server.url)).close();
      const { proxy, url } = await wayTo(server.url);
      proxy.slow(450);
      const begunMs = performance.now();
      const store = await openOn(url);
      expect(performance.now() - begunMs).toBeGreaterThan(10_000);
      await store.close();
    }, 60_000);

    it.each([
      ['on this thread', openOn],
      ['on one of its own', openOnThread],
    ])(
      'without the standby that it waits for (%s): turns wait, reads live, the lease is kept, and all goes on',
      async (_, open) => {
        const server = await temporaryServer();
        const store = await open(server.url);
        const write = turnWriter(store);
        await write((batch) => batch.put('a', 'k', '1'));
        await standbysGone(server.url);
        let isWritten = false;
        const waiting = write((batch) => batch.put('a', 'k', '2')).then(() => {
          isWritten = true;
        });
        const asked = store.get('a', 'k');
        await vi.waitFor(() => expect(store.standstill.isOn()).toBe(true), 10_000);
        expect(await asked).toBe('1');
        expect(await store.get('a', 'k')).toBe('1');
        await new Promise((resolve) => setTimeout(resolve, LEASE_OVER_MS));
        await expect(openOn(server.url)).rejects.toThrow(StoreInUse);
        expect([isWritten, store.standstill.isOn()]).toEqual([false, true]);
        await standbys(server.url, '');
        await waiting;
        await vi.waitFor(() => expect(store.standstill.isOn()).toBe(false), 5_000);
        expect(await store.get('a', 'k')).toBe('2');
        await write((batch) => batch.put('a', 'k', 'more'));
        await store.close();
      },
    );
  },
  'its programs',
);

describeWithPostgres(
  'several databases of which one was promoted',
  () => {
    it('the old primary that comes back is not taken for the one that counts, wherever it is named', async () => {
      const cluster = await startCluster();
      onTestFinished(cluster.end);
      const [old, next, other] = [cluster.primary, ...cluster.standbys].map(({ url }) => url);
      if (old === undefined || next === undefined || other === undefined) throw new Error('too few');
      expect(await writableServer(`${next},${old},${other}`)).toBe(old);
      await ask(next, 'SELECT pg_promote()');
      expect(await writableServer(`${old},${next},${other}`)).toBe(next);
      expect(await writableServer(`${next},${old}`)).toBe(next);
      const slow = await wayTo(next);
      slow.proxy.slow(250);
      expect(await writableServer(`${old},${slow.url}`)).toBe(slow.url);
      // One that says nothing is not waited for without end, and not taken.
      const silent = await wayTo(old);
      silent.proxy.silence();
      const beganMs = performance.now();
      expect(await writableServer(`${silent.url},${next}`)).toBe(next);
      expect(performance.now() - beganMs).toBeLessThan(4_000);
    }, 30_000);
  },
  'its programs',
);

/** A way to a server that can be made slow and silent, and the address that leads over it. */
async function wayTo(server: string): Promise<{ readonly proxy: CutProxy; readonly url: string }> {
  const url = new URL(server);
  const proxy = await cutProxy(Number(url.port));
  onTestFinished(proxy.close);
  url.port = `${proxy.port}`;
  return { proxy, url: url.href };
}

async function standbys(server: string, names: string): Promise<void> {
  await ask(server, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await ask(server, 'SELECT pg_reload_conf()');
}

/** From now on whatever is committed waits for a standby that is not there. */
async function standbysGone(server: string): Promise<void> {
  await standbys(server, 'ANY 1 (elsewhere)');
  // The server heeds it a moment later.
  await vi.waitFor(async () => {
    ask(server, "SELECT pg_logical_emit_message(true, 'probe', '')").catch(() => {});
    const waits = await ask(
      server,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    );
    expect(waits.length).toBeGreaterThan(0);
  }, 10_000);
}
