import { isDeepStrictEqual } from 'node:util';
import type { ItemWrite, JournalRow } from './store.ts';
import type { StoreDatabase, StoredItem } from './store-database.ts';

/** What was moved, and found the same on both sides. */
export interface Moved {
  readonly items: number;
  readonly rows: number;
}

/** Before all rows, so that reading the whole passes it by: a store that has it has a part of another. */
const UNFINISHED: readonly [collection: string, key: string] = ['', ''];

/** Throws for a store that a move to it has left with a part of another: it opens, and lacks what clients were told. */
export async function assertMovedWhole(
  get: (collection: string, key: string) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  if ((await get(...UNFINISHED)) === undefined) return;
  throw new Error(
    'This store has a part of another one: a move to it broke off. Empty it (delete the folder, or DROP SCHEMA exchange CASCADE) and move again.',
  );
}

/**
 * Copies everything that a store has into an empty one, in turns of some thousand rows, and then reads both side by side. Rejects when the
 * target has anything, and when a row differs: no exchange opens the target then. Nobody may write meanwhile: both are the caller's own.
 */
export async function moveStore(from: StoreDatabase, to: StoreDatabase): Promise<Moved> {
  for (const { get } of [from, to]) await assertMovedWhole(get);
  if (to.position.turn > 0 || to.position.sequence > 0 || (await to.itemsAfter('', '')).length > 0)
    throw new Error('The store to move to is not empty.');
  let turn = 0;
  const write = async (part: { readonly items?: readonly ItemWrite[]; readonly rows?: readonly JournalRow[] }) => {
    turn += 1;
    await to.write({ epoch: to.position.epoch, turn, items: [], rows: [], ...part });
  };
  const [collection, key] = UNFINISHED;
  await write({ items: [{ collection, key, value: 'true' }] });
  for await (const items of itemsOf(from)) await write({ items });
  for await (const rows of rowsOf(from)) await write({ rows });
  const moved = {
    items: await sameIn(itemsOf(from), itemsOf(to), (item) => `${item.collection} ${item.key}`),
    rows: await sameIn(rowsOf(from), rowsOf(to), ({ sequence }) => `number ${sequence} of the journal`),
  };
  await write({ items: [{ collection, key, value: null }] });
  return moved;
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
