import { hostname } from 'node:os';
import type { Random } from '../surroundings/random.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** PostgreSQL's address; undefined = SQLite in `dataDir`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly collections: readonly string[];
  readonly random: Random;
  /** Nothing can be trusted any more: ends the process. */
  readonly onLost: (error: unknown) => void;
  /** Another process has the store in PostgreSQL, and this one waits for it; told once, before it resolves. */
  readonly onStandby?: (() => void) | undefined;
  /** Turns wait for a standby of the database, or do no longer. */
  readonly onStandstill: (isOn: boolean) => void;
}

/** Opens the store that the settings name. Of SQLite it rejects with StoreInUse when another process has it; for PostgreSQL it waits. */
export function openStore({ url, dataDir, collections, random, ...told }: StoreOptions): Promise<Store> {
  if (url === undefined) return openSqliteStore({ dataDir, collections });
  const holder = `${hostname()} ${Buffer.from(random.bytes(9)).toString('base64url')}`;
  return openPostgresStore({ url, holder, collections, isPatient: true, ...told });
}
