import { execFile } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { moveStore } from '#server/exchange/store/move-store.ts';
import { programPath } from '#server/exchange/store/pg-programs.ts';
import { restorePostgres } from '#server/exchange/store/postgres-backup.ts';
import { openPostgresDatabase } from '#server/exchange/store/postgres-database.ts';
import { openSqliteDatabase } from '#server/exchange/store/sqlite-database.ts';
import type { StoreDatabase } from '#server/exchange/store/store-database.ts';
import { StoreInUse, StoreLost } from '#server/exchange/store/store-errors.ts';
import { steadyMs } from '#server/exchange/surroundings/clock.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn, temporaryDatabase } from './postgres-fixture.ts';
import { gathered, temporaryFolder, turnWriter } from './store-fixture.ts';

describeWithPostgres(
  'backup and restore of a store in PostgreSQL',
  () => {
    it('copies one consistent state while work goes on, into a file of its owner', async () => {
      const store = await openOn(await temporaryDatabase());
      const write = turnWriter(store);
      const path = join(temporaryFolder(), 'copy.dump');
      let isDone = false;
      const copied = store.backup(path).finally(() => {
        isDone = true;
      });
      for (let turn = 1; !isDone; turn += 1) {
        await write((batch) => {
          batch.put('a', 'left', `${turn}`);
          batch.put('a', 'right', `${turn}`);
          batch.append('s', 'k', turn, `${turn}`);
        });
      }
      await copied;
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await store.close();
      const other = await temporaryDatabase();
      expect(await restorePostgres(path, other, 'kept')).toBeNull();
      const restored = await openOn(other);
      const left = await restored.get('a', 'left');
      expect(await restored.get('a', 'right')).toBe(left);
      expect((await gathered(restored.since('s', 'k', 0))).length).toBe(restored.position.turn);
      await restored.close();
    });

    it('is not written over a file that is there', async () => {
      const store = await openOn(await temporaryDatabase());
      const path = join(temporaryFolder(), 'copy.dump');
      writeFileSync(path, 'mine');
      await expect(store.backup(path)).rejects.toThrow('EEXIST');
      await store.close();
    });

    it('replaces what is there and keeps it; not while an exchange has it, and epochs never go back', async () => {
      const url = await temporaryDatabase();
      const store = await openOn(url);
      const write = turnWriter(store);
      await write((batch) => batch.put('a', 'k', 'saved'));
      const path = join(temporaryFolder(), 'copy.dump');
      await store.backup(path);
      await write((batch) => batch.put('a', 'k', 'later'));
      await expect(restorePostgres(path, url, 'kept')).rejects.toThrow(StoreInUse);
      expect(await store.get('a', 'k')).toBe('later');
      await store.close();
      await (await openOn(url)).close();
      expect(await restorePostgres(path, url, 'kept')).toBe('kept');
      const restored = await openOn(url);
      // The third opening; and an epoch that was nobody's, so that whoever had the last one writes nothing more.
      expect([await restored.get('a', 'k'), restored.position]).toMatchObject(['saved', { epoch: 4, turn: 1 }]);
      expect(await ask(url, "SELECT value FROM kept.item WHERE key = 'k'")).toEqual([{ value: 'later' }]);
      await restored.close();
    });

    it('is nobody’s who had the store when it was made: held past his lease he is told so, and keeps nobody out', async () => {
      const url = await temporaryDatabase();
      const onLost = vi.fn();
      let heldMs = 0;
      const held = await openOn(url, { onLost, nowMs: () => steadyMs() + heldMs });
      await turnWriter(held)((batch) => batch.put('a', 'k', 'saved'));
      const path = join(temporaryFolder(), 'copy.dump');
      await held.backup(path);
      const restored = vi.waitFor(async () => {
        await ask(url, "UPDATE exchange.lease SET until = '-infinity'");
        return restorePostgres(path, url, 'kept');
      }, 5_000);
      expect(await restored).toBe('kept');
      heldMs += 10_000;
      const taken = new StoreLost('Another exchange process has taken the store over.');
      await vi.waitFor(() => expect(onLost.mock.calls).toEqual([[taken]]), 5_000);
      const next = await openOn(url);
      await next.close();
    });

    it('is put back by programs that are newer than the server and switch off a limit that it does not know', async () => {
      const store = await openOn(await temporaryDatabase());
      await turnWriter(store)((batch) => batch.put('a', 'k', 'saved ä😀'));
      const path = join(temporaryFolder(), 'copy.dump');
      await store.backup(path);
      await store.close();
      // What PostgreSQL 17 says is transaction_timeout; every server has one that only a newer one knows.
      const newer = join(temporaryFolder(), 'pg_restore');
      const lines = "sed 's/^SET lock_timeout = 0;$/&\\nSET a_timeout_of_next_year = 0;/'";
      writeFileSync(newer, `#!/bin/sh\n'${programPath('pg_restore')}' "$@" | ${lines}\n`, { mode: 0o755 });
      const url = await temporaryDatabase();
      const programOf: typeof programPath = (name) => (name === 'pg_restore' ? newer : programPath(name));
      expect(await restorePostgres(path, url, 'kept', programOf)).toBeNull();
      const restored = await openOn(url);
      expect(await restored.get('a', 'k')).toBe('saved ä😀');
      await restored.close();
    });

    it('refuses what is no backup and changes nothing', async () => {
      const url = await temporaryDatabase();
      const store = await openOn(url);
      await turnWriter(store)((batch) => batch.put('a', 'k', 'mine'));
      await store.close();
      const rubbish = join(temporaryFolder(), 'rubbish');
      writeFileSync(rubbish, 'not a dump');
      await expect(restorePostgres(rubbish, url, 'kept')).rejects.toThrow('nothing was changed');
      await expect(restorePostgres(`${rubbish}.none`, url, 'kept')).rejects.toThrow('nothing was changed');
      const same = await openOn(url);
      expect(await same.get('a', 'k')).toBe('mine');
      await same.close();
    });
  },
  'its programs',
);

