import { parentPort } from 'node:worker_threads';
import { errorText } from '../../log/error-text.ts';
import type { StorePosition } from './store.ts';
import type { DatabaseMethod, StoreDatabase } from './store-database.ts';

/**
 * The thread's side of a database: a sync to the disk, or the talk with a server, holds it and not the exchange. Calls are done in the
 * order in which they came, so a read sees every turn that was handed over before it.
 */

export type DatabaseCall = {
  [K in DatabaseMethod]: { readonly id: number; readonly method: K; readonly args: Parameters<StoreDatabase[K]> };
}[DatabaseMethod];

/** An error keeps its name and words on the way between threads. */
export interface ThrownThere {
  readonly name: string;
  readonly message: string;
}

export type DatabaseAnswer =
  | { readonly opened: StorePosition }
  | { readonly failed: ThrownThere }
  | { readonly lost: ThrownThere }
  | { readonly standsStill: boolean }
  | { readonly standsBy: true }
  | { readonly reached: string | null }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly thrown: ThrownThere };

/** What a database tells without being asked. */
export interface DatabaseNews {
  /** It is ours no longer, or does not answer. */
  lost(error: Error): void;
  standsStill(isOn: boolean): void;
  /** It waits for another process to let go of the store. */
  standsBy(): void;
  /** While it waits: it does not reach the database, and why; null = it does again. Told when it changes. */
  reached(complaint: string | null): void;
}

function tell(answer: DatabaseAnswer): void {
  parentPort?.postMessage(answer);
}

function words(error: unknown): ThrownThere {
  return { name: error instanceof Error ? error.name : 'Error', message: errorText(error) };
}

function serve(database: StoreDatabase): void {
  parentPort?.on('message', ({ id, method, args }: DatabaseCall) => {
    const failed = (error: unknown) => tell({ id, thrown: words(error) });
    const done = (value: unknown) => tell({ id, value });
    const ended = () => {
      if (method === 'close') parentPort?.close();
    };
    try {
      // One method: its arguments are its own, because both come from one line of the call's type.
      const value = (database[method] as (...given: readonly unknown[]) => unknown)(...args);
      if (value instanceof Promise) void value.then(done, failed).then(ended);
      else {
        done(value);
        ended();
      }
    } catch (error) {
      failed(error);
      ended();
    }
  });
  tell({ opened: database.position });
}

/** Opens a database and serves it until it is closed; tells the other side when it cannot be opened. */
export async function serveDatabase(
  open: (news: DatabaseNews) => StoreDatabase | Promise<StoreDatabase>,
): Promise<void> {
  const news: DatabaseNews = {
    lost: (error) => tell({ lost: words(error) }),
    standsStill: (isOn) => tell({ standsStill: isOn }),
    standsBy: () => tell({ standsBy: true }),
    reached: (complaint) => tell({ reached: complaint }),
  };
  try {
    serve(await open(news));
  } catch (error) {
    tell({ failed: words(error) });
    parentPort?.close();
  }
}
