import { type BotMemory, type BotPages, memoryFor } from '#lib/engine/body/layout.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type DailyPoint, utcDay } from './daily-curve.ts';

/** A bot's days, oldest first. */
export interface Days extends Iterable<DailyPoint> {
  readonly length: number;
  /** As of a list: −1 is the last one. */
  at(index: number): DailyPoint | undefined;
  push(point: DailyPoint): unknown;
}

/** Told of each day by its number since 1970: a number where that is exact, so that who adds up years of many bots makes no amount of each day. */
type EarnedOn = (day: number, earned: number | bigint) => void;

/** What a bot earned on each of its days from the point `points` on, where it had earned `profit` before. The profit of the last. */
export function eachEarned(
  days: Days,
  { points, profit }: { readonly points: number; readonly profit: bigint },
  note: EarnedOn,
): bigint {
  if (days instanceof KeptDays) return days.eachEarned(points, profit, note);
  let before = profit;
  for (let index = points; index < days.length; index += 1) {
    const point = days.at(index) as DailyPoint;
    note(Date.parse(`${point.day}T00:00:00Z`) / DAY_MS, point.profit - before);
    before = point.profit;
  }
  return before;
}

/** What a day is in words: its number since 1970, its amounts, and its span, whose high is NaN where it is not known. */
const AMOUNTS = ['profit', 'rateE8', 'usdtEquity', 'deposited'] as const;
const SPAN_AT = 1 + AMOUNTS.length;
const DAY_WORDS = SPAN_AT + 3;
/** Days of a block: what the last one has room for beyond the bot's days is lost. */
const A_BLOCK = 4;

const names = new Map<number, string>();

/** One text for all bots' same day. */
function nameOf(day: number): string {
  const name = names.get(day) ?? utcDay(day * DAY_MS);
  names.set(day, name);
  return name;
}

interface DayBlock {
  readonly memory: BotMemory;
  readonly at: number;
}

/** One list for all bots that have no day yet. */
const NO_BLOCKS: readonly DayBlock[] = [];

/**
 * The days of a bot that lives, as words in the pages of its exchange: as objects each would be four times as large, and a hundred
 * thousand bots have some every day.
 */
export class KeptDays implements Days {
  private readonly pages: BotPages | undefined;
  private blocks: readonly DayBlock[] = NO_BLOCKS;
  private count = 0;
  /** Amounts that no word holds, by their place among all; null: there are none, as almost always. */
  private large: Map<number, bigint> | null = null;

  constructor(pages: BotPages | undefined, days: Iterable<DailyPoint>) {
    this.pages = pages;
    for (const day of days) this.push(day);
  }

  get length(): number {
    return this.count;
  }

  push(point: DailyPoint): void {
    const index = this.count;
    if (index % A_BLOCK === 0) this.open();
    this.count += 1;
    const { words, at } = this.wordsOf(index);
    words[at] = Date.parse(`${point.day}T00:00:00Z`) / DAY_MS;
    for (const [i, name] of AMOUNTS.entries()) {
      const near = Number(point[name]);
      const isWord = Number.isSafeInteger(near);
      words[at + 1 + i] = isWord ? near : Number.NaN;
      if (isWord) continue;
      this.large ??= new Map();
      this.large.set(index * AMOUNTS.length + i, point[name]);
    }
    words[at + SPAN_AT] = point.span?.high ?? Number.NaN;
    words[at + SPAN_AT + 1] = point.span?.low ?? 0;
    words[at + SPAN_AT + 2] = point.span?.fall ?? 0;
  }

  at(index: number): DailyPoint | undefined {
    const place = index < 0 ? this.count + index : index;
    return place < 0 || place >= this.count ? undefined : this.read(place);
  }

  eachEarned(from: number, profit: bigint, note: EarnedOn): bigint {
    // NaN where no word holds it: what is reckoned with it is none either.
    let near = Number.isSafeInteger(Number(profit)) ? Number(profit) : Number.NaN;
    let before = profit;
    for (let index = from; index < this.count; index += 1) {
      const { memory, at: block } = this.blocks[Math.floor(index / A_BLOCK)] as DayBlock;
      const at = block + (index % A_BLOCK) * DAY_WORDS;
      const day = memory.words[at] as number;
      const now = memory.words[at + 1] as number;
      const earned = now - near;
      if (Number.isSafeInteger(earned)) note(day, earned);
      else {
        const was = Number.isNaN(near) ? before : BigInt(near);
        before = this.large?.get(index * AMOUNTS.length) ?? BigInt(now);
        note(day, before - was);
      }
      near = now;
    }
    return Number.isNaN(near) ? before : BigInt(near);
  }

  *[Symbol.iterator](): Generator<DailyPoint> {
    for (let index = 0; index < this.count; index += 1) yield this.read(index);
  }

  /** Gives its blocks back: nobody may ask it anything any more. */
  release(): void {
    for (const { memory, at } of this.blocks) memory.give(at, A_BLOCK * DAY_WORDS);
    this.blocks = NO_BLOCKS;
    this.count = 0;
  }

  private open(): void {
    const memory = memoryFor(this.pages, A_BLOCK * DAY_WORDS);
    this.blocks = [...this.blocks, { memory, at: memory.take(A_BLOCK * DAY_WORDS) }];
  }

  private wordsOf(index: number): { readonly words: Float64Array; readonly at: number } {
    const { memory, at } = this.blocks[Math.floor(index / A_BLOCK)] as DayBlock;
    return { words: memory.words, at: at + (index % A_BLOCK) * DAY_WORDS };
  }

  private read(index: number): DailyPoint {
    const { words, at } = this.wordsOf(index);
    const amount = (i: number): bigint =>
      this.large?.get(index * AMOUNTS.length + i) ?? BigInt(words[at + 1 + i] as number);
    const high = words[at + SPAN_AT] as number;
    return {
      day: nameOf(words[at] as number),
      profit: amount(0),
      rateE8: amount(1),
      usdtEquity: amount(2),
      deposited: amount(3),
      span: Number.isNaN(high)
        ? null
        : { high, low: words[at + SPAN_AT + 1] as number, fall: words[at + SPAN_AT + 2] as number },
    };
  }
}
