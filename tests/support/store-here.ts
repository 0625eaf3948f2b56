import { openSqliteDatabase, type SqliteDatabase } from '#server/exchange/store/sqlite-database.ts';
import { type AskedDatabase, type SqliteStoreOptions, storeOver } from '#server/exchange/store/sqlite-store.ts';
import type { DatabaseMethod } from '#server/exchange/store/sqlite-worker.ts';
import type { Store } from '#server/exchange/store/store.ts';

/**
 * The store with its database in this process, for tests that open many: a thread of its own takes 90 ms to begin. What a thread
 * makes of it – other turns meanwhile, an error on its way, an end – is tested with openSqliteStore (store-*, crash-*).
 */
export async function openStoreHere({ dataDir, collections }: SqliteStoreOptions): Promise<Store> {
  const database = openSqliteDatabase(dataDir);
  return storeOver(databaseHere(database), collections);
}

function databaseHere(database: SqliteDatabase): AskedDatabase {
  let isClosed = false;
  const ask = async (method: DatabaseMethod, args: readonly unknown[]): Promise<unknown> => {
    if (isClosed) throw new Error('The store is closed.');
    // As between threads: nobody holds what another may still change.
    const copied: readonly unknown[] = structuredClone(args);
    return Reflect.apply(database[method], database, copied);
  };
  return {
    opened: Promise.resolve(database.position),
    call: ((method: DatabaseMethod, ...args: readonly unknown[]) => ask(method, args)) as AskedDatabase['call'],
    async close() {
      await ask('close', []);
      isClosed = true;
    },
  };
}
