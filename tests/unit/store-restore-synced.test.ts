import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { restoreStore } from '#server/exchange/store/restore-store.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { temporaryFolder, turnWriter } from './store-fixture.ts';

/** What was synced, by path. */
const synced: string[] = [];

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
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
  expect(synced).toEqual([join(to, 'exchange.db'), to]);
});
