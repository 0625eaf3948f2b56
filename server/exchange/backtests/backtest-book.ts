import type { StoreBatch, StoreReader } from '../store/store.ts';
import {
  BACKTEST_ORDERS,
  BACKTEST_REPORTS,
  BACKTESTS,
  type BacktestEntry,
  chunkKey,
  entryKey,
} from './backtest-entry.ts';

const FIRST_ID = 1;

type Writer = Pick<StoreBatch, 'put' | 'remove'>;

/** Every backtest of the exchange, newest last, in memory and on the disk. */
export interface BacktestBook {
  get(id: number): BacktestEntry | undefined;
  ofOwner(ownerId: number): readonly BacktestEntry[];
  queued(): Iterable<BacktestEntry>;
  nextId(): number;
  /** Writes an entry, new or changed. `undo` of the result takes it back in memory. */
  put(writer: Writer, entry: BacktestEntry): { undo(): void };
  /** Removes an entry with its report and orders. */
  remove(writer: Writer, entry: BacktestEntry, chunks: number): { undo(): void };
}

/** Loads what the disk has. What was running when the process ended waits again: nothing of it was kept. */
export function loadBacktests(store: StoreReader): BacktestBook {
  const entries = new Map<number, BacktestEntry>();
  let lastId = FIRST_ID - 1;
  for (const { value } of store.all(BACKTESTS)) {
    const entry = JSON.parse(value) as BacktestEntry;
    lastId = Math.max(lastId, entry.id);
    entries.set(entry.id, entry.status === 'running' ? { ...entry, status: 'queued' } : entry);
  }

  function set(id: number, entry: BacktestEntry | undefined): void {
    if (entry === undefined) entries.delete(id);
    else entries.set(id, entry);
  }

  function change(id: number, entry: BacktestEntry | undefined): { undo(): void } {
    const before = entries.get(id);
    set(id, entry);
    return { undo: () => set(id, before) };
  }

  return {
    get: (id) => entries.get(id),
    ofOwner: (ownerId) => [...entries.values()].filter((entry) => entry.ownerId === ownerId),
    *queued() {
      for (const entry of entries.values()) if (entry.status === 'queued') yield entry;
    },
    // An id is not used again, even when its command is taken back.
    nextId() {
      lastId += 1;
      return lastId;
    },
    put(writer, entry) {
      writer.put(BACKTESTS, entryKey(entry.id), JSON.stringify(entry));
      return change(entry.id, entry);
    },
    remove(writer, { id }, chunks) {
      writer.remove(BACKTESTS, entryKey(id));
      writer.remove(BACKTEST_REPORTS, entryKey(id));
      for (let chunk = 0; chunk < chunks; chunk += 1) writer.remove(BACKTEST_ORDERS, chunkKey(id, chunk));
      return change(id, undefined);
    },
  };
}
