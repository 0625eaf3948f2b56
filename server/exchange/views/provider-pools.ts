import { NO_RETURNS, pooled, type ReturnSample, recordScore } from '#lib/formulas/ranking-score.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { BotRecord } from '../bots/bot-record.ts';
import type { Ranked } from './ranking.ts';

/** A bot with its part in what its provider has shown. */
interface Shown {
  readonly entry: Pick<Ranked, 'days' | 'drawdown'> & {
    readonly bot: {
      readonly record: Pick<BotRecord, 'id' | 'ownerId' | 'createMs' | 'listedMs'>;
    };
  };
}

/** Bots whose records are put together between two pauses, a millisecond or two. */
const A_PIECE = 5_000;

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

  /** Scores the providers of whom a bot has another record than before; those whose score is another one by it. With pauses. */
  *rescore(): Generator<void, readonly number[]> {
    const others: number[] = [];
    let sincePause = 0;
    for (const ownerId of this.changed) {
      const pool = this.pools.get(ownerId);
      if (pool === undefined) continue;
      sincePause += pool.rows.size;
      if (sincePause > A_PIECE) {
        yield;
        sincePause = pool.rows.size;
      }
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
  return recordScore(days, drawdown, daysOf(rows));
}

/**
 * Different days that the bots of a provider have a record of. Those of one day are one: twenty bots over the same month have shown a
 * month, and copies of one bot would else make a record of years in a week.
 */
function daysOf(rows: ReadonlyMap<number, Shown>): number {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { entry } of rows.values()) {
    if (entry.days.count === 0) continue;
    const first = firstDayOf(entry);
    from = Math.min(from, first);
    until = Math.max(until, first + entry.days.count);
  }
  if (until <= from) return 0;
  // How many more bots have each day than the one before it: no sorting, for a provider may have many.
  const more = new Int32Array(until - from + 1);
  for (const { entry } of rows.values()) {
    const at = firstDayOf(entry) - from;
    if (entry.days.count === 0) continue;
    more[at] = (more[at] as number) + 1;
    more[at + entry.days.count] = (more[at + entry.days.count] as number) - 1;
  }
  let [bots, days] = [0, 0];
  for (const change of more) {
    bots += change;
    if (bots > 0) days += 1;
  }
  return days;
}

/** The first whole day since a bot was listed, on which its record begins. */
function firstDayOf({ bot: { record } }: Shown['entry']): number {
  return Math.ceil(Math.max(record.createMs, record.listedMs ?? record.createMs) / DAY_MS);
}
