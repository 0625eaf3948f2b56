import { setImmediate as nextLook } from 'node:timers/promises';
import { NEVER_STILL } from '#server/exchange/store/standstill.ts';
import type { JournalRow, Store, StoredRow, TurnBatch } from '#server/exchange/store/store.ts';
import { assertDeclared } from '#server/exchange/store/turn-batch.ts';

/** What a slow store's turns are on: it outlives the stores that are opened on it, as a disk does a process. */
export interface MemoryDisk {
  readonly items: Map<string, Map<string, string>>;
  readonly rows: JournalRow[];
  epoch: number;
  turn: number;
}

export function memoryDisk(): MemoryDisk {
  return { items: new Map(), rows: [], epoch: 0, turn: 0 };
}

/** What happens to a turn: it is written, it is lost, or it is written and the answer is lost (unknown is not failed). */
export type TurnFate = 'written' | 'lost' | 'answer-lost';

export interface SlowStoreOptions {
  readonly collections: readonly string[];
  /** Turns of the event loop that the next call takes, whole and from 0 on. */
  readonly delay?: () => number;
  readonly fateOf?: (batch: TurnBatch) => TurnFate;
}

/** A store in memory that takes its time and may fail: what the contract allows at its worst. `crash` ends it as a power cut does. */
export interface SlowStore extends Store {
  crash(): void;
}

/** An answer that never comes; one of its own, as one for all would keep whoever ever waited for it. */
const nobody = () => new Promise<never>(() => {});

/** Opens the disk for the next epoch; whoever had it open before writes nothing more. */
export function openSlowStore(disk: MemoryDisk, options: SlowStoreOptions): SlowStore {
  const { delay = () => 0, fateOf = () => 'written' } = options;
  const collections = new Set(options.collections);
  disk.epoch += 1;
  const position = { epoch: disk.epoch, turn: disk.turn, sequence: disk.rows.at(-1)?.sequence ?? 0 };
  let isDown = false;
  let lost: Error | null = null;
  /** Calls are done in the order in which they came. */
  let line: Promise<unknown> = Promise.resolve();

  function inLine<T>(work: () => T): Promise<T> {
    const done = line.then(async () => {
      for (let left = delay(); left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
      // After a power cut nothing is done and nobody is answered.
      return isDown ? nobody() : work();
    });
    line = done.catch(() => {});
    return done;
  }

  function write(batch: TurnBatch): void {
    if (lost !== null) throw lost;
    try {
      if (batch.epoch !== disk.epoch || batch.turn !== disk.turn + 1) throw new Error('the turn does not follow');
      const fate = fateOf(batch);
      if (fate !== 'lost') apply(disk, batch);
      if (fate !== 'written') throw new Error('no answer from the disk');
    } catch (error) {
      lost = error as Error;
      throw error;
    }
  }

  const rowsOf = (stream: string, key: string) => disk.rows.filter((row) => row.stream === stream && row.key === key);
  return {
    collections,
    position,
    standstill: NEVER_STILL,
    commit: (batch) => inLine(() => write(batch)),
    get(collection, key) {
      assertDeclared(collections, collection);
      return inLine(() => disk.items.get(collection)?.get(key));
    },
    all(collection) {
      assertDeclared(collections, collection);
      return each(
        inLine((): StoredRow[] =>
          [...(disk.items.get(collection) ?? [])]
            .map(([key, value]) => ({ key, value }))
            .sort((a, b) => (a.key < b.key ? -1 : 1)),
        ),
      );
    },
    page: (stream, key, page, pageSize) =>
      inLine(() => {
        const rows = rowsOf(stream, key).reverse();
        return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
      }),
    since: (stream, key, sequence) => each(inLine(() => rowsOf(stream, key).filter((row) => row.sequence > sequence))),
    valuesOf: (stream, keys) => inLine(() => keys.map((key) => rowsOf(stream, key).map(({ value }) => value))),
    lastOf: (stream, keys) => inLine(() => keys.map((key) => rowsOf(stream, key).at(-1)?.value ?? null)),
    backup: () => Promise.reject(new Error('memory is not copied')),
    async close() {
      await line;
      isDown = true;
    },
    crash() {
      isDown = true;
    },
  };
}

/** With a look at what came in, as the contract wants it of a long read. */
async function* each<T>(rows: Promise<readonly T[]>): AsyncIterable<T> {
  for (const [index, row] of (await rows).entries()) {
    if (index > 0 && index % 200 === 0) await nextLook();
    yield row;
  }
}

function apply(disk: MemoryDisk, { turn, items, rows }: TurnBatch): void {
  disk.turn = turn;
  disk.rows.push(...rows);
  for (const { collection, key, value } of items) {
    const held = disk.items.get(collection) ?? new Map<string, string>();
    disk.items.set(collection, held);
    if (value === null) held.delete(key);
    else held.set(key, value);
  }
}
