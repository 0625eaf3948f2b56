import { type EquitySpan, NO_SPAN } from '../formulas/drawdown.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import { type BlockExtents, extentsOf } from './block-extents.ts';
import { feedsOf, marketOfFeed } from './bot-feeds.ts';
import { INT32_MAX } from './candle-path.ts';
import { probesOf, termOf } from './equity-line.ts';
import { withTakenOut } from './equity-statement.ts';
import { type BotMachine, EQUITY_SCALE, NO_LEVEL_ABOVE, type WakeSlot } from './machine.ts';

type Watched = Pick<BotMachine, 'equity' | 'equityLine' | 'equityFactors' | 'slots' | 'status'>;

const SCALE = Number(EQUITY_SCALE);
/** Minutes that are told by their extremes where no new peak lies in them: 2^4. */
const BLOCK_SHIFT = 4;

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

interface Stretch {
  readonly columns: readonly Int32Array[];
  readonly from: number;
  readonly until: number;
  readonly stride: number;
}

/**
 * Follows a bot's equity for its drawdown: at its start, at the end of every minute – the last prices before it and the
 * mark in force during it – and where it ends. One code for backtests and the live exchange, and the same numbers: between
 * two calls a machine's books stand still, so its equity is a sum of one term a price (a multiple of it, of an inverse
 * contract's a multiple of its reciprocal), and a minute costs a multiplication a feed.
 *
 * Units of the profit asset as floats: a statistic, no money.
 */
export class EquityWatch {
  private machine: Watched;
  /** By feed: whether the equity goes with the price's reciprocal. */
  private readonly isInverse: readonly boolean[];
  private readonly factors: number[];
  private fixed = 0;
  /** Feeds that move the equity. */
  private moving: readonly number[] = NO_FEED;
  /** The only one that does, if the equity rises with it; −1: there are several, none, or it falls. */
  private rising = -1;
  private column: Int32Array | null = null;
  private extents: BlockExtents | null = null;
  private isStale = true;
  private isOver = false;
  private high = NO_SPAN.high;
  private low = NO_SPAN.low;
  private fall = 0;
  /** Lowest since the high, or since `takeFall` was asked. */
  private sinceHigh = NO_SPAN.high;
  private recentFall = 0;
  /** At the last minute's end; while `slept` is set, at that stretch's last minute with prices if it has one. */
  private latest = 0;
  private slept: Stretch | null = null;
  private until = -1;

  constructor(machine: Watched, spec: MarketSpec) {
    this.machine = machine;
    this.isInverse = inverseFeedsOf(spec);
    this.factors = this.isInverse.map(() => 0);
  }

  /** The machine was called: its books may be others. */
  changed(): void {
    this.isStale = true;
  }

  /**
   * Reads the machine's books, if it has been called since. A minute's end does so too; a start with many bots does it one by one,
   * or the first minute's end would read those of all bots at once.
   */
  look(): void {
    if (this.isStale) this.readBooks();
  }

  /**
   * The bot goes on as another machine, and so much came in, units: it is above the peak that it was below before. `fallBefore`: how
   * far it had fallen in its life until then, 0…1; what was before this span is seen nowhere else once the money is in.
   */
  follow(machine: Watched, deposit: number, fallBefore = 0): void {
    this.wakeUp();
    // What it had fallen to before is measured against what it had before.
    this.fold();
    if (fallBefore > this.fall) this.fall = fallBefore;
    this.machine = machine;
    this.isStale = true;
    this.high += deposit;
    this.low += deposit;
    this.sinceHigh += deposit;
    this.latest += deposit;
  }

  /** The equity (withTakenOut) in EquityStatement's scale, where it is known exactly: at the start and at the end. */
  takeExact(equity: bigint): void {
    this.take(Number(equity) / SCALE);
  }

  /** The end of the last minute that a live bot was followed over, ms; −1 before the first. */
  get untilMs(): number {
    return this.until;
  }

  /** A live bot has been followed up to here. */
  set untilMs(timeMs: number) {
    this.until = timeMs;
  }

