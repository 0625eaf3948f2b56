import { Worker } from 'node:worker_threads';
import type { AskedDatabase } from './asked-database.ts';
import type { DatabaseAnswer, DatabaseCall, ThrownThere } from './serve-database.ts';
import { openStandstill } from './standstill.ts';
import type { StorePosition } from './store.ts';
import type { DatabaseMethod, StoreDatabase } from './store-database.ts';
import { StoreInUse, StoreLost, TurnsLost } from './store-errors.ts';

/** Errors of the database's thread that somebody tells apart. */
const KNOWN = new Map<string, new (message: string) => Error>([
  ['StoreInUse', StoreInUse],
  ['TurnsLost', TurnsLost],
  ['StoreLost', StoreLost],
]);

function errorOf({ name, message }: ThrownThere): Error {
  return new (KNOWN.get(name) ?? Error)(message);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Settled = Extract<DatabaseAnswer, { readonly id: number }>;

export interface DatabaseThreadOptions {
  /** The thread's program; it serves a database (serve-database.ts). */
  readonly program: URL;
  /** What the program is given. */
  readonly given: object;
  /** The database is lost though nobody asked it anything; whoever waits for it is told as well. */
  readonly onLost?: ((error: Error) => void) | undefined;
  /** Another process has the store, and this one waits until it is free. */
  readonly onStandby?: (() => void) | undefined;
  /** While it waits: it does not reach the database, and why; null = it does again. */
  readonly onReached?: ((complaint: string | null) => void) | undefined;
  /** Turns wait for another machine's word, or do no longer. */
  readonly onStandstill?: ((isOn: boolean) => void) | undefined;
}

/** Asks the database's thread. The thread keeps the process alive only while it has something to do. */
export class DatabaseThread implements AskedDatabase {
  readonly opened: Promise<StorePosition>;
  readonly standstill = openStandstill();
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  readonly #onLost: DatabaseThreadOptions['onLost'];
  #lastId = 0;
  #end: Error | null = null;
  /** It is open, and nobody has closed it. */
  #isNeeded = false;

  constructor({ program, given, onLost, onStandby, onReached, onStandstill }: DatabaseThreadOptions) {
    const worker = new Worker(program, { workerData: given });
    this.#worker = worker;
    this.#onLost = onLost;
    const { promise, resolve, reject } = Promise.withResolvers<StorePosition>();
    this.opened = promise;
    this.#ended = new Promise((ended) => {
      worker.once('exit', () => {
        this.#lose(new Error('The store is closed.'));
        reject(this.#end);
        ended();
      });
    });
    worker.on('error', (error) => this.#lose(error instanceof Error ? error : new Error(String(error))));
    worker.on('message', (answer: DatabaseAnswer) => {
      if ('id' in answer) this.#settle(answer);
      else if ('opened' in answer) {
        worker.unref();
        this.#isNeeded = true;
        resolve(answer.opened);
        // Lost while it was being opened: nobody was told yet.
        if (this.#end !== null) this.#lose(this.#end);
      } else if ('failed' in answer) reject(errorOf(answer.failed));
      else if ('standsStill' in answer) {
        this.standstill.set(answer.standsStill);
        onStandstill?.(answer.standsStill);
      } else if ('standsBy' in answer) onStandby?.();
      else if ('reached' in answer) onReached?.(answer.reached);
      else this.#lose(errorOf(answer.lost));
    });
  }

  call<K extends DatabaseMethod>(
    method: K,
    ...args: Parameters<StoreDatabase[K]>
  ): Promise<Awaited<ReturnType<StoreDatabase[K]>>> {
    if (this.#end !== null) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<StoreDatabase[K]>>>();
    this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    if (this.#waiting.size === 1) this.#worker.ref();
    this.#worker.postMessage({ id, method, args } as DatabaseCall);
    return promise;
  }

  async close(): Promise<void> {
    this.#isNeeded = false;
    await this.call('close');
    // Whoever waits for the end must not be left by a process that has nothing else to do.
    this.#worker.ref();
    await this.#ended;
  }

  #settle(answer: Settled): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('thrown' in answer) asked?.reject(errorOf(answer.thrown));
    else asked?.resolve(answer.value);
  }

  /** Nothing comes of it any more: of a thread that ends in the middle of its work as well, which nobody may hear of who asks nothing. */
  #lose(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
    if (this.#isNeeded) this.#onLost?.(this.#end);
    this.#isNeeded = false;
  }
}
