import { ACCOUNT_BOOK } from '../ledger/memory-ledger.ts';
import type { JournalRow, StoreReader } from '../store/store.ts';
import { growingLru } from '../surroundings/growing-lru.ts';
import { countOf, markOn, NO_MARKS, placeOf, ROWS_A_MARK, type StreamMarks } from './book-marks.ts';
import { type BookOwner, type BookSource, meaningOf, type PartEntry, type RowMeaning } from './book-sums.ts';
import { STREAM } from './bot-book.ts';
import { contractOf } from './bot-markets.ts';
import { cashReference, fundReference, tradeReference } from './settle-bot.ts';

/** Which part an entry is of. */
export type PartPlace = Pick<PartEntry, 'what' | 'market' | 'account' | 'asset'>;

/** Sums of a part: of one market and asset. Units of the asset; `value` 1e-16 of what profits are counted in. */
export interface PartSum extends PartPlace {
  readonly amount: bigint;
  /** Of the entries that have a value. */
  readonly value: bigint;
  readonly count: number;
}

/** What a bot's journal comes to: up to which row of each stream, its parts, and what it holds and owes by it. */
export interface BookSums {
  readonly upTo: ReadonlyMap<BookSource, number>;
  readonly parts: ReadonlyMap<string, PartSum>;
  readonly held: ReadonlyMap<string, bigint>;
  readonly owed: ReadonlyMap<string, bigint>;
  readonly marks: ReadonlyMap<BookSource, StreamMarks>;
}

const NOTHING: BookSums = { upTo: new Map(), parts: new Map(), held: new Map(), owed: new Map(), marks: new Map() };
/** Bots whose sums are remembered: who looks again has only the rows since then read. */
const REMEMBERED = 128;

/** A stream of the journal and its key, and the number of its last row. */
interface Bound {
  readonly source: BookSource;
  readonly stream: string;
  readonly key: string;
  readonly last: number;
}

export interface BookReader {
  /**
   * The sums of all rows that had been handed to the store when this was called: call it in the same breath as the machine is asked,
   * so that both are of one moment.
   */
  sums(owner: BookOwner): Promise<BookSums>;
  /** Entries of one part, the oldest first: those of a page, and how many there are. */
  entries(
    owner: BookOwner,
    isWanted: (entry: PartPlace) => boolean,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<{ readonly rows: readonly (PartEntry & { readonly timeMs: number })[]; readonly total: number }>;
}

export function createBookReader(
  store: Pick<StoreReader, 'since' | 'page'>,
  { rowsAMark = ROWS_A_MARK }: { readonly rowsAMark?: number } = {},
): BookReader {
  const known = growingLru<number, BookSums>(REMEMBERED);

  /** Where the streams end now: the questions stand in one line with the turns. */
  function boundsOf({ id, spec }: BookOwner): Promise<Bound[]> {
    const streams: (readonly [BookSource, string, string])[] = [
      ['funds', ACCOUNT_BOOK, fundReference(id)],
      ['fills', STREAM.fills, `${id}`],
      ['cash', ACCOUNT_BOOK, cashReference(id)],
      ...(contractOf(spec) === null ? [] : [['trades', ACCOUNT_BOOK, tradeReference(id)] as const]),
    ];
    return Promise.all(
      streams.map(async ([source, stream, key]) => {
        const { rows } = await store.page(stream, key, 1, 1);
        return { source, stream, key, last: rows[0]?.sequence ?? 0 };
      }),
    );
  }

  async function* rowsOf({ stream, key, last }: Bound, after: number): AsyncIterable<JournalRow> {
    if (last <= after) return;
    for await (const row of store.since(stream, key, after)) {
      if (row.sequence > last) return;
      yield row;
    }
  }

  async function sumsTo(owner: BookOwner, bounds: readonly Bound[]): Promise<BookSums> {
    const remembered = known.get(owner.id) ?? NOTHING;
    // Somebody who asked later was quicker: what is remembered is of after this moment.
    const before = bounds.every((bound) => bound.last >= upToOf(remembered, bound)) ? remembered : NOTHING;
    const adder = addTo(before, rowsAMark);
    for (const bound of bounds) {
      for await (const { value, sequence } of rowsOf(bound, upToOf(before, bound)))
        adder.add(bound.source, sequence, meaningOf(owner, bound.source, value));
    }
    const sums = adder.sums(new Map(bounds.map(({ source, last }) => [source, last])));
    if (before === remembered) known.set(owner.id, sums);
    return sums;
  }

  return {
    sums: async (owner) => sumsTo(owner, await boundsOf(owner)),
    async entries(owner, isWanted, { page, pageSize }) {
      const bounds = await boundsOf(owner);
      const { parts, marks } = await sumsTo(owner, bounds);
      const wanted = [...parts].filter(([, part]) => isWanted(part)).map(([key]) => key);
      const total = countOf(new Map([...parts].map(([key, { count }]) => [key, count])), wanted);
      const rows: (PartEntry & { timeMs: number })[] = [];
      const [first, end] = [(page - 1) * pageSize, Math.min(page * pageSize, total)];
      /** Entries of the streams before. */
      let passed = 0;
      for (const bound of bounds) {
        const marked = marks.get(bound.source) ?? NO_MARKS;
        const start = passed;
        passed += countOf(marked.counts, wanted);
        // All of it is before the page, or behind it.
        if (passed <= first || start >= end) continue;
        const place = placeOf(marked, wanted, Math.max(0, first - start));
        let seen = start + place.seen;
        for await (const { value, timeMs } of rowsOf(bound, place.after)) {
          for (const entry of meaningOf(owner, bound.source, value).entries) {
            if (!isWanted(entry)) continue;
            if (seen >= first && seen < end) rows.push({ ...entry, timeMs });
            seen += 1;
          }
          // Of a bot with a hundred thousand fills the rest would be half a second of this thread.
          if (seen >= end) return { rows, total };
        }
      }
      return { rows, total };
    },
  };
}

function upToOf({ upTo }: BookSums, { source }: Bound): number {
  return upTo.get(source) ?? 0;
}

function addTo(before: BookSums, rowsAMark: number) {
  const parts = new Map(before.parts);
  const books = { held: new Map(before.held), owed: new Map(before.owed) };
  const markers = new Map<BookSource, ReturnType<typeof markOn>>();
  const markerOf = (source: BookSource) => {
    const marker = markers.get(source) ?? markOn(before.marks.get(source) ?? NO_MARKS, rowsAMark);
    markers.set(source, marker);
    return marker;
  };
  return {
    add(source: BookSource, sequence: number, { entries, changes }: RowMeaning): void {
      const keys: string[] = [];
      for (const { what, market, account, asset, amount, value } of entries) {
        const key = `${what}|${market}|${account}|${asset}`;
        keys.push(key);
        const sum = parts.get(key);
        parts.set(key, {
          ...{ what, market, account, asset, amount: (sum?.amount ?? 0n) + amount },
          ...{ value: (sum?.value ?? 0n) + (value ?? 0n), count: (sum?.count ?? 0) + 1 },
        });
      }
      markerOf(source).add(sequence, keys);
      for (const { book, asset, amount } of changes) {
        books[book].set(asset, (books[book].get(asset) ?? 0n) + amount);
      }
    },
    sums(upTo: BookSums['upTo']): BookSums {
      const marks = new Map(before.marks);
      for (const [source, marker] of markers) marks.set(source, marker.marks());
      return { upTo, parts, ...books, marks };
    },
  };
}
