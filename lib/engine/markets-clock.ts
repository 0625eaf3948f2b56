import { type CallListener, NO_LISTENER } from './call-listener.ts';
import type { EquityWatch } from './equity-watch.ts';
import { type BotMachine, NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type PriceFeedId } from './machine.ts';
import { MinuteEnds } from './minute-ends.ts';
import { TriggerIndex } from './trigger-index.ts';

/** Whether a machine trades several instruments: it acts at minute boundaries, and a MarketsClock fires its wakes. */
export function tradesSeveral({ feeds }: Pick<BotMachine, 'feeds'>): boolean {
  const [first] = feeds;
  return feeds.some(({ market }) => market !== first?.market);
}

/** The price of a feed at the moment of the wake: last = the last one strictly before it, mark = the one in force then. */
export type PriceOf = (feed: PriceFeedId) => number;

interface Sleeper<K> {
  readonly key: K;
  readonly machine: BotMachine;
  readonly handle: number;
  readonly watch: EquityWatch | null;
}

/**
 * Fires the time wakes of machines of several instruments. Their drivers (LiveDriver, one an instrument) only tell
 * them that a price was touched; the clock wakes them at the minute's end with the prices of all instruments, so what
 * they do does not depend on which market was heard first.
 *
 * From one minute boundary to the next: give all drivers their points before the boundary, then the mark prices of the
 * boundary, `refresh` every key that the drivers returned, `fire` at the boundary, and refresh the drivers of the keys
 * that it returns. Only then the points at and after the boundary.
 */
export class MarketsClock<K extends string | number = string> {
  private readonly index = new TriggerIndex();
  private readonly sleepers = new Map<K, Sleeper<K>>();
  private readonly byHandle: (Sleeper<K> | undefined)[] = [];
  /** What watches are told when they are asked: the prices of all feeds that machines ever had here, in the order in which they came. */
  private readonly ends = new MinuteEnds();
  private readonly feeds: PriceFeedId[] = [];
  private readonly placeOf = new Map<string, number>();

  declare private readonly listener: CallListener<K>;

  constructor(listener: CallListener<K> = NO_LISTENER) {
    this.listener = listener;
  }

  /** Number of machines. */
  get size(): number {
    return this.sleepers.size;
  }

  /** Earliest time wake, ms; Infinity when none. */
  get nextWakeMs(): number {
    return this.index.nextWakeMs;
  }

  /** Takes a started machine in. Throws on a key that is known already. `watch` follows its equity at the minutes' ends. */
  add(key: K, machine: BotMachine, watch: EquityWatch | null = null): void {
    if (this.sleepers.has(key)) throw new Error(`The clock already has ${key}`);
    const handle = this.index.register(NO_LEVEL_BELOW, NO_LEVEL_ABOVE, machine.wakeAtMs);
    const sleeper = { key, machine, handle, watch };
    this.sleepers.set(key, sleeper);
    this.byHandle[handle] = sleeper;
    watch?.join(
      this.ends,
      machine.feeds.map((feed) => this.place(feed)),
    );
  }

  /** Where the price of a feed stands in the minutes' ends to come. */
  private place(feed: PriceFeedId): number {
    const key = `${feed.price} ${feed.market}`;
    const known = this.placeOf.get(key);
    if (known !== undefined) return known;
    this.placeOf.set(key, this.feeds.length);
    return this.feeds.push(feed) - 1;
  }

  remove(key: K): void {
    const sleeper = this.sleepers.get(key);
    if (sleeper === undefined) return;
    this.index.remove(sleeper.handle);
    this.byHandle[sleeper.handle] = undefined;
    sleeper.watch?.leave();
    this.sleepers.delete(key);
  }

  /** Reads a machine's wake time again after anything else has called it. Unknown keys are ignored. */
  refresh(key: K): void {
    const sleeper = this.sleepers.get(key);
    if (sleeper !== undefined) this.listen(sleeper);
  }

  /** Wakes what is due at or before `timeMs`, in order of time, then of coming aboard. Returns the keys of those. */
  fire(timeMs: number, priceOf: PriceOf): readonly K[] {
    if (this.index.nextWakeMs > timeMs) return NOBODY;
    const keys: K[] = [];
    while (this.index.nextWakeMs <= timeMs) {
      const dueMs = this.index.nextWakeMs;
      for (const handle of this.index.due(dueMs)) {
        const sleeper = this.byHandle[handle];
        if (sleeper === undefined) continue;
        const { machine, key } = sleeper;
        const prices = machine.feeds.map(priceOf);
        this.listener.time(key, dueMs, prices);
        machine.wakeByTime(dueMs, prices);
        if (machine.wakeAtMs <= dueMs) throw new Error(`Time wake of ${key} was not answered`);
        this.listen(sleeper);
        keys.push(key);
      }
    }
    return keys;
  }

  /** A minute has ended, before anything that happens at that boundary: prices as for `fire`, marks those before it. Visits nobody. */
  endMinute(timeMs: number, priceOf: PriceOf): void {
    this.ends.add(this.feeds.map(priceOf), timeMs);
  }

  private listen({ machine, handle, watch }: Sleeper<K>): void {
    watch?.called();
    this.index.update(handle, NO_LEVEL_BELOW, NO_LEVEL_ABOVE, machine.wakeAtMs);
  }
}

const NOBODY: readonly never[] = [];
