import { sortedInChunks } from './chunked-sort.ts';
import type { Ranked } from './ranking.ts';

/** A bot where it stands in an order; its entry is always the latest. */
export interface Placed {
  readonly row: { readonly entry: Ranked; readonly slot: number };
  readonly score: number;
}

/** Best first, and the slots of the same beside it, so that who narrows it need not look at each bot. */
export interface Order {
  readonly placed: readonly Placed[];
  readonly slots: Int32Array;
}

/** Places that are looked at between two pauses: about a millisecond. */
const A_PIECE = 10_000;

/** Best first; equal ranks stand by age, so that pages never mix. */
export function byRank(a: Placed, b: Placed): number {
  return b.score - a.score || a.row.entry.bot.record.id - b.row.entry.bot.record.id;
}

/**
 * An order that is kept: what moved is taken out and put in where it belongs now, all else stays where it is. Lists that were given out
 * are not touched.
 */
export class RankOrder {
  private order: Order = { placed: [], slots: new Int32Array(0) };
  private readonly places = new Map<number, Placed>();
  private readonly gone = new Set<Placed>();
  private readonly come = new Map<number, Placed>();

  /** What a bot is ranked by from the next `settle` on; null = it stands nowhere. One whose score stays keeps its place. */
  put(row: Placed['row'], score: number | null): void {
    const { id } = row.entry.bot.record;
    const before = this.places.get(id);
    if ((before?.score ?? null) === score) return;
    if (before !== undefined) this.gone.add(before);
    if (score === null) {
      this.places.delete(id);
      this.come.delete(id);
      return;
    }
    const placed = { row, score };
    this.places.set(id, placed);
    this.come.set(id, placed);
  }

  /** Brings the order up to what was put. */
  *settle(): Generator<void, void> {
    if (this.gone.size === 0 && this.come.size === 0) return;
    const come = yield* sortedInChunks([...this.come.values()], byRank);
    const { placed, slots: before } = this.order;
    const merged: Placed[] = [];
    const slots = new Int32Array(this.places.size);
    const add = (one: Placed, slot: number): void => {
      slots[merged.length] = slot;
      merged.push(one);
    };
    const addNew = (one: Placed): void => add(one, one.row.slot);
    let next = 0;
    for (const [index, one] of placed.entries()) {
      if (index > 0 && index % A_PIECE === 0) yield;
      if (this.gone.has(one)) continue;
      for (; next < come.length && byRank(come[next] as Placed, one) < 0; next += 1) addNew(come[next] as Placed);
      add(one, before[index] as number);
    }
    for (; next < come.length; next += 1) addNew(come[next] as Placed);
    this.order = { placed: merged, slots };
    this.gone.clear();
    this.come.clear();
  }

  /** By which a bot stands here; null = it does not. */
  scoreOf(botId: number): number | null {
    return this.places.get(botId)?.score ?? null;
  }

  list(): Order {
    return this.order;
  }
}
