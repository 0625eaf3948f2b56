import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { StorePosition } from './store.ts';

/**
 * The thread that has the database: a sync to the disk holds it and not the exchange. Calls are done in the order in
 * which they came, so a read sees every turn that was handed over before it.
 */

/** What a database is asked for; its position it tells when it is opened. */
export type DatabaseMethod = Exclude<keyof SqliteDatabase, 'position'>;

export type DatabaseCall = {
  [K in DatabaseMethod]: { readonly id: number; readonly method: K; readonly args: Parameters<SqliteDatabase[K]> };
}[DatabaseMethod];

/** An error keeps its name and words on the way between threads. */
export interface ThrownThere {
  readonly name: string;
  readonly message: string;
}

export type DatabaseAnswer =
  | { readonly opened: StorePosition }
  | { readonly failed: ThrownThere }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly thrown: ThrownThere };

function tell(answer: DatabaseAnswer): void {
  parentPort?.postMessage(answer);
}

function words(error: unknown): ThrownThere {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

function serve(database: SqliteDatabase): void {
  parentPort?.on('message', ({ id, method, args }: DatabaseCall) => {
    const failed = (error: unknown) => tell({ id, thrown: words(error) });
    try {
      // One method: its arguments are its own, because both come from one line of the call's type.
      const value = (database[method] as (...given: readonly unknown[]) => unknown)(...args);
      if (value instanceof Promise) value.then((late: unknown) => tell({ id, value: late }), failed);
      else tell({ id, value });
    } catch (error) {
      failed(error);
    }
    if (method === 'close') parentPort?.close();
  });
  tell({ opened: database.position });
}

try {
  serve(openSqliteDatabase((workerData as { readonly dataDir: string }).dataDir));
} catch (error) {
  tell({ failed: words(error) });
  parentPort?.close();
}
