import type { Client } from 'pg';
import { int8Array, textArray } from '../store/binary-arrays.ts';
import { connect, writableServer } from '../store/postgres-connection.ts';
import { PART } from '../store/postgres-reads.ts';
import type { LookColumns } from '../views/look-columns.ts';
import { RANKINGS } from '../views/ranking.ts';
import { readyLists } from './list-schema.ts';

/** A bot as lists show it. */
export interface ListedItem {
  readonly id: number;
  /** JSON. */
  readonly text: string;
  /** How long it may be shown, ms. */
  readonly goodMs: number;
}

/** A provider's list. */
export interface ListedProvider {
  readonly anonymous: string;
  /** Ids, in their order. */
  readonly bots: readonly number[];
}

/** A reply that is shown as it is. */
export interface ListedReply {
  readonly call: string;
  readonly question: string;
  /** JSON. */
  readonly text: string;
  /** That it names. */
  readonly bots: readonly number[];
  /** How long it may be shown, ms. */
  readonly goodMs: number;
}

/**
 * The schema `public_lists` as its one writer has it. What is asked for is done one after the other; every write holds the row that says whose
 * epoch writes, so that an exchange that was overtaken writes nothing more. After a rejection nothing is known of it: it is closed.
 */
export interface ListDatabase {
  /** Resolves when the connection has ended though nobody closed it. */
  readonly ended: Promise<Error>;
  /** Whether a look was written this way: until then there is no sign of life to give. */
  readonly hasLook: boolean;
  /** Bots of which anything was written before, be it that a reply names them. */
  known(): Promise<readonly number[]>;
  /** What another look has found: what of it is another than the last that went this way. */
  writeLook(columns: LookColumns, providers?: readonly ListedProvider[]): Promise<void>;
  /** As `put`. */
  putReplies(replies: () => readonly ListedReply[]): Promise<void>;
  /** `items` are asked for when it is their turn: what has been hidden meanwhile must not come back. */
  put(items: () => readonly ListedItem[]): Promise<void>;
  hide(ids: readonly number[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Says that everything that was hidden by now is. */
  beat(): Promise<void>;
  /** Resolves when what was asked for by now is over, well or badly. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Another exchange has the store. */
export class ListsOvertaken extends Error {
  override readonly name = 'ListsOvertaken';
}

const KNOWN =
  'SELECT id FROM public_lists.bot UNION SELECT unnest(bots) FROM public_lists.reply WHERE reply IS NOT NULL';
const CLAIM = `UPDATE public_lists.state SET epoch = $1
  WHERE EXISTS (SELECT FROM exchange.fence WHERE part = ${PART} AND epoch = $1)`;
const HOLD = 'SELECT FROM public_lists.state WHERE epoch = $1 FOR UPDATE';
const PUT_COLUMN = `INSERT INTO public_lists.slot_column (name, cells) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET cells = excluded.cells`;
const PUT_FACET = `INSERT INTO public_lists.facet (name, value, slots) VALUES ($1, $2, $3)
  ON CONFLICT (name, value) DO UPDATE SET slots = excluded.slots`;
const REMOVE_FACET = 'DELETE FROM public_lists.facet WHERE name = $1 AND value = $2';
const NEXT_LOOK = 'UPDATE public_lists.state SET look = look + $1, look_ms = $2, beat = clock_timestamp()';
const PUT_ITEMS = `INSERT INTO public_lists.bot (id, item, good_until)
  SELECT put.id, put.item, clock_timestamp() + put.good_ms * interval '1 millisecond'
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS put (id, item, good_ms)
  ON CONFLICT (id) DO UPDATE SET item = excluded.item, good_until = excluded.good_until`;
const HIDE = `INSERT INTO public_lists.bot (id, item, good_until)
  SELECT hidden.id, NULL, 'infinity' FROM unnest($1::bigint[]) AS hidden (id)
  ON CONFLICT (id) DO UPDATE SET item = NULL, good_until = 'infinity'`;
const HIDE_REPLIES = 'UPDATE public_lists.reply SET reply = NULL WHERE bots && $1::bigint[]';
const PUT_REPLIES = `INSERT INTO public_lists.reply (call, question, reply, bots, good_until)
  SELECT put.call, put.question, put.reply, put.bots::bigint[], clock_timestamp() + put.good_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS put (call, question, reply, bots, good_ms)
  ON CONFLICT (call, question) DO UPDATE
    SET reply = excluded.reply, bots = excluded.bots, good_until = excluded.good_until`;
const PUT_PROVIDERS = `INSERT INTO public_lists.provider (anonymous, bots)
  SELECT put.anonymous, put.bots::bigint[] FROM unnest($1::text[], $2::text[]) AS put (anonymous, bots)
  ON CONFLICT (anonymous) DO UPDATE SET bots = excluded.bots`;
const REMOVE_PROVIDERS = 'DELETE FROM public_lists.provider WHERE anonymous = ANY ($1::text[])';
const REMOVE = 'DELETE FROM public_lists.bot WHERE id = ANY ($1::bigint[])';
const BEAT = 'UPDATE public_lists.state SET beat = clock_timestamp()';

interface Opening {
  /** As STORE_URL. */
  readonly url: string;
  /** The store's, as this exchange opened it. */
  readonly epoch: number;
}

/** Opens the schema (made when absent) for this epoch. Rejects with ListsOvertaken when the store is another's by now. */
export async function openListDatabase({ url, epoch }: Opening): Promise<ListDatabase> {
  // What is derived need not be on a second disk before the next is written.
  const client = await connect(await writableServer(url), 'public lists', false);
  try {
    await readyLists(client);
    const { rowCount } = await client.query(CLAIM, [epoch]);
    if (rowCount !== 1) throw new ListsOvertaken('The store of the public lists is another exchange’s.');
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return listDatabase(client, epoch);
}

function listDatabase(client: Client, epoch: number): ListDatabase {
  const { write, settled } = transactions(client, epoch);
  const columns = writtenColumns(client);
  const lists = writtenProviders(client);

  let hasLook = false;
  let isClosed = false;
  const ended = new Promise<Error>((resolve) => {
    client.on('end', () => {
      if (!isClosed) resolve(new Error('The database has ended the connection of the public lists.'));
    });
  });
  return {
    ended,
    get hasLook() {
      return hasLook;
    },
    async known() {
      const { rows } = await client.query<{ id: number }>(KNOWN);
      return rows.map(({ id }) => id);
    },
    writeLook: (look, providers = []) =>
      write(async () => {
        await lists.write(providers);
        const changed = await columns.write(look);
        await client.query({ name: 'look', text: NEXT_LOOK, values: [changed > 0 ? 1 : 0, look.atMs] });
        hasLook = true;
      }),
    put: (items) =>
      write(async () => {
        const put = items();
        if (put.length === 0) return;
        await client.query({ name: 'put', text: PUT_ITEMS, values: itemValues(put) });
      }),
    putReplies: (replies) =>
      write(async () => {
        const put = replies();
        if (put.length === 0) return;
        await client.query({ name: 'put replies', text: PUT_REPLIES, values: replyValues(put) });
      }),
    hide: (ids) =>
      write(async () => {
        const values = [int8Array(ids)];
        await client.query({ name: 'hide', text: HIDE, values });
        await client.query({ name: 'hide replies', text: HIDE_REPLIES, values });
      }),
    remove: (ids) => write(() => client.query({ name: 'remove', text: REMOVE, values: [int8Array(ids)] })),
    beat: () => write(() => client.query({ name: 'beat', text: BEAT })),
    settled,
    async close() {
      isClosed = true;
      await settled();
      await client.end().catch(() => {});
    },
  };
}

/** One after the other, each when those before it are over. */
function transactions(client: Client, epoch: number) {
  let line: Promise<unknown> = Promise.resolve();

  function write(work: () => Promise<unknown>): Promise<void> {
    const written = line.then(async () => {
      await client.query('BEGIN');
      try {
        const { rowCount } = await client.query({ name: 'hold', text: HOLD, values: [epoch] });
        if (rowCount !== 1) throw new ListsOvertaken('Another exchange writes the public lists.');
        await work();
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });
    line = written.catch(() => {});
    return written;
  }

  return { write, settled: () => line.then(() => undefined) };
}

function itemValues(items: readonly ListedItem[]): Buffer[] {
  const [ids, goodMs] = [items.map(({ id }) => id), items.map((item) => item.goodMs)];
  return [int8Array(ids), textArray(items.map(({ text }) => text)), int8Array(goodMs)];
}

function replyValues(replies: readonly ListedReply[]): Buffer[] {
  const texts = [
    replies.map(({ call }) => call),
    replies.map(({ question }) => question),
    replies.map(({ text }) => text),
    replies.map(({ bots }) => arrayText(bots)),
  ];
  return [...texts.map(textArray), int8Array(replies.map(({ goodMs }) => goodMs))];
}

/** Columns as they were written over this connection: what is as it was is not written again. The first write begins with nothing. */
function writtenColumns(client: Client) {
  const written = new Map<string, Buffer>();
  let isFirst = true;

  async function put(text: string, key: readonly string[], value: Buffer): Promise<number> {
    const name = JSON.stringify(key);
    if (written.get(name)?.equals(value) === true) return 0;
    await client.query({ name: key.length === 1 ? 'column' : 'facet', text, values: [...key, value] });
    written.set(name, value);
    return 1;
  }

  /** Of a value that nobody has any more there is nothing. */
  async function clearOthers(facets: LookColumns['facets']): Promise<number> {
    const present = new Set(facets.map(({ name, value }) => JSON.stringify([name, value])));
    const others = [...written.keys()].filter((key) => JSON.parse(key).length === 2 && !present.has(key));
    for (const key of others) {
      await client.query(REMOVE_FACET, JSON.parse(key));
      written.delete(key);
    }
    return others.length;
  }

  return {
    /** How many of them were another. */
    async write({ orders, ids, owners, facets }: LookColumns): Promise<number> {
      let changed = 0;
      if (isFirst) await client.query('DELETE FROM public_lists.slot_column; DELETE FROM public_lists.facet');
      for (const ranking of RANKINGS) changed += await put(PUT_COLUMN, [`order ${ranking}`], bytesOf(orders[ranking]));
      changed += await put(PUT_COLUMN, ['ids'], bytesOf(ids));
      changed += await put(PUT_COLUMN, ['owners'], bytesOf(owners));
      for (const { name, value, slots } of facets) changed += await put(PUT_FACET, [name, value], bitsOf(slots));
      changed += await clearOthers(facets);
      isFirst = false;
      return changed;
    },
  };
}

/** Providers' lists as they were written over this connection, in the same way. */
function writtenProviders(client: Client) {
  const written = new Map<string, string>();
  let isFirst = true;
  return {
    async write(providers: readonly ListedProvider[]): Promise<void> {
      if (isFirst) await client.query('DELETE FROM public_lists.provider');
      isFirst = false;
      const texts = new Map(providers.map(({ anonymous, bots }) => [anonymous, arrayText(bots)]));
      const gone = [...written.keys()].filter((anonymous) => !texts.has(anonymous));
      const changed = [...texts].filter(([anonymous, bots]) => written.get(anonymous) !== bots);
      for (const anonymous of gone) written.delete(anonymous);
      for (const [anonymous, bots] of changed) written.set(anonymous, bots);
      if (gone.length > 0)
        await client.query({ name: 'remove providers', text: REMOVE_PROVIDERS, values: [textArray(gone)] });
      if (changed.length === 0) return;
      const values = [textArray(changed.map(([anonymous]) => anonymous)), textArray(changed.map(([, bots]) => bots))];
      await client.query({ name: 'put providers', text: PUT_PROVIDERS, values });
    },
  };
}

/** Numbers as PostgreSQL writes an array. */
function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A bit string in PostgreSQL's binary form: its length in bits, then its bytes. */
function bitsOf(slots: Uint32Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(slots.byteLength * 8);
  return Buffer.concat([length, bytesOf(slots)]);
}
