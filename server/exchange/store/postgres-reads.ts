import type { ClientBase } from 'pg';
import type { JournalRow, StoredRow } from './store.ts';
import { CHUNK, type StoreDatabase, type StoredItem, WHOLE_CHUNK } from './store-database.ts';
import { type KeptMarks, MARKS } from './store-marks.ts';

/** The part of the store that is ours (see the schema): there is one. */
export const PART = 0;

const COLUMNS = 'sequence, stream, key, time_ms AS "timeMs", value, request';
const OF_KEY = `FROM exchange.journal WHERE part = ${PART} AND stream = $1 AND key = $2`;

const STATEMENTS = {
  get: `SELECT value FROM exchange.item WHERE part = ${PART} AND collection = $1 AND key = $2`,
  after: `SELECT key, value FROM exchange.item WHERE part = ${PART} AND collection = $1 AND key > $2 ORDER BY key LIMIT ${CHUNK}`,
  total: `SELECT count(*) AS total ${OF_KEY}`,
  page: `SELECT ${COLUMNS} ${OF_KEY} ORDER BY sequence DESC LIMIT $3 OFFSET $4`,
  since: `SELECT ${COLUMNS} ${OF_KEY} AND sequence > $3 ORDER BY sequence LIMIT ${CHUNK}`,
  values: `SELECT asked.place, journal.value FROM unnest($2::text[]) WITH ORDINALITY AS asked (key, place)
    JOIN exchange.journal ON part = ${PART} AND stream = $1 AND journal.key = asked.key ORDER BY asked.place, sequence`,
  newest: `SELECT (SELECT value FROM exchange.journal WHERE part = ${PART} AND stream = $1 AND journal.key = asked.key
    ORDER BY sequence DESC LIMIT 1) AS value FROM unnest($2::text[]) WITH ORDINALITY AS asked (key, place) ORDER BY place`,
  items: `SELECT collection, key, value FROM exchange.item WHERE part = ${PART} AND (collection, key) > ($1, $2)
    ORDER BY collection, key LIMIT ${WHOLE_CHUNK}`,
  rows: `SELECT ${COLUMNS} FROM exchange.journal WHERE part = ${PART} AND sequence > $1 ORDER BY sequence LIMIT ${WHOLE_CHUNK}`,
} as const;

type Reads = Omit<StoreDatabase, 'position' | 'write' | 'backup' | 'close'>;

/** The marks of a store that somebody else may have. */
export async function marksIn(client: ClientBase): Promise<KeptMarks> {
  const { rows } = await client.query<StoredRow>(STATEMENTS.after, [MARKS, '']);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Reads over a connection of their own, each after `before` has resolved: what was handed over before it is there. */
export function postgresReads(client: ClientBase, before: () => Promise<void>): Reads {
  let line: Promise<unknown> = Promise.resolve();
  async function rowsOf<Row extends object>(
    name: keyof typeof STATEMENTS,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    await before();
    // A name: parsed and planned once a connection, which answers one question after the other.
    const asked = line.then(() => client.query<Row>({ name, text: STATEMENTS[name], values: [...values] }));
    line = asked.catch(() => {});
    return (await asked).rows;
  }
  return {
    get: async (collection, key) => (await rowsOf<{ value: string }>('get', collection, key))[0]?.value,
    rowsAfter: (collection, key) => rowsOf<StoredRow>('after', collection, key),
    async page(stream, key, page, pageSize) {
      const [counted, rows] = await Promise.all([
        rowsOf<{ total: number }>('total', stream, key),
        rowsOf<JournalRow>('page', stream, key, pageSize, (page - 1) * pageSize),
      ]);
      return { rows, total: counted[0]?.total ?? 0 };
    },
    since: (stream, key, sequence) => rowsOf<JournalRow>('since', stream, key, sequence),
    async valuesOf(stream, keys) {
      const values: string[][] = keys.map(() => []);
      for (const { place, value } of await rowsOf<{ place: number; value: string }>('values', stream, keys))
        values[place - 1]?.push(value);
      return values;
    },
    itemsAfter: (collection, key) => rowsOf<StoredItem>('items', collection, key),
    rowsFrom: (sequence) => rowsOf<JournalRow>('rows', sequence),
    lastOf: async (stream, keys) =>
      (await rowsOf<{ value: string | null }>('newest', stream, keys)).map(({ value }) => value),
  };
}
