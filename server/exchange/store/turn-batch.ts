import type { ItemWrite, JournalRow, StoreBatch, StorePosition, TurnBatch } from './store.ts';

/** What one turn writes, collected in memory until it is handed over to the store. */
export interface CollectedBatch extends StoreBatch {
  /**
   * Runs `work` as a part that can be taken back: what it wrote is dropped when it throws (and the error goes on) or when
   * `isKept` says no to what it returned. Parts do not nest.
   */
  attempt<T>(work: () => T, isKept: (result: T) => boolean): T;
  /** What has been written so far. */
  written(): Pick<TurnBatch, 'items' | 'rows'>;
  /** The turn as data; null when it changed nothing. */
  close(epoch: number, turn: number): TurnBatch | null;
}

/** Numbers journal rows. Those given to a part that was taken back are not given again: gaps are harmless, repeats would not be. */
export interface RowNumbers {
  next(): number;
}

export function rowNumbers({ sequence }: Pick<StorePosition, 'sequence'>): RowNumbers {
  let last = sequence;
  return {
    next() {
      last += 1;
      return last;
    },
  };
}

/** Throws for a collection that was not declared: a misspelt one is a bug that must not look like an empty one. */
export function assertDeclared(collections: ReadonlySet<string>, collection: string): void {
  if (!collections.has(collection))
    throw new Error(`Collection ${collection} was not declared when the store was opened.`);
}

export function collectBatch(collections: ReadonlySet<string>, numbers: RowNumbers): CollectedBatch {
  const items: ItemWrite[] = [];
  const rows: JournalRow[] = [];
  const write = (item: ItemWrite) => {
    assertDeclared(collections, item.collection);
    items.push(item);
  };
  return {
    put: (collection, key, value) => write({ collection, key, value }),
    remove: (collection, key) => write({ collection, key, value: null }),
    append(stream, key, timeMs, value, request = '') {
      const sequence = numbers.next();
      rows.push({ sequence, stream, key, timeMs, value, request });
      return sequence;
    },
    attempt(work, isKept) {
      const [itemsBefore, rowsBefore] = [items.length, rows.length];
      let kept = false;
      try {
        const result = work();
        kept = isKept(result);
        return result;
      } finally {
        if (!kept) {
          items.length = itemsBefore;
          rows.length = rowsBefore;
        }
      }
    },
    written: () => ({ items: [...items], rows: [...rows] }),
    close(epoch, turn) {
      if (items.length === 0 && rows.length === 0) return null;
      return { epoch, turn, items: lastOfEach(items), rows };
    },
  };
}

/** A row that was written more than once in a turn is written as it was left. */
function lastOfEach(items: readonly ItemWrite[]): readonly ItemWrite[] {
  const last = new Map<string, ItemWrite>();
  for (const item of items) last.set(`${item.collection}/${item.key}`, item);
  return last.size === items.length ? items : [...last.values()];
}
