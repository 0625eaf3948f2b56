import { hostname } from 'node:os';
import type { Random } from '../surroundings/random.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';
import { assertSameMarks, keptMarks, type StoreMark } from './store-marks.ts';

export interface StoreOptions {
  /** PostgreSQL's address; undefined = SQLite in `dataDir`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly collections: readonly string[];
  /** What the store must know as the same, or not at all. */
  readonly marks: readonly StoreMark[];
  readonly random: Random;
  /** Nothing can be trusted any more: ends the process. */
  readonly onLost: (error: unknown) => void;
  /** Another process has the store in PostgreSQL, and this one waits for it; told once, before it resolves. */
  readonly onStandby?: (() => void) | undefined;
  /** Of one that waits: it does not reach the database, and why; null = it does again. */
  readonly onReached?: ((complaint: string | null) => void) | undefined;
  /** Turns wait for a standby of the database, or do no longer. */
  readonly onStandstill: (isOn: boolean) => void;
}

/**
 * Opens the store that the settings name. Of SQLite it rejects with StoreInUse when another process has it; for PostgreSQL it waits. Rejects
 * when the store knows other marks: a standby while it waits, and whoever has it before anything is done with it.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openUnlooked(options);
  try {
    assertSameMarks(options.marks, await keptMarks(store));
    return store;
  } catch (error) {
    // The next one need not wait until a lease runs out.
    await store.close();
    throw error;
  }
}

function openUnlooked({ url, dataDir, collections, marks, random, ...told }: StoreOptions): Promise<Store> {
  if (url === undefined) return openSqliteStore({ dataDir, collections, onLost: told.onLost });
  const holder = `${hostname()} ${Buffer.from(random.bytes(9)).toString('base64url')}`;
  return openPostgresStore({ url, holder, collections, marks, isPatient: true, ...told });
}
