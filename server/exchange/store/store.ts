/**
 * What the exchange needs of a disk. One writer. `commit` returns only when the disk has everything that the batch
 * did (fsync): nothing is acknowledged before. Implementations: SQLite (node:sqlite). PostgreSQL can stand behind the same.
 */
export interface StoreBatch {
  /** Upserts a row of a named collection; `value` is JSON text. Collections are declared when the store is opened. */
  put(collection: string, key: string, value: string): void;
  remove(collection: string, key: string): void;
  /**
   * Appends to a journal stream; returns the sequence number within the store, ever increasing. `request`: the number of
   * the request that it was written for; '' or absent = none (a tick, a start).
   */
  append(stream: string, key: string, timeMs: number, value: string, request?: string): number;
  /**
   * Runs `work` as a part of the batch that can be taken back: what it wrote is undone when it throws (and the error
   * goes on) or when `isKept` says no to what it returned. Parts do not nest. Throws TransactionLost when the disk
   * gave up the whole batch.
   */
  attempt<T>(work: () => T, isKept: (result: T) => boolean): T;
}

/**
 * The disk ended the transaction by itself (full, I/O error). What was written before is gone and what would be
 * written now would stand alone: nothing may follow but the end of the process.
 */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost';
}

export interface StoredRow {
  readonly key: string;
  readonly value: string;
}

export interface JournalRow {
  readonly sequence: number;
  readonly stream: string;
  readonly key: string;
  readonly timeMs: number;
  readonly value: string;
  /** The request that it was written for; '' = none. */
  readonly request: string;
}

/** Reading. Inside a turn, reads see what the turn has written so far. */
export interface StoreReader {
  get(collection: string, key: string): string | undefined;
  /** Every row in key order, read in chunks: rows put or removed meanwhile may or may not be seen. */
  all(collection: string): Iterable<StoredRow>;
  /** Rows of a stream and key, newest first, page counted from 1. */
  page(
    stream: string,
    key: string,
    page: number,
    pageSize: number,
  ): { readonly rows: readonly JournalRow[]; readonly total: number };
  /** All rows of a stream and key after a sequence number, oldest first. */
  since(stream: string, key: string, sequence: number): Iterable<JournalRow>;
}

export interface Store extends StoreReader {
  /** Runs `work` and commits it in one transaction, durable on return. Throws (and rolls back) when `work` throws. */
  commit<T>(work: (batch: StoreBatch) => T): T;
  /**
   * Copies the whole store, as it is at one moment, into a new file while work goes on. Rejects when the file exists
   * or cannot be written.
   */
  backup(path: string): Promise<void>;
  close(): void;
}
