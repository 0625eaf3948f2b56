/**
 * What the exchange needs of a disk. One writer. `commit` returns only when the disk has everything that the batch
 * did (fsync): nothing is acknowledged before. Implementations: SQLite (node:sqlite). PostgreSQL can stand behind the same.
 */
export interface StoreBatch {
  /** Upserts a row of a named collection; `value` is JSON text. Collections are declared when the store is opened. */
  put(collection: string, key: string, value: string): void;
  remove(collection: string, key: string): void;
  /** Appends to a journal stream; returns the sequence number within the store, ever increasing. */
  append(stream: string, key: string, timeMs: number, value: string): number;
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
}

export interface Store {
  /** Runs `work` and commits it in one transaction, durable on return. Throws (and rolls back) when `work` throws. */
  commit<T>(work: (batch: StoreBatch) => T): T;
  get(collection: string, key: string): string | undefined;
  all(collection: string): Iterable<StoredRow>;
  /** Rows of a stream and key, newest first, page counted from 1. */
  page(stream: string, key: string, page: number, pageSize: number): { readonly rows: readonly JournalRow[]; readonly total: number };
  /** All rows of a stream and key after a sequence number, oldest first. */
  since(stream: string, key: string, sequence: number): Iterable<JournalRow>;
  close(): void;
}
