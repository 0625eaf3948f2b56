import { type EquitySpan, NO_SPAN } from '../formulas/drawdown.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import { type BotMemory, type BotPages, behindRows, cellAt, memoryFor, namedWords } from './body/layout.ts';
import { feedsOf, marketOfFeed } from './bot-feeds.ts';
import { probesOf, termOf } from './equity-line.ts';
import { withTakenOut } from './equity-statement.ts';
import { type BotMachine, EQUITY_SCALE } from './machine.ts';
import type { MinuteEnds, ToldEnd } from './minute-ends.ts';

export type Watched = Pick<BotMachine, 'equity' | 'equityLine' | 'equityFactors' | 'slots' | 'status'>;

const SCALE = Number(EQUITY_SCALE);
/** A hundred thousand bots watch one market each: what is equal among them is one object. */
const NO_FEED: readonly number[] = [];
const ONE_FEED: readonly (readonly number[])[] = Array.from({ length: 64 }, (_, feed) => [feed]);
const inverseFeeds = new WeakMap<MarketSpec, readonly boolean[]>();

/** By feed of a bot on `spec`, whether its equity goes with the reciprocal of that price. */
function inverseFeedsOf(spec: MarketSpec): readonly boolean[] {
  const known = inverseFeeds.get(spec);
  if (known !== undefined) return known;
  const found = feedsOf(spec).map((_, feed) => marketOfFeed(spec, feed).contract?.isInverse === true);
  inverseFeeds.set(spec, found);
  return found;
}

/**
 * What is kept of an equity; behind it lies a factor a feed. Words and not fields, because each float in a field is an object of its own.
 * `sinceHigh`: lowest since the high. `toldMs`: the end of the last minute that a live bot was followed over; −1 before the first.
 */
const FIGURES = ['fixed', 'high', 'low', 'fall', 'sinceHigh', 'toldMs'] as const;
const FACTOR_WORDS = 1;

/**
 * Follows a bot's equity for its drawdown: at its start, at the end of every minute – the last prices before it and the
 * mark in force during it – and where it ends. One code for backtests and the live exchange, and the same numbers: between
 * two calls a machine's books stand still, so its equity is a sum of one term a price (a multiple of it, of an inverse
 * contract's a multiple of its reciprocal), and a minute costs a multiplication a feed.
 *
 * A live bot's is told of the minutes' ends when somebody asks it, or when the machine was called: it has read the books that held until
 * then. A minute's end visits no bot, however many there are, and whatever is asked is answered as if it had visited each.
 *
 * Units of the profit asset as floats: a statistic, no money.
 */
export class EquityWatch extends namedWords(...FIGURES) {
  declare protected machine: Watched;
  /** By feed: whether the equity goes with the price's reciprocal. */
  declare protected readonly isInverse: readonly boolean[];
  /** Feeds that move the equity. */
  protected moving: readonly number[] = NO_FEED;
  declare private readonly memory: BotMemory;
  private isStale = true;
  private isOver = false;
  /** The last of the minutes' ends that it was told of while it follows them; null: it follows none. */
  private told: ToldEnd | null = null;
  /** By feed, where its price stands among those of a minute's end; null: in the order of the feeds. */
  private places: readonly number[] | null = null;

  /** `pages`: where its figures are to lie; absent: in a memory of its own, which goes with it. */
  constructor(machine: Watched, spec: MarketSpec, pages?: BotPages) {
    const isInverse = inverseFeedsOf(spec);
    const length = wordsOf(isInverse);
    const memory = memoryFor(pages, length);
    super(memory.words, memory.take(length));
    this.memory = memory;
    this.machine = machine;
    this.isInverse = isInverse;
    this.toldMs = -1;
    this.restart();
  }

  /** The end of the last minute that a live bot was followed over, or when it began; −1 before that. */
  get untilMs(): number {
    this.catchUp();
    return this.toldMs;
  }

  set untilMs(timeMs: number) {
    this.catchUp();
    this.toldMs = timeMs;
  }

  /** Follows the ends of minutes from here on. Everybody who calls the machine meanwhile says so (`called`). */
  join(ends: MinuteEnds, places: readonly number[] | null = null): void {
    this.look();
    this.told = ends.last;
    this.places = places;
  }

  /** Follows them no further. */
  leave(): void {
    this.catchUp();
    this.told = null;
  }

  /** Is told of the minutes that have ended since it was told last: the books stood still until now. */
  private catchUp(): void {
    let { told } = this;
    if (told === null || told.next === null) return;
    for (; told.next !== null; ) {
      told = told.next;
      // It ended inside of a stretch that its driver takes it along to the end of.
      if (!this.isOver) this.take(this.equityAt(told.prices));
    }
    this.told = told;
    this.toldMs = told.timeMs;
  }

  private equityAt(prices: readonly number[]): number {
    const { places } = this;
    let equity = this.fixed;
    for (const feed of this.moving) {
      const ticks = prices[places === null ? feed : (places[feed] as number)] as number;
      equity += this.factor(feed) * (this.isInverse[feed] === true ? 1 / ticks : ticks);
    }
    return equity;
  }

  /** Gives its figures' block back: it may not be asked or told anything any more. */
  release(): void {
    this.told = null;
    this.memory.give(this.at, wordsOf(this.isInverse));
  }

  private factorAt(feed: number): number {
    return cellAt(this.at, FACTOR_WORDS, feed, FIGURES.length);
  }

