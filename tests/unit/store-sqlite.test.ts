import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { StoreInUse } from '#server/exchange/store/store-errors.ts';
import { openStoreHere } from '../support/store-here.ts';
import { holdStoreToContract } from './store-contract.ts';
import { gathered, temporaryFolder, turnWriter } from './store-fixture.ts';

const open = (dataDir: string) => openSqliteStore({ dataDir, collections: ['a', 'b'] });

holdStoreToContract('SQLite', () => {
  const folder = temporaryFolder();
  return { open: () => open(folder) };
});

/** A database that answers at once, as a thread does that is quicker than who asks it. */
holdStoreToContract('SQLite in this thread', () => {
  const dataDir = temporaryFolder();
  return { open: () => openStoreHere({ dataDir, collections: ['a', 'b'] }) };
});

describe('the store in SQLite', () => {
  it('is durable: write-ahead log with a full sync on each commit', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    expect(raw.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    raw.close();
  });

  it('writes a turn whole or not at all, and nothing after one that the disk gave up in the middle', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    // As a full disk may do it: the whole transaction is taken back in the middle of one turn.
    raw.exec(
      "CREATE TRIGGER full BEFORE INSERT ON item WHEN NEW.key = 'last straw' BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END",
    );
    raw.close();
    const store = await open(folder);
    const write = turnWriter(store);
    const first = write((batch) => {
      for (const key of ['before', 'last straw', 'after']) batch.put('a', key, '1');
    });
    const second = write((batch) => batch.put('a', 'later', '1'));
    await expect(first).rejects.toThrow('disk is full');
    await expect(second).rejects.toThrow();
    expect(await gathered(store.all('a'))).toEqual([]);
    await store.close();
  });

  it('answers nothing more once it is closed', async () => {
    const store = await open(temporaryFolder());
    await store.close();
    await expect(store.get('a', 'k')).rejects.toThrow('closed');
  });

  it('refuses a second process on the same folder with a sentence that says what to do', async () => {
    const folder = temporaryFolder();
    const store = await open(folder);
    const program = join(folder, 'second.ts');
    writeFileSync(
      program,
      `import { openSqliteStore } from ${JSON.stringify(new URL('../../server/exchange/store/sqlite-store.ts', import.meta.url).href)};
       try { await openSqliteStore({ dataDir: ${JSON.stringify(folder)}, collections: [] }); process.send('opened'); }
       catch (error) { process.send(error.name + ': ' + error.message); }
       process.disconnect();`,
    );
    const said = await new Promise((resolve) => fork(program).once('message', resolve));
    expect(said).toMatch(/^StoreInUse: .*in use by another exchange process/);
    await store.close();
    await (await open(folder)).close();
  });

  it('refuses a second opening in the same process', async () => {
    const folder = temporaryFolder();
    const store = await open(folder);
    await expect(open(folder)).rejects.toThrow(StoreInUse);
    await store.close();
  });

  it('refuses a store that a newer program wrote', async () => {
    const folder = temporaryFolder();
    await (await open(folder)).close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    await expect(open(folder)).rejects.toThrow('newer version');
  });
});
