import { sortedInChunks } from './chunked-sort.ts';
import type { Ranked } from './ranking.ts';

/** A bot where it stands in an order; its entry is always the latest. */
export interface Placed {
  readonly row: { readonly entry: Ranked };
  readonly score: number;
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
  private placed: readonly Placed[] = [];
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
    const merged: Placed[] = [];
    let next = 0;
    for (const [index, one] of this.placed.entries()) {
      if (index > 0 && index % A_PIECE === 0) yield;
      if (this.gone.has(one)) continue;
      while (next < come.length && byRank(come[next] as Placed, one) < 0) merged.push(come[next++] as Placed);
      merged.push(one);
    }
    while (next < come.length) merged.push(come[next++] as Placed);
    this.placed = merged;
    this.gone.clear();
    this.come.clear();
  }

  /** By which a bot stands here; null = it does not. */
  scoreOf(botId: number): number | null {
    return this.places.get(botId)?.score ?? null;
  }

  list(): readonly Placed[] {
    return this.placed;
  }
}