  protected factor(feed: number): number {
    return this.words[this.factorAt(feed)] as number;
  }

  private setFactor(feed: number, factor: number): void {
    this.words[this.factorAt(feed)] = factor;
  }

  /** The machine was called: its books may be others. */
  changed(): void {
    this.isStale = true;
  }

  /** The same of one that follows the minutes' ends: those until now were under the books that it has, and it reads the new ones. */
  called(): void {
    this.catchUp();
    this.readBooks();
  }

  /** Reads the machine's books, if it has been called since. */
  protected look(): void {
    if (this.isStale) this.readBooks();
  }

  /**
   * The bot goes on as another machine, and so much came in, units: it is above the peak that it was below before. `fallBefore`: how
   * far it had fallen in its life until then, 0…1; what was before this span is seen nowhere else once the money is in.
   */
  follow(machine: Watched, deposit: number, fallBefore = 0): void {
    this.catchUp();
    // What it had fallen to before is measured against what it had before.
    this.fold();
    if (fallBefore > this.fall) this.fall = fallBefore;
    this.machine = machine;
    this.isStale = true;
    this.high += deposit;
    this.low += deposit;
    this.sinceHigh += deposit;
  }

  /** The equity (withTakenOut) in EquityStatement's scale, where it is known exactly: at the start and at the end. */
  takeExact(equity: bigint): void {
    this.catchUp();
    this.take(Number(equity) / SCALE);
  }

  /** A minute has ended at these prices, ticks by feed. */
  endMinute(prices: readonly number[], timeMs: number): void {
    this.toldMs = timeMs;
    this.look();
    if (!this.isOver) this.take(this.equityAt(prices));
  }

  /**
   * Minutes `from`, from + stride … before `until` have ended, at the prices of one column a feed; −1 = no price in that
   * minute, which leaves the equity where it was.
   */
  endMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    this.look();
    for (let i = from; i < until; i += stride) {
      const equity = this.equityIn(columns, i);
      if (!Number.isNaN(equity)) this.take(equity);
    }
  }

  /** The equity at the end of minute i; NaN where a price is not known. */
  protected equityIn(columns: readonly Int32Array[], i: number): number {
    let equity = this.fixed;
    for (const feed of this.moving) {
      const ticks = (columns[feed] as Int32Array)[i] as number;
      if (ticks < 0) return Number.NaN;
      equity += this.factor(feed) * (this.isInverse[feed] === true ? 1 / ticks : ticks);
    }
    return equity;
  }

  protected take(equity: number): void {
    if (equity > this.high) {
      this.fold();
      this.high = equity;
      this.sinceHigh = equity;
    } else if (equity < this.sinceHigh) this.sinceHigh = equity;
    if (this.sinceHigh < this.low) this.low = this.sinceHigh;
  }

  /** Takes the fall since the high into what is known. Returns it, 0…1. */
  protected fold(): number {
    const fall = this.high > 0 ? (this.high - this.sinceHigh) / this.high : 0;
    if (fall > this.fall) this.fall = fall;
    return fall;
  }

  /** What has been seen since the watch began, or since `restart`. */
  span(): EquitySpan {
    this.catchUp();
    this.fold();
    return { high: this.high, low: this.low, fall: this.fall };
  }

  /** Begins another span: an empty one, or one of which some is known. */
  restart({ high, low, fall }: EquitySpan = NO_SPAN): void {
    this.catchUp();
    this.high = high;
    this.low = low;
    this.fall = fall;
    this.sinceHigh = high;
  }

  private readBooks(): void {
    this.isOver = this.machine.status === 'finished';
    this.isStale = false;
    const line = this.machine.equityLine?.();
    if (line === undefined) {
      const factors = this.isInverse.map(() => 0);
      this.fixed = this.machine.equityFactors?.(factors) ?? this.probe(factors);
      for (const [feed, factor] of factors.entries()) this.setFactor(feed, factor);
      this.sortFeeds();
      return;
    }
    const { feed, fixed, factor } = line;
    const isSorted = factor !== 0 && this.moving === ONE_FEED[feed];
    this.fixed = fixed;
    this.setFactor(feed, factor);
    if (!isSorted) this.sortFeeds();
  }

  private sortFeeds(): void {
    const moving = this.isInverse.flatMap((_, feed) => (this.factor(feed) === 0 ? [] : [feed]));
    this.moving = moving.length > 1 ? moving : (ONE_FEED[moving[0] ?? -1] ?? NO_FEED);
  }

  /** Asks the machine at prices that are always the same, so that every driver has the same floats. Fills the factors in, and returns what is fixed. */
  private probe(factors: number[]): number {
    const { machine, isInverse } = this;
    const probe: number[] = isInverse.map((inverse) => probesOf(inverse)[0]);
    const near = withTakenOut(machine.equity(probe));
    let fixed = near;
    for (const [feed, inverse] of isInverse.entries()) {
      const [nearer, far] = probesOf(inverse);
      probe[feed] = far;
      const term = termOf(withTakenOut(machine.equity(probe)) - near, inverse);
      probe[feed] = nearer;
      fixed -= term.near;
      factors[feed] = term.factor;
    }
    return Number(fixed) / SCALE;
  }
}

function wordsOf(isInverse: readonly boolean[]): number {
  return behindRows(FIGURES.length, FACTOR_WORDS, isInverse.length);
}
