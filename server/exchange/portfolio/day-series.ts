import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { DAY_MS } from '#lib/time/durations.ts';

/** A UTC day by its number since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** YYYY-MM-DD of such a number. */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** What was earned on each UTC day, units of one asset: exact. Words, as long as a word holds them: years of many bots are added up while somebody waits. */
export class DaySeries {
  /** Day of the first word. There are words beyond the days that have a figure, so that years are not copied with each day that comes. */
  private first = 0;
  private words = new Float64Array(0);
  /** Days with a figure: [from, end). */
  private from = 0;
  private end = 0;
  /** What does not fit into a day's word beside what is in it. */
  private readonly large = new Map<number, bigint>();

  /** Days from the first with a figure to the last; both 0 without any: [first, end). */
  get span(): readonly [first: number, end: number] {
    return [this.from, this.end];
  }

  add(day: number, earned: number | bigint): void {
    const at = this.room(day);
    if (typeof earned === 'number') {
      const sum = (this.words[at] as number) + earned;
      if (Number.isSafeInteger(sum)) {
        this.words[at] = sum;
        return;
      }
    }
    this.large.set(day, (this.large.get(day) ?? 0n) + BigInt(earned));
  }

  on(day: number): bigint {
    const word = this.words[day - this.first];
    return word === undefined ? 0n : BigInt(word) + (this.large.get(day) ?? 0n);
  }

  /** Where a day's word is; there is one from now on. */
  private room(day: number): number {
    if (day >= this.from && day < this.end) return day - this.first;
    const isFirst = this.from === this.end;
    const [from, end] = isFirst ? [day, day + 1] : [Math.min(this.from, day), Math.max(this.end, day + 1)];
    if (from < this.first || end > this.first + this.words.length || isFirst) {
      // As much again on the side where it grows.
      const spare = end - from;
      const first = from < this.from ? from - spare : from;
      const grown = new Float64Array(2 * spare);
      if (!isFirst) grown.set(this.words.subarray(this.from - this.first, this.end - this.first), this.from - first);
      this.first = first;
      this.words = grown;
    }
    this.from = from;
    this.end = end;
    return day - this.first;
  }
}

/** Of one kind, in the asset that its profit is counted in. */
export interface KindSeries<Kind extends string = RunnableKind> {
  readonly kind: Kind;
  readonly asset: string;
  readonly days: DaySeries;
}

/** What was earned day by day, by kind and asset. */
export class KindDays<Kind extends string = RunnableKind> {
  private readonly byKey = new Map<string, KindSeries<Kind>>();

  of(kind: Kind, asset: string): DaySeries {
    const key = `${kind}|${asset}`;
    const known = this.byKey.get(key) ?? { kind, asset, days: new DaySeries() };
    this.byKey.set(key, known);
    return known.days;
  }

  entries(): Iterable<KindSeries<Kind>> {
    return this.byKey.values();
  }
}