  /** A minute has ended at these prices, ticks by feed. */
  endMinute(prices: readonly number[], timeMs: number): void {
    this.until = timeMs;
    if (this.isStale) this.readBooks();
    // It ended inside of a stretch that its driver takes it along to the end of.
    if (this.isOver) return;
    let equity = this.fixed;
    for (const feed of this.moving) {
      const ticks = prices[feed] as number;
      equity += (this.factors[feed] as number) * (this.isInverse[feed] === true ? 1 / ticks : ticks);
    }
    this.take(equity);
  }

  /**
   * Minutes `from`, from + stride … before `until`, through which the machine slept, have ended: no price that it listens
   * to left its slot. Mostly that says enough: within these bounds the equity makes neither a new peak nor a new low.
   */
  sleepMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    if (from >= until) return;
    this.wakeUp();
    if (this.isStale) this.readBooks();
    if (this.staysKnown()) this.slept = { columns, from, until, stride };
    else this.endMinutes(columns, from, until, stride);
  }

  /** Reads off a stretch slept through, while the books are still those of it. Almost nobody asks. */
  private wakeUp(): void {
    const { slept } = this;
    if (slept === null) return;
    this.slept = null;
    this.takeLatest(slept.columns, slept.from, slept.until, slept.stride);
  }

  /** Whether every equity that the slots leave possible lies between the peak and the lowest since. Sums of floats keep their order. */
  private staysKnown(): boolean {
    let least = this.fixed;
    let greatest = this.fixed;
    for (const feed of this.moving) {
      const { below, above } = this.machine.slots[feed] as WakeSlot;
      if (below <= 0 || above === NO_LEVEL_ABOVE) return false;
      const factor = this.factors[feed] as number;
      const isInverse = this.isInverse[feed] === true;
      const one = factor * (isInverse ? 1 / below : below);
      const other = factor * (isInverse ? 1 / above : above);
      least += one < other ? one : other;
      greatest += one < other ? other : one;
    }
    return greatest <= this.high && least >= this.sinceHigh;
  }

  /**
   * Minutes `from`, from + stride … before `until` have ended, at the prices of one column a feed; −1 = no price in that
   * minute, which leaves the equity where it was.
   */
  endMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    if (from >= until) return;
    this.wakeUp();
    if (this.isStale) this.readBooks();
    const { moving, rising } = this;
    if (moving.length === 0) this.take(this.fixed);
    else if (rising < 0 || stride > 1) this.takeColumns(columns, from, until, stride);
    else {
      this.takeRising(columns[rising] as Int32Array, this.factors[rising] as number, from, until);
      this.takeLatest(columns, from, until, stride);
    }
  }

  /**
   * The equity rises with the one price that moves it: highest and lowest prices tell its extremes, so whole blocks of
   * minutes without a new peak cost two compares.
   */
  private takeRising(column: Int32Array, factor: number, from: number, until: number): void {
    const { fixed } = this;
    if (column !== this.column) {
      this.column = column;
      this.extents = extentsOf(column, BLOCK_SHIFT);
    }
    const { least, greatest } = this.extents as BlockExtents;
    const size = 1 << BLOCK_SHIFT;
    let lowest = INT32_MAX;
    let peakAt = this.ticksBelowPeak(factor);
    let i = from;
    while (i < until) {
      const block = i >> BLOCK_SHIFT;
      const low = least[block] as number;
      // A block with a minute without a price is looked at minute by minute.
      if ((i & (size - 1)) === 0 && i + size <= until && low >= 0 && (greatest[block] as number) <= peakAt) {
        if (low < lowest) lowest = low;
        i += size;
        continue;
      }
      const end = Math.min(until, (block + 1) << BLOCK_SHIFT);
      for (; i < end; i += 1) {
        const ticks = column[i] as number;
        if (ticks < lowest && ticks >= 0) lowest = ticks;
        if (ticks <= peakAt) continue;
        const equity = fixed + factor * ticks;
        if (equity <= this.high) continue;
        if (lowest < INT32_MAX) this.takeLow(fixed + factor * lowest);
        this.take(equity);
        lowest = INT32_MAX;
        peakAt = this.ticksBelowPeak(factor);
      }
    }
    if (lowest < INT32_MAX) this.takeLow(fixed + factor * lowest);
  }

  /** A tick below the price at which the equity is at its peak, at most: floats decide exactly above it only. */
  private ticksBelowPeak(factor: number): number {
    return Math.min(INT32_MAX, Math.floor((this.high - this.fixed) / factor) - 1) | 0;
  }

  /** The equity at the last of these minutes that has one. */
  private takeLatest(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    for (let i = until - 1 - ((until - 1 - from) % stride); i >= from; i -= stride) {
      const equity = this.equityIn(columns, i);
      if (Number.isNaN(equity)) continue;
      this.latest = equity;
      return;
    }
  }

  private takeLow(equity: number): void {
    if (equity < this.sinceHigh) this.sinceHigh = equity;
    if (equity < this.low) this.low = equity;
  }

  private takeColumns(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    for (let i = from; i < until; i += stride) {
      const equity = this.equityIn(columns, i);
      if (!Number.isNaN(equity)) this.take(equity);
    }
  }

  /** The equity at the end of minute i; NaN where a price is not known. */
  private equityIn(columns: readonly Int32Array[], i: number): number {
    let equity = this.fixed;
    for (const feed of this.moving) {
      const ticks = (columns[feed] as Int32Array)[i] as number;
      if (ticks < 0) return Number.NaN;
      equity += (this.factors[feed] as number) * (this.isInverse[feed] === true ? 1 / ticks : ticks);
    }
    return equity;
  }

  private take(equity: number): void {
    if (equity > this.high) {
      this.fold();
      this.high = equity;
      this.sinceHigh = equity;
    } else if (equity < this.sinceHigh) this.sinceHigh = equity;
    if (this.sinceHigh < this.low) this.low = this.sinceHigh;
    this.latest = equity;
    this.slept = null;
  }

  private fold(): void {
    const fall = this.high > 0 ? (this.high - this.sinceHigh) / this.high : 0;
    if (fall > this.recentFall) this.recentFall = fall;
    if (fall > this.fall) this.fall = fall;
  }

  /** What has been seen since the watch began, or since `restart`. */
  span(): EquitySpan {
    this.fold();
    return { high: this.high, low: this.low, fall: this.fall };
  }

  /** The deepest fall below the earlier peak since this was last asked, 0…1. */
  takeFall(): number {
    this.fold();
    this.wakeUp();
    const { recentFall } = this;
    this.recentFall = 0;
    this.sinceHigh = this.latest;
    return recentFall;
  }

  /** Begins another span: an empty one, or one of which some is known. */
  restart({ high, low, fall }: EquitySpan = NO_SPAN): void {
    Object.assign(this, { high, low, fall, sinceHigh: high, recentFall: 0 });
  }

  private readBooks(): void {
    this.isOver = this.machine.status === 'finished';
    this.isStale = false;
    const line = this.machine.equityLine?.();
    if (line === undefined) {
      const fixed = this.machine.equityFactors?.(this.factors);
      if (fixed === undefined) this.probe();
      else this.fixed = fixed;
      this.sortFeeds();
      return;
    }
    const { feed, fixed, factor } = line;
    const isSorted = this.rising === feed && factor > 0;
    this.fixed = fixed;
    this.factors[feed] = factor;
    if (!isSorted) this.sortFeeds();
  }

  private sortFeeds(): void {
    const { factors } = this;
    let count = 0;
    let only = -1;
    for (let feed = 0; feed < factors.length; feed += 1) {
      if (factors[feed] === 0) continue;
      count += 1;
      only = feed;
    }
    this.moving =
      count > 1 ? factors.flatMap((factor, feed) => (factor === 0 ? [] : [feed])) : (ONE_FEED[only] ?? NO_FEED);
    this.rising = count === 1 && (factors[only] as number) > 0 && this.isInverse[only] !== true ? only : -1;
  }

  /** Asks the machine at prices that are always the same, so that every driver has the same floats. */
  private probe(): void {
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
      this.factors[feed] = term.factor;
    }
    this.fixed = Number(fixed) / SCALE;
  }
}
