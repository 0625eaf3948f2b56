import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from './machine.ts';
import { WakeHeap } from './wake-heap.ts';

const FIRST_CAPACITY = 1024;

/**
 * The sleeping bots of one price feed. A tick costs the bots that it wakes, not the bots that exist: levels lie in
 * two heaps, the next one down and the next one up on top, and wake times in a third.
 *
 * Entries are small integers ("handles"), given out at registration and given out again after removal.
 */
export class TriggerIndex {
  /** Registration number of each handle: what ties are broken by. */
  private registrations = new Float64Array(FIRST_CAPACITY);
  /** Keyed by −below, so that the highest level is on top. */
  private readonly downward = new WakeHeap(this.registrations);
  private readonly upward = new WakeHeap(this.registrations);
  private readonly timed = new WakeHeap(this.registrations);
  private readonly freed: number[] = [];
  private used = 0;
  private registered = 0;
  private lastTicks = Number.NaN;

  /** Number of registered entries. */
  get size(): number {
    return this.used - this.freed.length;
  }

  /** Earliest wake time, ms; Infinity when nobody waits for time. */
  get nextWakeMs(): number {
    return this.timed.topKey;
  }

  /** Adds a sleeper that wakes at price ≤ below, price ≥ above or time ≥ wakeAtMs. Returns its handle. */
  register(below: number, above: number, wakeAtMs: number): number {
    const handle = this.freed.pop() ?? this.used++;
    if (handle >= this.registrations.length) this.grow();
    this.registered += 1;
    this.registrations[handle] = this.registered;
    this.update(handle, below, above, wakeAtMs);
    return handle;
  }

  /** Changes what a sleeper waits for. Its registration number stays. */
  update(handle: number, below: number, above: number, wakeAtMs: number): void {
    this.downward.set(handle, below === NO_LEVEL_BELOW ? Number.POSITIVE_INFINITY : -below);
    this.upward.set(handle, above === NO_LEVEL_ABOVE ? Number.POSITIVE_INFINITY : above);
    this.timed.set(handle, wakeAtMs);
  }

  remove(handle: number): void {
    this.downward.remove(handle);
    this.upward.remove(handle);
    this.timed.remove(handle);
    this.freed.push(handle);
  }

  /**
   * The price is now `ticks`: the handles that wake, whose level on the way is touched first first, ties by
   * registration. They stay in the index as they are until updated or removed.
   */
  advance(ticks: number): readonly number[] {
    const isFalling = ticks < this.lastTicks;
    this.lastTicks = ticks;
    const first = isFalling ? this.downward : this.upward;
    const second = isFalling ? this.upward : this.downward;
    const firstLimit = isFalling ? -ticks : ticks;
    if (first.topKey > firstLimit && second.topKey > -firstLimit) return NOBODY;
    const woken = collectInOrder(first, firstLimit);
    const others = collectInOrder(second, -firstLimit);
    if (others.length === 0) return woken;
    if (woken.length === 0) return others;
    const seen = new Set(woken);
    for (const handle of others) if (!seen.has(handle)) woken.push(handle);
    return woken;
  }

  /** The handles whose wake time is ≤ `timeMs`, earliest first, ties by registration. */
  due(timeMs: number): readonly number[] {
    return this.timed.topKey > timeMs ? NOBODY : collectInOrder(this.timed, timeMs);
  }

  private grow(): void {
    const registrations = new Float64Array(2 * this.registrations.length);
    registrations.set(this.registrations);
    this.registrations = registrations;
    for (const heap of [this.downward, this.upward, this.timed]) heap.grow(registrations);
  }
}

const NOBODY: readonly number[] = [];

function collectInOrder(heap: WakeHeap, limit: number): number[] {
  const out: number[] = [];
  heap.collect(limit, out);
  if (out.length > 1) out.sort((a, b) => heap.key(a) - heap.key(b) || heap.rank(a) - heap.rank(b));
  return out;
}
