import { readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { restoreStore } from '#server/exchange/store/restore-store.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { temporaryFolder, turnWriter } from './store-fixture.ts';

/** What was synced, by path. */
const synced: string[] = [];
/** Whether the disk has room. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    copyFileSync(...args: Parameters<typeof fs.copyFileSync>) {
      if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      fs.copyFileSync(...args);
    },
    fsyncSync(handle: number) {
      synced.push(fs.readlinkSync(`/proc/self/fd/${handle}`));
      fs.fsyncSync(handle);
    },
  };
});

it('a restored database is on disk before an exchange acknowledges anything over it: its file, and that it is in its folder', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()].map((folder) => realpathSync(folder)) as [string, string];
  const store = await openStoreHere({ dataDir: from, collections: ['a'] });
  await turnWriter(store)((batch) => batch.put('a', 'k', '1'));
  const backup = join(from, 'backup.db');
  await store.backup(backup);
  await store.close();
  synced.length = 0;
  restoreStore(backup, to, 'before.db');
  // As a copy beside it, then under its name.
  expect(synced).toEqual([join(to, 'exchange.db.restoring'), to, join(to, 'exchange.db'), to]);
});

it('a backup for which there is no room leaves the store where it was: an exchange that is started then would make an empty one', async () => {
  const dataDir = realpathSync(temporaryFolder());
  const store = await openStoreHere({ dataDir, collections: ['a'] });
  const write = turnWriter(store);
  await write((batch) => batch.put('a', 'k', 'saved'));
  const backup = join(realpathSync(temporaryFolder()), 'backup.db');
  await store.backup(backup);
  await write((batch) => batch.put('a', 'k', 'later'));
  await store.close();
  const before = readdirSync(dataDir);
  disk.isFull = true;
  try {
    expect(() => restoreStore(backup, dataDir, 'before.db')).toThrow('ENOSPC');
  } finally {
    disk.isFull = false;
  }
  expect(readdirSync(dataDir)).toEqual(before);
  const same = await openStoreHere({ dataDir, collections: ['a'] });
  expect(await same.get('a', 'k')).toBe('later');
  await same.close();
  // What a restore that was killed has left is in nobody's way.
  writeFileSync(join(dataDir, 'exchange.db.restoring'), 'half');
  expect(restoreStore(backup, dataDir, 'before.db')).toBe(join(dataDir, 'before.db'));
});
