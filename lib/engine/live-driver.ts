import { type CallListener, NO_LISTENER } from './call-listener.ts';
import { LOOKS_AT_A_MARK } from './candle-path.ts';
import type { EquityWatch } from './equity-watch.ts';
import { type BotMachine, NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type PriceFeedId, type WakeSlot } from './machine.ts';
import { tradesSeveral } from './markets-clock.ts';
import { MinuteEnds } from './minute-ends.ts';
import { TriggerIndex } from './trigger-index.ts';

/** One observed price of the driver's feed. `isJump`: the price did not go there continuously. */
export interface DriverPoint {
  readonly timeMs: number;
  readonly ticks: number;
  readonly jump: boolean;
}

/** The mark price that was published at `timeMs`, the beginning of a minute. */
export type MarkPoint = Pick<DriverPoint, 'timeMs' | 'ticks'>;

interface Rider<K> {
  readonly key: K;
  readonly machine: BotMachine;
  /** Places of the instrument's last and mark price in `machine.feeds`; −1: the machine does not listen to the mark. */
  readonly feed: number;
  readonly markFeed: number;
  readonly handle: number;
  /** In the index of mark prices; −1 without. */
  readonly markHandle: number;
  /** False: its machine trades several markets, and a MarketsClock fires its time wakes. */
  readonly keepsTime: boolean;
  /** Follows the machine's equity; null: nobody does, or the MarketsClock. */
  readonly watch: EquityWatch | null;
}

/**
 * Drives the machines of one instrument over a path of points, waking only those that a point touches.
 *
 * Time: a wake at a minute's beginning happens before the first point of that minute, with the last price before it
 * (that minute's close) – as in backtests. So a minute's close must be stamped before the next minute begins.
 *
 * Contracts: call `advanceMark` at every minute's beginning, before the minute's points, with the mark price, or the
 * last known price where it is unknown. The order is then the one of backtests (DECISIONS.md, One price path): time wakes, mark, last prices.
 *
 * Machines that trade several instruments ride in one driver per instrument under the same key. No driver fires their
 * time wakes: MarketsClock does, with the prices of all. After any call to a machine from outside (terminate, a wake by
 * the clock), tell every driver that it rides in with `refresh`.
 *
 * Keys are the caller's own: what it has them as, so that none is made for a bot.
 */
export class LiveDriver<K extends string | number = string> {
  private readonly index = new TriggerIndex();
  private readonly markIndex = new TriggerIndex();
  private readonly riders = new Map<K, Rider<K>>();
  private readonly byHandle: (Rider<K> | undefined)[] = [];
  private readonly byMarkHandle: (Rider<K> | undefined)[] = [];
  /** Last and mark price: what time wakes are told. */
  private readonly prices: number[] = [Number.NaN, Number.NaN];
  /** What watches are told when they are asked. */
  private readonly ends = new MinuteEnds();
  declare private readonly listener: CallListener<K>;

  constructor(listener: CallListener<K> = NO_LISTENER) {
    this.listener = listener;
  }

  /** Last price that the driver was told, ticks; NaN before the first. */
  get lastTicks(): number {
    return this.prices[0] as number;
  }

  /** Last mark price that the driver was told, ticks; NaN before the first. */
  get markTicks(): number {
    return this.prices[1] as number;
  }

  /** Number of machines. */
  get size(): number {
    return this.riders.size;
  }

  /** Earliest time wake, ms; Infinity when none. */
  get nextWakeMs(): number {
    return this.index.nextWakeMs;
  }

  /**
   * Takes a started machine aboard. `feed` is the place of this instrument's last price in `machine.feeds`. Throws on a
   * key already aboard. `watch` follows its equity at the minutes' ends.
   */
  add(key: K, machine: BotMachine, feed = 0, watch: EquityWatch | null = null): void {
    if (this.riders.has(key)) throw new Error(`Driver already has ${key}`);
    const { market } = machine.feeds[feed] as PriceFeedId;
    const markFeed = machine.feeds.findIndex((other) => other.price === 'mark' && other.market === market);
    const handle = this.index.register(NO_LEVEL_BELOW, NO_LEVEL_ABOVE, Number.POSITIVE_INFINITY);
    const markHandle =
      markFeed < 0 ? -1 : this.markIndex.register(NO_LEVEL_BELOW, NO_LEVEL_ABOVE, Number.POSITIVE_INFINITY);
    const keepsTime = !tradesSeveral(machine);
    const rider: Rider<K> = {
      key,
      machine,
      feed,
      markFeed,
      handle,
      markHandle,
      keepsTime,
      watch: keepsTime ? watch : null,
    };
    this.riders.set(key, rider);
    this.byHandle[handle] = rider;
    if (markHandle >= 0) this.byMarkHandle[markHandle] = rider;
    rider.watch?.join(this.ends);
    this.tellIndex(rider);
  }

