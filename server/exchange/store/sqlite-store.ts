import { storeOver } from './asked-database.ts';
import { DatabaseThread, type DatabaseThreadOptions } from './database-thread.ts';
import type { Store } from './store.ts';

const PROGRAM = new URL('./sqlite-worker.ts', import.meta.url);

export interface SqliteStoreOptions extends Pick<DatabaseThreadOptions, 'onLost'> {
  /** Folder of the database; made when absent. Folder and files are their owner's alone (0700, 0600). */
  readonly dataDir: string;
  /** Names that are written and read: a misspelt one is a bug that must not look like an empty collection. */
  readonly collections: readonly string[];
}

/**
 * The store in SQLite, whose database is a thread's own. Rejects with StoreInUse when another has it open and with
 * TurnsLost when turns are missing that were acknowledged.
 */
export function openSqliteStore({ dataDir, collections, onLost }: SqliteStoreOptions): Promise<Store> {
  return storeOver(new DatabaseThread({ program: PROGRAM, given: { dataDir }, onLost }), collections);
}
