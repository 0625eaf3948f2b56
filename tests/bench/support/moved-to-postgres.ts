import { moveStore } from '#server/exchange/store/move-store.ts';
import { openPostgresDatabase } from '#server/exchange/store/postgres-database.ts';
import { openSqliteDatabase } from '#server/exchange/store/sqlite-database.ts';

const nothing = () => {};

/** Moves a folder's store into an empty database, as `npm run move` does. The folder's stays. */
export async function movedToPostgres(dataDir: string, url: string): Promise<void> {
  const from = openSqliteDatabase(dataDir);
  const to = await openPostgresDatabase({
    ...{ url, holder: 'move', isPatient: false, nowMs: () => performance.now() },
    news: { lost: nothing, standsStill: nothing, standsBy: nothing },
  });
  await moveStore(from, to);
  from.close();
  await to.close();
}