/** As the command has them: the databases themselves, on this thread. */
async function postgresHere(url: string, holder: string): Promise<StoreDatabase> {
  const nothing = () => {};
  const news = { lost: nothing, standsStill: nothing, standsBy: nothing, reached: nothing };
  return openPostgresDatabase({ url, holder, isPatient: false, news, nowMs: () => performance.now() });
}

describeWithPostgres('moving a store between SQLite and PostgreSQL', () => {
  it('goes there and back without a difference, and on from where it was', async () => {
    const folder = temporaryFolder();
    const first = openSqliteDatabase(folder);
    for (let turn = 1; turn <= 3; turn += 1) {
      const items = Array.from({ length: 1_500 }, (_, key) => ({
        collection: key % 2 === 0 ? 'a' : 'b',
        key: `${turn} ${key} ä😀`,
        value: JSON.stringify({ turn, key, text: 'it\'s \\ "quoted" \u0000' }),
      }));
      const rows = Array.from({ length: 1_500 }, (_, row) => ({
        ...{ sequence: turn * 10_000 + row, stream: 's', key: `${row % 7}`, timeMs: 1_779_271_200_000 + row },
        ...{ value: `${row}`, request: row % 2 === 0 ? '' : 'request-1' },
      }));
      first.write({ epoch: first.position.epoch, turn, items, rows });
    }
    const url = await temporaryDatabase();
    const there = await postgresHere(url, 'there');
    expect(await moveStore(first, there)).toEqual({ items: 4_500, rows: 4_500 });
    await there.close();
    const again = await postgresHere(url, 'again');
    expect(again.position.sequence).toBe(31_499);
    const other = openSqliteDatabase(temporaryFolder());
    expect(await moveStore(again, other)).toEqual({ items: 4_500, rows: 4_500 });
    // Not into one that has something.
    await expect(moveStore(again, other)).rejects.toThrow('not empty');
    await expect(moveStore(first, again)).rejects.toThrow('not empty');
    for (const database of [first, again, other]) await database.close();
  });

  it('tells of a row that is not the same on both sides', async () => {
    const from = openSqliteDatabase(temporaryFolder());
    const row = { sequence: 1, stream: 's', key: 'k', timeMs: 1, value: 'x', request: '' };
    from.write({
      epoch: from.position.epoch,
      turn: 1,
      items: [{ collection: 'a', key: 'k', value: '1' }],
      rows: [row],
    });
    const url = await temporaryDatabase();
    const to = await postgresHere(url, 'to');
    const forgetful: StoreDatabase = { ...to, write: (batch) => to.write({ ...batch, rows: [] }) };
    await expect(moveStore(from, forgetful)).rejects.toThrow('number 1 of the journal is not the same');
    // What is there is a part, which nobody takes for a store.
    await expect(moveStore(from, to)).rejects.toThrow('a move to it broke off');
    await expect(moveStore(to, from)).rejects.toThrow('a move to it broke off');
    await to.close();
    from.close();
    await expect(openOn(url)).rejects.toThrow('a move to it broke off');
    await ask(url, 'DROP SCHEMA exchange CASCADE');
    await (await openOn(url)).close();
  });
});

