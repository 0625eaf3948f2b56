import { isDeepStrictEqual } from 'node:util';
import type { JournalRow } from './store.ts';
import type { StoreDatabase, StoredItem } from './store-database.ts';

/** What was moved, and found the same on both sides. */
export interface Moved {
  readonly items: number;
  readonly rows: number;
}

/**
 * Copies everything that a store has into an empty one, in turns of some thousand rows, and then reads both side by side. Rejects when the
 * target has anything, and when a row differs. Nobody may write meanwhile: both are the caller's own.
 */
export async function moveStore(from: StoreDatabase, to: StoreDatabase): Promise<Moved> {
  if (to.position.turn > 0 || to.position.sequence > 0 || (await to.itemsAfter('', '')).length > 0)
    throw new Error('The store to move to is not empty.');
  let turn = 0;
  const write = async (part: { readonly items?: readonly StoredItem[]; readonly rows?: readonly JournalRow[] }) => {
    turn += 1;
    await to.write({ epoch: to.position.epoch, turn, items: [], rows: [], ...part });
  };
  for await (const items of itemsOf(from)) await write({ items });
  for await (const rows of rowsOf(from)) await write({ rows });
  return {
    items: await sameIn(itemsOf(from), itemsOf(to), ({ collection, key }) => `${collection} ${key}`),
    rows: await sameIn(rowsOf(from), rowsOf(to), ({ sequence }) => `number ${sequence} of the journal`),
  };
}

async function* itemsOf(database: StoreDatabase): AsyncGenerator<StoredItem[]> {
  for (let [collection, key] = ['', '']; ; ) {
    const items = await database.itemsAfter(collection, key);
    const last = items.at(-1);
    if (last === undefined) return;
    yield items;
    ({ collection, key } = last);
  }
}

async function* rowsOf(database: StoreDatabase): AsyncGenerator<JournalRow[]> {
  for (let sequence = 0; ; ) {
    const rows = await database.rowsFrom(sequence);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    ({ sequence } = last);
  }
}

/** How many rows both have, chunk by chunk of the same size. Throws at the first that differs. */
async function sameIn<T extends object>(
  before: AsyncGenerator<T[]>,
  after: AsyncGenerator<T[]>,
  nameOf: (row: T) => string,
): Promise<number> {
  let same = 0;
  for (;;) {
    const [had, has] = await Promise.all([before.next(), after.next()]);
    const [rows, copies]: [T[], T[]] = [had.done ? [] : had.value, has.done ? [] : has.value];
    if (rows.length === 0 && copies.length === 0) return same;
    for (let index = 0; index < Math.max(rows.length, copies.length); index += 1) {
      const [row, copy] = [rows[index], copies[index]];
      const either = row ?? copy;
      // Rows of SQLite have no prototype: what they hold is compared.
      if (either !== undefined && !isDeepStrictEqual({ ...row }, { ...copy }))
        throw new Error(`The move failed: ${nameOf(either)} is not the same on both sides.`);
    }
    same += rows.length;
  }
}
