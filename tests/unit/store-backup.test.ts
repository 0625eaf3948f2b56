import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restoreStore } from '#server/exchange/store/restore-store.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { StoreInUse, TurnsLost } from '#server/exchange/store/store-errors.ts';
import { turnMarkPath } from '#server/exchange/store/turn-mark.ts';
import { temporaryFolder, turnWriter } from './store-fixture.ts';

const open = (dataDir: string) => openSqliteStore({ dataDir, collections: ['a'] });

/** A store with its writer. */
async function opened(dataDir: string) {
  const store = await open(dataDir);
  const write = turnWriter(store);
  return { store, write, put: (value: string) => write((batch) => batch.put('a', 'k', value)) };
}

/** The folder as a kill would leave it: the store is still open, its log not folded in. */
function copyOfLiveFolder(dataDir: string): string {
  const copy = temporaryFolder();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

describe('what was acknowledged is there, or its absence is said (F12)', () => {
  it('opens a folder that a kill left as it was', async () => {
    const dataDir = temporaryFolder();
    const { store, put } = await opened(dataDir);
    for (const value of ['1', '2', '3']) await put(value);
    const left = await open(copyOfLiveFolder(dataDir));
    expect(await left.get('a', 'k')).toBe('3');
    await left.close();
    await store.close();
  });

  it.each([
    ['cut off', (log: string) => truncateSync(log, statSync(log).size >> 1)],
    ['gone', (log: string) => rmSync(log)],
    [
      'damaged',
      (log: string) => {
        const bytes = readFileSync(log);
        bytes.fill(0x5a, bytes.length - 2_000);
        writeFileSync(log, bytes);
      },
    ],
  ])('refuses a store whose write-ahead log was %s, and says how many turns are missing', async (_, damage) => {
    const dataDir = temporaryFolder();
    const { store, put } = await opened(dataDir);
    for (let value = 0; value < 50; value += 1) await put(String(value));
    const left = copyOfLiveFolder(dataDir);
    await store.close();
    damage(join(left, 'exchange.db-wal'));
    await expect(open(left)).rejects.toThrow(TurnsLost);
    await expect(open(left)).rejects.toThrow(/turn 50 was acknowledged: \d+ are missing.*npm run restore/);
    // Whoever wants to go on without them says so.
    rmSync(turnMarkPath(left));
    await (await open(left)).close();
  });

  it('keeps folder and files to their owner (F8)', async () => {
    const dataDir = join(temporaryFolder(), 'made', 'here');
    const { store, put } = await opened(dataDir);
    await put('1');
    const modes = ['', 'exchange.db', 'exchange.db-wal', 'exchange.turn'].map((name) =>
      (statSync(join(dataDir, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['700', '600', '600', '600']);
    await store.close();
  });
});

describe('backup and restore (F12)', () => {
  it('copies one consistent state while work goes on', async () => {
    const { store, write } = await opened(temporaryFolder());
    await write((batch) => {
      for (let key = 0; key < 20_000; key += 1) batch.put('a', `row ${key}`, 'x'.repeat(200));
      batch.put('a', 'left', '0');
      batch.put('a', 'right', '0');
    });
    const path = join(temporaryFolder(), 'copy.db');
    let isDone = false;
    const copied = store.backup(path).finally(() => {
      isDone = true;
    });
    for (let turn = 1; !isDone; turn += 1) {
      // Both sides move in one turn: a copy that has one of them only is no state that ever was.
      await write((batch) => {
        batch.put('a', 'left', String(turn));
        batch.put('a', 'right', String(turn));
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await copied;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const dataDir = temporaryFolder();
    expect(restoreStore(path, dataDir, 'kept.db')).toBeNull();
    const restored = await open(dataDir);
    expect(await restored.get('a', 'left')).toBe(await restored.get('a', 'right'));
    expect(await restored.get('a', 'row 19999')).toBe('x'.repeat(200));
    await restored.close();
    await store.close();
  });

  it('is not written over a file that is there', async () => {
    const store = await open(temporaryFolder());
    const path = join(temporaryFolder(), 'copy.db');
    writeFileSync(path, 'mine');
    await expect(store.backup(path)).rejects.toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await store.close();
  });

  it('replaces what is there, keeps it aside, and opens although turns had been lost', async () => {
    const dataDir = temporaryFolder();
    const { store, put } = await opened(dataDir);
    await put('saved');
    const path = join(temporaryFolder(), 'copy.db');
    await store.backup(path);
    await put('later');
    expect(() => restoreStore(path, dataDir, 'kept.db')).toThrow(StoreInUse);
    expect(await store.get('a', 'k')).toBe('later');
    await store.close();
    writeFileSync(turnMarkPath(dataDir), '999');
    expect(restoreStore(path, dataDir, 'kept.db')).toBe(join(dataDir, 'kept.db'));
    const restored = await open(dataDir);
    expect(await restored.get('a', 'k')).toBe('saved');
    await restored.close();
    // The one that was replaced is a whole store of its own.
    const other = temporaryFolder();
    restoreStore(join(dataDir, 'kept.db'), other, 'kept.db');
    const kept = await open(other);
    expect(await kept.get('a', 'k')).toBe('later');
    await kept.close();
  });

  it('refuses what is no backup and changes nothing', async () => {
    const dataDir = temporaryFolder();
    const { store, put } = await opened(dataDir);
    await put('mine');
    await store.close();
    const rubbish = join(temporaryFolder(), 'rubbish.db');
    writeFileSync(rubbish, 'not a database');
    expect(() => restoreStore(rubbish, dataDir, 'kept.db')).toThrow('no backup');
    expect(() => restoreStore(`${rubbish}.none`, dataDir, 'kept.db')).toThrow('There is no file');
    const same = await open(dataDir);
    expect(await same.get('a', 'k')).toBe('mine');
    await same.close();
  });
});
