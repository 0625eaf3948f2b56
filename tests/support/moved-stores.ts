import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { moveStore } from '#server/exchange/store/move-store.ts';
import { openPostgresDatabase } from '#server/exchange/store/postgres-database.ts';
import { openSqliteDatabase } from '#server/exchange/store/sqlite-database.ts';

/** Stores at rest, moved between folders and databases as `npm run move` does. What is moved from stays. */

const nothing = () => {};

function openDatabase(url: string, isPatient: boolean) {
  return openPostgresDatabase({
    ...{ url, holder: 'move', isPatient, nowMs: () => performance.now() },
    news: { lost: nothing, standsStill: nothing, standsBy: nothing, reached: nothing },
  });
}

/** What a database has, moved to a new folder of `parent`; its last exchange's lease may have to run out. */
export async function movedToFolder(url: string, parent: string): Promise<string> {
  const from = await openDatabase(url, true);
  const folder = mkdtempSync(join(parent, 'moved-'));
  const to = openSqliteDatabase(folder);
  await moveStore(from, to);
  to.close();
  await from.close();
  return folder;
}

/** A folder's store, moved into an empty database. */
export async function movedToPostgres(dataDir: string, url: string): Promise<void> {
  const from = openSqliteDatabase(dataDir);
  const to = await openDatabase(url, false);
  await moveStore(from, to);
  from.close();
  await to.close();
}
