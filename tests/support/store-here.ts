import { type AskedDatabase, storeOver } from '#server/exchange/store/asked-database.ts';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { openSqliteDatabase } from '#server/exchange/store/sqlite-database.ts';
import type { SqliteStoreOptions } from '#server/exchange/store/sqlite-store.ts';
import { NEVER_STILL } from '#server/exchange/store/standstill.ts';
import type { Store } from '#server/exchange/store/store.ts';
import type { DatabaseMethod, StoreDatabase } from '#server/exchange/store/store-database.ts';
import { databaseOf, IS_ON_POSTGRES } from './postgres-of-folder.ts';

/**
 * The store with its database in this process (or in PostgreSQL, where a suite runs on both), for tests that open many: a thread of its own takes 90 ms to begin. What a thread
 * makes of it – other turns meanwhile, an error on its way, an end – is tested with openSqliteStore (store-*, crash-*).
 */
export async function openStoreHere({ dataDir, collections }: SqliteStoreOptions): Promise<Store> {
  if (IS_ON_POSTGRES) return openInPostgres(dataDir, collections);
  const database = openSqliteDatabase(dataDir);
  return storeOver(databaseHere(database), collections);
}

async function openInPostgres(dataDir: string, collections: readonly string[]): Promise<Store> {
  const holder = `${process.hrtime.bigint()}`;
  return openPostgresStore({ url: await databaseOf(dataDir), holder, isPatient: true, collections });
}

/** As a thread has it. */
export function databaseHere(
  database: StoreDatabase,
  standstill: AskedDatabase['standstill'] = NEVER_STILL,
): AskedDatabase {
  let isClosed = false;
  const ask = async (method: DatabaseMethod, args: readonly unknown[]): Promise<unknown> => {
    if (isClosed) throw new Error('The store is closed.');
    // As between threads: nobody holds what another may still change.
    const copied: readonly unknown[] = structuredClone(args);
    return Reflect.apply(database[method], database, copied);
  };
  return {
    opened: Promise.resolve(database.position),
    standstill,
    call: ((method: DatabaseMethod, ...args: readonly unknown[]) => ask(method, args)) as AskedDatabase['call'],
    async close() {
      await ask('close', []);
      isClosed = true;
    },
  };
}
