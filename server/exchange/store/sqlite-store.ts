import { Worker } from 'node:worker_threads';
import { giveWay, waitFor } from '../surroundings/turn-time.ts';
import { CHUNK, type SqliteDatabase, StoreInUse, TurnsLost } from './sqlite-database.ts';
import type { DatabaseAnswer, DatabaseCall, DatabaseMethod, ThrownThere } from './sqlite-worker.ts';
import type { Store, StorePosition } from './store.ts';
import { assertDeclared } from './turn-batch.ts';

const WORKER = new URL('./sqlite-worker.ts', import.meta.url);

export interface SqliteStoreOptions {
  /** Folder of the database; made when absent. Folder and files are their owner's alone (0700, 0600). */
  readonly dataDir: string;
  /** Names that are written and read: a misspelt one is a bug that must not look like an empty collection. */
  readonly collections: readonly string[];
}

/**
 * The store in SQLite, whose database is a thread's own. Rejects with StoreInUse when another has it open and with
 * TurnsLost when turns are missing that were acknowledged.
 */
export function openSqliteStore({ dataDir, collections }: SqliteStoreOptions): Promise<Store> {
  return storeOver(new DatabaseThread(dataDir), collections);
}

/** A database that answers later, wherever it is. */
export interface AskedDatabase {
  readonly opened: Promise<StorePosition>;
  call<K extends DatabaseMethod>(
    method: K,
    ...args: Parameters<SqliteDatabase[K]>
  ): Promise<Awaited<ReturnType<SqliteDatabase[K]>>>;
  close(): Promise<void>;
}

/** The store over such a database. Rejects as that does when it is opened. */
export async function storeOver(database: AskedDatabase, collections: readonly string[]): Promise<Store> {
  const position = await database.opened;
  const declared = new Set(collections);
  return {
    collections: declared,
    position,
    commit: (batch) => database.call('write', batch),
    get(collection, key) {
      assertDeclared(declared, collection);
      return waitFor(database.call('get', collection, key));
    },
    all(collection) {
      assertDeclared(declared, collection);
      return chunked(
        (key) => database.call('rowsAfter', collection, key),
        '',
        ({ key }) => key,
      );
    },
    page: (stream, key, page, pageSize) => waitFor(database.call('page', stream, key, page, pageSize)),
    since: (stream, key, sequence) =>
      chunked(
        (after) => database.call('since', stream, key, after),
        sequence,
        (row) => row.sequence,
      ),
    valuesOf: (stream, keys) => waitFor(database.call('valuesOf', stream, keys)),
    lastOf: (stream, keys) => waitFor(database.call('lastOf', stream, keys)),
    backup: (path) => database.call('backup', path),
    close: () => database.close(),
  };
}

/**
 * Everything, chunk by chunk, with a look at what came in after each: a thread that answers while its last answer is still being worked
 * on is heard again at once, and a long read would have the event loop to itself.
 */
async function* chunked<R, P>(read: (after: P) => Promise<R[]>, from: P, placeOf: (row: R) => P): AsyncIterable<R> {
  let after = from;
  for (;;) {
    const rows = await waitFor(read(after));
    yield* rows;
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < CHUNK) return;
    after = placeOf(last);
    await giveWay();
  }
}

/** Errors of the database's thread that somebody tells apart. */
const KNOWN = new Map<string, new (message: string) => Error>([
  ['StoreInUse', StoreInUse],
  ['TurnsLost', TurnsLost],
]);

function errorOf({ name, message }: ThrownThere): Error {
  return new (KNOWN.get(name) ?? Error)(message);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Asks the database's thread. The thread keeps the process alive only while it has something to do. */
class DatabaseThread implements AskedDatabase {
  readonly opened: Promise<StorePosition>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #end: Error | null = null;

  constructor(dataDir: string) {
    const worker = new Worker(WORKER, { workerData: { dataDir } });
    this.#worker = worker;
    const { promise, resolve, reject } = Promise.withResolvers<StorePosition>();
    this.opened = promise;
    this.#ended = new Promise((ended) => {
      worker.once('exit', () => {
        this.#giveUp(new Error('The store is closed.'));
        reject(this.#end);
        ended();
      });
    });
    worker.on('error', (error) => this.#giveUp(error instanceof Error ? error : new Error(String(error))));
    worker.on('message', (answer: DatabaseAnswer) => {
      if ('opened' in answer) {
        worker.unref();
        resolve(answer.opened);
      } else if ('failed' in answer) reject(errorOf(answer.failed));
      else this.#settle(answer);
    });
  }

  call<K extends DatabaseMethod>(
    method: K,
    ...args: Parameters<SqliteDatabase[K]>
  ): Promise<Awaited<ReturnType<SqliteDatabase[K]>>> {
    if (this.#end !== null) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<SqliteDatabase[K]>>>();
    this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    if (this.#waiting.size === 1) this.#worker.ref();
    this.#worker.postMessage({ id, method, args } as DatabaseCall);
    return promise;
  }

  async close(): Promise<void> {
    await this.call('close');
    // Whoever waits for the end must not be left by a process that has nothing else to do.
    this.#worker.ref();
    await this.#ended;
  }

  #settle(answer: Exclude<DatabaseAnswer, { opened: unknown } | { failed: unknown }>): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('thrown' in answer) asked?.reject(errorOf(answer.thrown));
    else asked?.resolve(answer.value);
  }

  #giveUp(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}