/** One of the operator's commands, as npm runs it. */
async function command(
  name: 'move' | 'backup' | 'restore',
  args: readonly string[],
  environment: Record<string, string>,
) {
  const program = fileURLToPath(new URL(`../../server/exchange/${name}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
  });
  return stdout;
}

describeWithPostgres(
  "the operator's commands on PostgreSQL",
  () => {
    it('move a folder there, copy it, put the copy back, and move it into a folder again', async () => {
      const [folder, other] = [temporaryFolder(), temporaryFolder()];
      const url = await temporaryDatabase();
      const first = openSqliteDatabase(folder);
      first.write({ epoch: 1, turn: 1, items: [{ collection: 'a', key: 'k', value: '1' }], rows: [] });
      first.close();
      expect(await command('move', ['--from', folder, '--to', url], {})).toContain(
        '1 rows of collections and 0 of the',
      );
      const dump = join(folder, 'copy.dump');
      expect(await command('backup', [dump], { STORE_URL: url })).toContain(dump);
      const store = await openOn(url);
      await turnWriter(store)((batch) => batch.put('a', 'k', '2'));
      await expect(command('restore', [dump], { STORE_URL: url })).rejects.toThrow('An exchange runs on STORE_URL');
      await store.close();
      expect(await command('restore', [dump], { STORE_URL: url })).toMatch(
        /What it held is in its schema exchange_replaced_\d+/,
      );
      await expect(command('move', ['--from', folder, '--to', url], {})).rejects.toThrow('not empty');
      await expect(command('move', ['--from', folder, '--to', 'postgres://u@db.example/d'], {})).rejects.toThrow(
        '--to: beyond this machine only with sslmode=verify-full',
      );
      await command('move', ['--from', url, '--to', other], {});
      const back = openSqliteDatabase(other);
      expect(back.get('a', 'k')).toBe('1');
      back.close();
    });

    it('copy no database that has no store: where the address has a slip nothing is made, and nothing looks copied', async () => {
      const [empty, opened] = [await temporaryDatabase(), await temporaryDatabase()];
      // As a move from a slip left it: the tables, and nothing ever written.
      await (await openOn(opened)).close();
      const folder = temporaryFolder();
      for (const from of [empty, opened]) {
        await expect(command('move', ['--from', from, '--to', folder], {})).rejects.toThrow('no store of the paper');
        await expect(command('backup', [join(folder, 'copy.dump')], { STORE_URL: from })).rejects.toThrow(
          'There is no store of the paper exchange in the database of STORE_URL',
        );
      }
      expect(readdirSync(folder)).toEqual([]);
      expect(await ask(empty, "SELECT FROM pg_namespace WHERE nspname = 'exchange'")).toEqual([]);
    });
  },
  'its programs',
);
