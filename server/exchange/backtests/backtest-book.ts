import type { StoreBatch, StoreReader } from '../store/store.ts';
import { ByOwner } from '../surroundings/by-owner.ts';
import {
  BACKTEST_IDS,
  BACKTEST_ORDERS,
  BACKTEST_REPORTS,
  BACKTESTS,
  type BacktestEntry,
  chunkKey,
  entryKey,
} from './backtest-entry.ts';
import { MOST_CHUNKS } from './task-shape.ts';

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
  remove(writer: Writer, entry: BacktestEntry): { undo(): void };
}

/** Removes a record's orders from chunk `first` on, with those that a run left behind which a crash ended. */
export function removeOrders(writer: Pick<StoreBatch, 'remove'>, id: number, first: number): void {
  for (let chunk = first; chunk < MOST_CHUNKS; chunk += 1) writer.remove(BACKTEST_ORDERS, chunkKey(id, chunk));
}

/** Loads what the disk has. What was running when the process ended waits again: of its orders nobody reads what was written. */
export async function loadBacktests(store: StoreReader): Promise<BacktestBook> {
  const entries = new ByOwner<BacktestEntry>();
  const queued = new Set<number>();
  // Whoever holds a link to a deleted record must not find another trader's under it: ids are never given again.
  let lastId = Number((await store.get(BACKTEST_IDS, 'last')) ?? FIRST_ID - 1);
  for await (const { value } of store.all(BACKTESTS)) {
    const entry = JSON.parse(value) as BacktestEntry;
    lastId = Math.max(lastId, entry.id);
    entries.put(entry.status === 'running' ? { ...entry, status: 'queued' } : entry);
    note(entry.id);
  }

  /** Keeps which of them wait. */
  function note(id: number): void {
    if (entries.get(id)?.status === 'queued') queued.add(id);
    else queued.delete(id);
  }

  function changed(id: number, takeBack: () => void): { undo(): void } {
    note(id);
    return {
      undo() {
        takeBack();
        note(id);
      },
    };
  }

  return {
    get: (id) => entries.get(id),
    ofOwner: (ownerId) => entries.ofOwner(ownerId),
    queued: () => [...queued].flatMap((id) => entries.get(id) ?? []),
    // An id is not used again, even when its command is taken back.
    nextId() {
      lastId += 1;
      return lastId;
    },
    put(writer, entry) {
      writer.put(BACKTESTS, entryKey(entry.id), JSON.stringify(entry));
      return changed(entry.id, entries.put(entry));
    },
    remove(writer, entry) {
      const { id } = entry;
      writer.remove(BACKTESTS, entryKey(id));
      writer.put(BACKTEST_IDS, 'last', `${lastId}`);
      writer.remove(BACKTEST_REPORTS, entryKey(id));
      removeOrders(writer, id, 0);
      return changed(id, entries.drop(entry));
    },
  };
}
