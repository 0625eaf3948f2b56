import { storeOver } from './asked-database.ts';
import { DatabaseThread, type DatabaseThreadOptions } from './database-thread.ts';
import type { PostgresGiven } from './postgres-database.ts';
import type { Store } from './store.ts';

const PROGRAM = new URL('./postgres-worker.ts', import.meta.url);

export interface PostgresStoreOptions extends PostgresGiven, Omit<DatabaseThreadOptions, 'program' | 'given'> {
  /** Names that are written and read: a misspelt one is a bug that must not look like an empty collection. */
  readonly collections: readonly string[];
}

/** The store in PostgreSQL. While another process has the lease it waits (`isPatient`) or rejects with StoreInUse. */
export function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, holder, isPatient, marks = [], collections, ...told } = options;
  const given: PostgresGiven = { url, holder, isPatient, marks };
  return storeOver(new DatabaseThread({ program: PROGRAM, given, ...told }), collections);
}
