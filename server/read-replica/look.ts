import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { filterKey, type PublicFilter, wantedBy } from '#lib/contract/list-filter.ts';
import { boundsOf, type Page } from '#lib/contract/paging.ts';
import { pagesByProvider } from '#lib/formulas/provider-pages.ts';
import type { OfLook, Replica } from './replica.ts';

/** Ids of a page of a list, and how long the list is. */
export interface LookPage {
  readonly ids: readonly number[];
  readonly count: number;
  readonly pages: number;
}

/** A statement saw another look than this one: everything is asked again of that. */
export class OtherLook extends Error {
  override readonly name = 'OtherLook';
  readonly look: number;

  constructor(look: number) {
    super(`The lists are of look ${look} by now.`);
    this.look = look;
  }
}

/** An order whole: slots best first; and of each slot whose bot it is. */
interface Base {
  readonly slots: Int32Array;
  readonly ids: Uint32Array;
  readonly owners: Uint32Array;
}

/** Places in an order, best first, cut into pages where no provider may stand more than twice on one. */
interface Paged {
  readonly size: number;
  readonly pages: readonly (readonly number[])[];
}

interface AskedList {
  readonly filter: PublicFilter;
  readonly ranking: string;
  readonly pageSize: number;
  readonly isAskedAgain: boolean;
}

/** Lets others have the thread in the middle of long work. */
type Pause = () => Promise<unknown>;
/** Of work that nobody waits for, a few times as long as a piece of it takes. */
const rest: Pause = () => delay(5);

/** Lists that are made of the next look before anybody asks. */
const MOST_MADE_AGAIN = 200;
/** Values of properties that are read of the next look before anybody asks. */
const MOST_READ_AGAIN = 300;
/** Places of all lists that were made of one look: some megabytes. */
const MOST_PLACES = 1_000_000;
/** Bits of slots, in what takes as much room as a place. */
const BYTES_OF_A_PLACE = 4;
/** What a list takes besides its places, as places. */
const LEAST_PLACES = 100;

/** The lists as one look at all bots has them: what is made of it is made once. All of it rejects with OtherLook when the replica is further. */
export class Look {
  readonly number: number;
  private readonly replica: Pick<Replica, 'column' | 'facet'>;
  private readonly columns = new Map<string, Promise<ArrayBuffer>>();
  private readonly asked = new LRUCache<string, AskedList>({ max: MOST_MADE_AGAIN });
  private readonly wanted = new LRUCache<string, readonly [name: string, value: string]>({ max: MOST_READ_AGAIN });
  private readonly facets = madeOnce<Uint8Array>(({ length }) => Math.ceil(length / BYTES_OF_A_PLACE));
  private readonly places = madeOnce<Int32Array>(({ length }) => length);
  private readonly paged = madeOnce<Paged>(({ size }) => size);

  constructor(number: number, replica: Pick<Replica, 'column' | 'facet'>) {
    this.number = number;
    this.replica = replica;
  }

  /** A page of the list that a filter leaves of an order; of the default one no provider stands more than twice on a page (H57). */
  page(filter: PublicFilter, ranking: string, page: Page): Promise<LookPage> {
    const key = `${page.pageSize} ${ranking} ${filterKey(filter)}`;
    const isAskedAgain = this.asked.has(key);
    this.asked.set(key, { filter, ranking, pageSize: page.pageSize, isAskedAgain });
    for (const one of wantedBy(filter)) this.wanted.set(JSON.stringify(one), one);
    return this.shown(filter, ranking, page);
  }

  /**
   * Reads the columns that another look has read and the values of properties that it was narrowed by, one after the other so that those who
   * ask meanwhile find a connection, and makes the lists that it was asked for again and again.
   */
  async makeAs(before: Look): Promise<void> {
    for (const name of before.columns.keys()) await this.column(name);
    for (const [name, value] of before.wanted.values()) await this.facet(name, value);
    const lists = [...before.asked.values()].filter(({ isAskedAgain }) => isAskedAgain);
    for (const { filter, ranking, pageSize } of lists) {
      await rest();
      await this.shown(filter, ranking, { page: 1, pageSize }, rest);
    }
  }

