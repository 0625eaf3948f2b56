import { NO_RETURNS, pooled, type ReturnSample, recordScore } from '#lib/formulas/ranking-score.ts';
import type { Ranked } from './ranking.ts';

/** A bot with its part in what its provider has shown. */
interface Shown {
  readonly entry: Pick<Ranked, 'days' | 'drawdown'> & {
    readonly bot: { readonly record: { readonly id: number; readonly ownerId: number } };
  };
}

interface Pool<T> {
  readonly rows: Map<number, T>;
  score: number | null;
}

/**
 * The score of everything that each provider ever listed, by account: all days of all its bots as one record, and the worst of their
 * falls. Who starts twenty bots and shows the lucky one ranks by the other nineteen as well.
 */
export class ProviderPools<T extends Shown> {
  private readonly pools = new Map<number, Pool<T>>();
  private readonly changed = new Set<number>();

  /** A bot as it is now. */
  put(row: T): void {
    const { id, ownerId } = row.entry.bot.record;
    const pool = this.pools.get(ownerId) ?? { rows: new Map<number, T>(), score: null };
    pool.rows.set(id, row);
    this.pools.set(ownerId, pool);
    this.changed.add(ownerId);
  }

  remove({ entry }: T): void {
    const { id, ownerId } = entry.bot.record;
    this.pools.get(ownerId)?.rows.delete(id);
    this.changed.add(ownerId);
  }

  /** Scores the providers of whom a bot has another record than before; those whose score is another one by it. */
  rescore(): readonly number[] {
    const others: number[] = [];
    for (const ownerId of this.changed) {
      const pool = this.pools.get(ownerId);
      if (pool === undefined) continue;
      const score = scoreOfAll(pool.rows);
      if (score !== pool.score) others.push(ownerId);
      pool.score = score;
    }
    this.changed.clear();
    return others;
  }

  /** Null without two whole days of all its bots together. */
  scoreOf(ownerId: number): number | null {
    return this.pools.get(ownerId)?.score ?? null;
  }

  of(ownerId: number): Iterable<T> {
    return this.pools.get(ownerId)?.rows.values() ?? [];
  }
}

/** In the order of age, whenever each was seen: sums of floats hang on their order, and the same bots have the same score. */
function scoreOfAll(rows: ReadonlyMap<number, Shown>): number | null {
  let days: ReturnSample = NO_RETURNS;
  let drawdown = 0;
  for (const id of Float64Array.from(rows.keys()).sort()) {
    const entry = rows.get(id)?.entry;
    if (entry === undefined) continue;
    days = pooled(days, entry.days);
    drawdown = Math.max(drawdown, entry.drawdown);
  }
  return recordScore(days, drawdown);
}
