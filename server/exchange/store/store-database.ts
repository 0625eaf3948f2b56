import type { JournalRow, StoredRow, StorePosition, TurnBatch } from './store.ts';

/** Rows read at a time by `rowsAfter` and `since`. */
export const CHUNK = 200;
/** Rows read at a time by who copies the whole. */
export const WHOLE_CHUNK = 2_000;

/** A row with the collection that it is in. */
export interface StoredItem extends StoredRow {
  readonly collection: string;
}

type Later<T> = T | Promise<T>;

/** A database on the thread that has it: what it is asked for, it does in the order in which it was asked. */
export interface StoreDatabase {
  readonly position: StorePosition;
  /** One transaction, on disk when done. Fails for a turn that does not follow the last; after a failure it takes no other. */
  write(batch: TurnBatch): Later<void>;
  get(collection: string, key: string): Later<string | undefined>;
  /** The next rows of a collection in key order (bytewise), `CHUNK` at most. */
  rowsAfter(collection: string, key: string): Later<StoredRow[]>;
  page(stream: string, key: string, page: number, pageSize: number): Later<{ rows: JournalRow[]; total: number }>;
  /** The next rows of a stream and key, `CHUNK` at most. */
  since(stream: string, key: string, sequence: number): Later<JournalRow[]>;
  valuesOf(stream: string, keys: readonly string[]): Later<string[][]>;
  lastOf(stream: string, keys: readonly string[]): Later<(string | null)[]>;
  /** The next rows of all collections in the order of their names and keys, `WHOLE_CHUNK` at most: for who copies the whole. */
  itemsAfter(collection: string, key: string): Later<StoredItem[]>;
  /** The next rows of the whole journal, `WHOLE_CHUNK` at most. */
  rowsFrom(sequence: number): Later<JournalRow[]>;
  /** Others may be called meanwhile. */
  backup(path: string): Promise<void>;
  close(): Later<void>;
}

/** What a database is asked for; its position it tells when it is opened. */
export type DatabaseMethod = Exclude<keyof StoreDatabase, 'position'>;