  private async shown(filter: PublicFilter, ranking: string, page: Page, pause: Pause = nextTurn): Promise<LookPage> {
    const key = `${ranking} ${filterKey(filter)}`;
    const base = await this.base(ranking);
    const places = await this.places(key, () => this.narrowed(filter, base));
    const idsAt = (found: Iterable<number>) => Array.from(found, (place) => base.ids[base.slots[place] ?? 0] ?? 0);
    if (ranking !== 'default') {
      const ids = idsAt(places.subarray(...boundsOf(page)));
      return { ids, count: places.length, pages: Math.ceil(places.length / page.pageSize) };
    }
    const { pages } = await this.paged(`${page.pageSize} ${key}`, () => inPages(base, places, page.pageSize, pause));
    return { ids: idsAt(pages[page.page - 1] ?? []), count: places.length, pages: pages.length };
  }

  private async base(ranking: string): Promise<Base> {
    const [order, ids, owners] = await Promise.all([
      this.column(`order ${ranking}`),
      this.column('ids'),
      this.column('owners'),
    ]);
    return { slots: new Int32Array(order), ids: new Uint32Array(ids), owners: new Uint32Array(owners) };
  }

  private column(name: string): Promise<ArrayBuffer> {
    let column = this.columns.get(name);
    if (column === undefined) {
      column = this.readColumn(name);
      this.columns.set(name, column);
      // Whoever asks next asks the replica again.
      column.catch(() => this.columns.delete(name));
    }
    return column;
  }

  private async readColumn(name: string): Promise<ArrayBuffer> {
    const { cells } = this.ofThis(await this.replica.column(name));
    return wordsOf(cells);
  }

  private facet(name: string, value: string): Promise<Uint8Array> {
    return this.facets(`${name} ${value}`, async () => this.ofThis(await this.replica.facet(name, value)).slots);
  }

  private async narrowed(filter: PublicFilter, { slots }: Base): Promise<Int32Array> {
    const facets = await Promise.all(wantedBy(filter).map(([name, value]) => this.facet(name, value)));
    const wanted = inAll(facets);
    const places = new Int32Array(slots.length);
    let found = 0;
    for (let place = 0; place < slots.length; place += 1) {
      const slot = slots[place] ?? 0;
      if ((((wanted[slot >>> 3] ?? 0) >>> (slot & 7)) & 1) === 0) continue;
      places[found] = place;
      found += 1;
    }
    return places.slice(0, found);
  }

  private ofThis<T>(told: OfLook<T>): T {
    if (told.look !== this.number) throw new OtherLook(told.look);
    return told;
  }
}

/** Slots that stand in all of them; none in none. */
function inAll([first = new Uint8Array(0), ...others]: readonly Uint8Array[]): Uint8Array {
  const slots = Uint8Array.from(first);
  for (const other of others)
    for (let at = 0; at < slots.length; at += 1) slots[at] = (slots[at] ?? 0) & (other[at] ?? 0);
  return slots;
}

async function inPages({ slots, owners }: Base, places: Int32Array, pageSize: number, pause: Pause): Promise<Paged> {
  const work = pagesByProvider(places, pageSize, (place) => owners[slots[place] ?? 0] ?? 0);
  for (;;) {
    const step = work.next();
    if (step.done === true) return { size: places.length, pages: step.value };
    await pause();
  }
}

/** Remembers what was made under each key, and who makes it now; what failed is made again. */
function madeOnce<T extends object>(sizeOf: (value: T) => number) {
  const kept = new LRUCache<string, T>({ maxSize: MOST_PLACES, sizeCalculation: (one) => LEAST_PLACES + sizeOf(one) });
  const making = new Map<string, Promise<T>>();
  return async (key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = making.get(key) ?? make().finally(() => making.delete(key));
    making.set(key, made);
    const value = await made;
    kept.set(key, value);
    return value;
  };
}

/** The bytes in a buffer of their own, so that they can be read as words. */
function wordsOf(bytes: Buffer): ArrayBuffer {
  const own = new ArrayBuffer(bytes.length);
  new Uint8Array(own).set(bytes);
  return own;
}
