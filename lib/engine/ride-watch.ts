import { type EquitySpan, NO_SPAN } from '../formulas/drawdown.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import { type BlockExtents, extentsOf } from './block-extents.ts';
import { INT32_MAX } from './candle-path.ts';
import { EquityWatch, type Watched } from './equity-watch.ts';
import { NO_LEVEL_ABOVE, type WakeSlot } from './machine.ts';

/** Minutes that are told by their extremes where no new peak lies in them: 2^2. */
const BLOCK_SHIFT = 2;

/** Minutes that were slept through; none where they end at 0. One object for all that there are in a ride. */
interface Stretch {
  columns: readonly Int32Array[];
  from: number;
  until: number;
  stride: number;
}

/** The last of the minutes `from`, from + stride … before `until`. */
function lastOf(from: number, until: number, stride: number): number {
  return stride === 1 ? until - 1 : until - 1 - ((until - 1 - from) % stride);
}

/**
 * The watch of a ride over recorded minutes: the same numbers, told of many minutes at once, and what it fell between two
 * points of a curve. Apart from the watch of a live bot, because a hundred thousand of those need nothing of it.
 */
export class RideWatch extends EquityWatch {
  private column: Int32Array | null = null;
  private extents: BlockExtents | null = null;
  /** The deepest since `takeFall` was asked, which begins the lowest since the high anew as well. */
  private recentFall = 0;
  /** At the last minute's end; while `slept` has minutes, at that stretch's last minute with prices if it has one. */
  private latest = 0;
  private readonly slept: Stretch = { columns: [], from: 0, until: 0, stride: 1 };
  /** The machine's: one may make the list anew each time that it is asked. */
  declare private slots: readonly WakeSlot[];

  constructor(machine: Watched, spec: MarketSpec) {
    super(machine, spec);
    this.slots = machine.slots;
  }

  override follow(machine: Watched, deposit: number, fallBefore = 0): void {
    this.wakeUp();
    super.follow(machine, deposit, fallBefore);
    this.slots = machine.slots;
    this.latest += deposit;
  }

  /**
   * Minutes `from`, from + stride … before `until`, through which the machine slept, have ended: no price that it listens
   * to left its slot. Mostly that says enough: within these bounds the equity makes neither a new peak nor a new low.
   */
  sleepMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    if (from >= until) return;
    if (this.slept.until !== 0) this.forget(columns, from, until, stride);
    this.look();
    if (!this.staysKnown()) this.takeMinutes(columns, from, until, stride);
    this.sleep(columns, from, until, stride);
  }

  /** The stretch slept through before one that has ended is asked about no more, unless this one has no price at its end. */
  private forget(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    const last = lastOf(from, until, stride);
    for (let feed = 0; feed < columns.length; feed += 1) {
      if (((columns[feed] as Int32Array)[last] as number) < 0) this.wakeUp();
    }
    this.slept.until = 0;
  }

  private sleep(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    const { slept } = this;
    slept.columns = columns;
    slept.from = from;
    slept.until = until;
    slept.stride = stride;
  }

  /** Reads off a stretch slept through, while the books are still those of it. Almost nobody asks. */
  private wakeUp(): void {
    const { columns, from, until, stride } = this.slept;
    if (until === 0) return;
    this.slept.until = 0;
    this.takeLatest(columns, from, until, stride);
  }

  /** Whether every equity that the slots leave possible lies between the peak and the lowest since. Sums of floats keep their order. */
  private staysKnown(): boolean {
    const { moving, slots } = this;
    let least = this.fixed;
    let greatest = least;
    for (let i = 0; i < moving.length; i += 1) {
      const feed = moving[i] as number;
      const { below, above } = slots[feed] as WakeSlot;
      if (below <= 0 || above === NO_LEVEL_ABOVE) return false;
      const factor = this.factor(feed);
      const isInverse = this.isInverse[feed] === true;
      const one = factor * (isInverse ? 1 / below : below);
      const other = factor * (isInverse ? 1 / above : above);
      least += one < other ? one : other;
      greatest += one < other ? other : one;
    }
    return greatest <= this.high && least >= this.sinceHigh;
  }

  override endMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    if (from >= until) return;
    this.wakeUp();
    this.look();
    this.takeMinutes(columns, from, until, stride);
    this.takeLatest(columns, from, until, stride);
  }

  /** Takes what these minutes ended at, under the books as they were read last. What the last of them came to is the caller's to say. */
  private takeMinutes(columns: readonly Int32Array[], from: number, until: number, stride: number): void {
    const [feed] = this.moving;
    if (feed === undefined) this.take(this.fixed);
    else if (this.moving.length > 1 || this.isInverse[feed] === true) super.endMinutes(columns, from, until, stride);
    else {
      const column = columns[feed] as Int32Array;
      const factor = this.factor(feed);
      if (factor > 0 && stride === 1) this.takeRising(column, factor, from, until);
      else this.takeEach(column, factor, from, until, stride);
    }
  }

  /** The equity follows one price: minutes without a new peak and without a new low since it cost two compares. */
  private takeEach(column: Int32Array, factor: number, from: number, until: number, stride: number): void {
    const { fixed } = this;
    let { high, sinceHigh } = this;
    for (let i = from; i < until; i += stride) {
      const ticks = column[i] as number;
      const equity = fixed + factor * ticks;
      if (ticks < 0 || (equity <= high && equity >= sinceHigh)) continue;
      this.take(equity);
      ({ high, sinceHigh } = this);
    }
  }

  /**
   * The equity rises with the one price that moves it: highest and lowest prices tell its extremes, so whole blocks of
   * minutes without a new peak cost two compares.
   */
  private takeRising(column: Int32Array, factor: number, from: number, until: number): void {
    const { fixed } = this;
    if (column !== this.column || this.extents === null) {
      this.column = column;
      this.extents = extentsOf(column, BLOCK_SHIFT);
    }
    const { least, greatest } = this.extents;
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
    for (let i = lastOf(from, until, stride); i >= from; i -= stride) {
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

  protected override take(equity: number): void {
    super.take(equity);
    this.latest = equity;
    this.slept.until = 0;
  }

  protected override fold(): number {
    const fall = super.fold();
    if (fall > this.recentFall) this.recentFall = fall;
    return fall;
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

  override restart(span: EquitySpan = NO_SPAN): void {
    super.restart(span);
    this.recentFall = 0;
  }
}