  remove(key: K): void {
    const rider = this.riders.get(key);
    if (rider === undefined) return;
    this.index.remove(rider.handle);
    this.byHandle[rider.handle] = undefined;
    if (rider.markHandle >= 0) {
      this.markIndex.remove(rider.markHandle);
      this.byMarkHandle[rider.markHandle] = undefined;
    }
    rider.watch?.leave();
    this.riders.delete(key);
  }

  /** Reads a machine's ranges again after it was called from outside. Unknown keys are ignored. */
  refresh(key: K): void {
    const rider = this.riders.get(key);
    if (rider !== undefined) this.listen(rider);
  }

  /** The price that machines added later start from is known without a point (at start-up). */
  setLastTicks(ticks: number): void {
    this.prices[0] = ticks;
  }

  /** The same for the mark price. */
  setMarkTicks(ticks: number): void {
    this.prices[1] = ticks;
  }

  /** Fires what is due by time, then wakes what the point touches. Returns the keys of all machines that were called. */
  advance(point: DriverPoint): readonly K[] {
    const called = this.index.nextWakeMs <= point.timeMs ? this.fire(point.timeMs) : null;
    this.prices[0] = point.ticks;
    const woken = this.index.advance(point.ticks);
    if (woken.length === 0) return called ?? NOBODY;
    const keys = called ?? [];
    for (const handle of woken) {
      const rider = this.byHandle[handle];
      if (rider === undefined) continue;
      this.listener.price(rider.key, point.jump, rider.feed, point.ticks, point.timeMs);
      if (point.jump) rider.machine.jump(rider.feed, point.ticks, point.timeMs);
      else rider.machine.move(rider.feed, point.ticks, point.timeMs);
      this.listen(rider);
      keys.push(rider.key);
    }
    return keys;
  }

  /**
   * A mark price was published: fires what is due by time, wakes what the mark touches (always as a jump), and whoever
   * then asks to be woken at once. Returns the keys of all machines that were called.
   */
  advanceMark({ timeMs, ticks }: MarkPoint): readonly K[] {
    const called = this.index.nextWakeMs <= timeMs ? this.fire(timeMs) : null;
    this.prices[1] = ticks;
    const keys = called ?? [];
    for (let look = 0; look < LOOKS_AT_A_MARK; look += 1) {
      const woken = this.markIndex.advance(ticks);
      if (woken.length === 0) break;
      for (const handle of woken) {
        const rider = this.byMarkHandle[handle];
        if (rider === undefined) continue;
        this.listener.price(rider.key, true, rider.markFeed, ticks, timeMs);
        rider.machine.jump(rider.markFeed, ticks, timeMs);
        this.listen(rider);
        keys.push(rider.key);
      }
      if (this.index.nextWakeMs <= timeMs) keys.push(...this.fire(timeMs));
    }
    return keys.length === 0 ? NOBODY : keys;
  }

  /** A minute has ended, at the prices told last: before anything that happens at that boundary. Wakes nobody, and visits none. */
  endMinute(timeMs: number): void {
    this.ends.add([...this.prices], timeMs);
  }

  /** Time went on to `timeMs` without a new price. Returns the keys of the machines that were called. */
  advanceTime(timeMs: number): readonly K[] {
    return this.index.nextWakeMs <= timeMs ? this.fire(timeMs) : NOBODY;
  }

  private fire(timeMs: number): K[] {
    const keys: K[] = [];
    // A machine that is woken may ask for the next minute, which may be due as well: round by round, in order of time.
    while (this.index.nextWakeMs <= timeMs) {
      const dueMs = this.index.nextWakeMs;
      for (const handle of this.index.due(dueMs)) {
        const rider = this.byHandle[handle];
        if (rider === undefined) continue;
        this.listener.time(rider.key, dueMs, this.prices);
        rider.machine.wakeByTime(dueMs, this.prices);
        if (rider.machine.wakeAtMs <= dueMs) throw new Error(`Time wake of ${rider.key} was not answered`);
        this.listen(rider);
        keys.push(rider.key);
      }
    }
    return keys;
  }

  /** The machine of a rider was called. */
  private listen(rider: Rider<K>): void {
    rider.watch?.called();
    this.tellIndex(rider);
  }

  private tellIndex({ machine, feed, handle, markFeed, markHandle, keepsTime }: Rider<K>): void {
    const slot = machine.slots[feed] as WakeSlot;
    this.index.update(handle, slot.below, slot.above, keepsTime ? machine.wakeAtMs : Number.POSITIVE_INFINITY);
    if (markHandle < 0) return;
    const marked = machine.slots[markFeed] as WakeSlot;
    this.markIndex.update(markHandle, marked.below, marked.above, Number.POSITIVE_INFINITY);
  }
}

const NOBODY: readonly never[] = [];
