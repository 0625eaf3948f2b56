import { giveWay, waitFor } from '../surroundings/turn-time.ts';
import { assertMovedWhole } from './move-store.ts';
import type { Store, StorePosition } from './store.ts';
import { CHUNK, type DatabaseMethod, type StoreDatabase } from './store-database.ts';
import { assertDeclared } from './turn-batch.ts';

/** A database that answers later, wherever it is. */
export interface AskedDatabase {
  readonly opened: Promise<StorePosition>;
  call<K extends DatabaseMethod>(
    method: K,
    ...args: Parameters<StoreDatabase[K]>
  ): Promise<Awaited<ReturnType<StoreDatabase[K]>>>;
  readonly standstill: Store['standstill'];
  close(): Promise<void>;
}

/** The store over such a database. Rejects as that does when it is opened, and when it has a part of another store. */
export async function storeOver(database: AskedDatabase, collections: readonly string[]): Promise<Store> {
  const position = await database.opened;
  try {
    await assertMovedWhole((collection, key) => database.call('get', collection, key));
  } catch (error) {
    await database.close();
    throw error;
  }
  const declared = new Set(collections);
  return {
    collections: declared,
    position,
    standstill: database.standstill,
    commit: (batch) => database.call('write', batch),
    get(collection, key) {
      assertDeclared(declared, collection);
      return waitFor(database.call('get', collection, key));
    },
    all(collection) {
      assertDeclared(declared, collection);
      return chunked(
        (key) => database.call('rowsAfter', collection, key),
        '',
        ({ key }) => key,
      );
    },
    page: (stream, key, page, pageSize) => waitFor(database.call('page', stream, key, page, pageSize)),
    since: (stream, key, sequence) =>
      chunked(
        (after) => database.call('since', stream, key, after),
        sequence,
        (row) => row.sequence,
      ),
    valuesOf: (stream, keys) => waitFor(database.call('valuesOf', stream, keys)),
    lastOf: (stream, keys) => waitFor(database.call('lastOf', stream, keys)),
    backup: (path) => database.call('backup', path),
    close: () => database.close(),
  };
}

/**
 * Everything, chunk by chunk, with a look at what came in after each: a thread that answers while its last answer is still being worked
 * on is heard again at once, and a long read would have the event loop to itself.
 */
async function* chunked<R, P>(read: (after: P) => Promise<R[]>, from: P, placeOf: (row: R) => P): AsyncIterable<R> {
  let after = from;
  for (;;) {
    const rows = await waitFor(read(after));
    yield* rows;
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < CHUNK) return;
    after = placeOf(last);
    await giveWay();
  }
}
