import type { RunnableKind } from '#lib/kinds/definitions.ts';

const DAY_MS = 86_400_000;

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
  /** Number of the first day that has a figure; with none, of nothing. */
  private first = 0;
  private words = new Float64Array(0);
  /** What does not fit into a day's word beside what is in it. */
  private readonly large = new Map<number, bigint>();

  /** Days from the first with a figure to the last; both 0 without any: [first, end). */
  get span(): readonly [first: number, end: number] {
    return [this.first, this.first + this.words.length];
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
    const at = day - this.first;
    if (at >= 0 && at < this.words.length) return at;
    const isFirst = this.words.length === 0;
    const from = isFirst ? day : Math.min(this.first, day);
    const end = isFirst ? day : this.first + this.words.length;
    const grown = new Float64Array(Math.max(end, day + 1) - from);
    if (!isFirst) grown.set(this.words, this.first - from);
    this.first = from;
    this.words = grown;
    return day - from;
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
