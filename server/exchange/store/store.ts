import type { Standstill } from './standstill.ts';

/**
 * What the exchange needs of a disk. A turn collects what it changes in memory as data (turn-batch.ts) and hands it over
 * whole; nothing is acknowledged before `commit` has resolved. Implementations: SQLite (sqlite-store.ts) and PostgreSQL
 * (postgres-store.ts). What both owe is tests/unit/store-contract.ts.
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

/** A row of a collection as a turn leaves it; value null = removed. */
export interface ItemWrite {
  readonly collection: string;
  readonly key: string;
  readonly value: string | null;
}

/** Everything that one turn changes. */
export interface TurnBatch {
  /** Whose turn it is: that of the opening it was computed under. */
  readonly epoch: number;
  /** One more than the turn before. */
  readonly turn: number;
  /** At most one of each row. */
  readonly items: readonly ItemWrite[];
  /** In the order of their numbers. */
  readonly rows: readonly JournalRow[];
}

/** Where a store stands when it is opened. */
export interface StorePosition {
  /** One more with every opening: whoever opened before writes nothing more. */
  readonly epoch: number;
  /** The last turn that is on disk; 0 = none. */
  readonly turn: number;
  /** The last number of a journal row; 0 = none. */
  readonly sequence: number;
}

/**
 * Reading. Sees every batch that was handed over before it was asked, and nothing that is not on disk. What is read in chunks lets other
 * work in between.
 */
export interface StoreReader {
  get(collection: string, key: string): Promise<string | undefined>;
  /** Every row in key order, read in chunks: rows put or removed meanwhile may or may not be seen. */
  all(collection: string): AsyncIterable<StoredRow>;
  /** Rows of a stream and key, newest first, page counted from 1. */
  page(
    stream: string,
    key: string,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly JournalRow[]; readonly total: number }>;
  /** All rows of a stream and key after a sequence number, oldest first. */
  since(stream: string, key: string, sequence: number): AsyncIterable<JournalRow>;
  /** All values of a stream under each of some keys, oldest first: of many keys at once, for a start. */
  valuesOf(stream: string, keys: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** The newest value of a stream under each of some keys, null where there is none: however many were written before. */
  lastOf(stream: string, keys: readonly string[]): Promise<readonly (string | null)[]>;
}

export interface Store extends StoreReader {
  readonly collections: ReadonlySet<string>;
  /** As it was when the store was opened. */
  readonly position: StorePosition;
  /** Whether turns wait for another machine's word. */
  readonly standstill: Standstill;
  /**
   * Writes one turn, whole or not at all; resolves when the disk has it (fsync). The next one may be handed over before:
   * they are written, and resolve, in the order of their turns. A compare-and-set on (epoch, turn): a turn of another
   * epoch, or one that does not follow the last, is refused. A rejection is no "no": the turn may be there. Nothing may
   * follow but the end of the process, and the store takes no turn after it.
   */
  commit(batch: TurnBatch): Promise<void>;
  /**
   * Copies the whole store, as it is at one moment, into a new file while work goes on. Rejects when the file exists
   * or cannot be written.
   */
  backup(path: string): Promise<void>;
  /** What was handed over is written before. */
  close(): Promise<void>;
}
