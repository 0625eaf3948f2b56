import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';

/**
 * So many points per key and window, counted by rate-limiter-flexible over a store of its kind: in memory, bounded,
 * and with the clock handed in. A key that is no longer known (restart, overflow) starts anew: limits slow abuse down, no money hangs on them.
 */
export interface RateLimit {
  readonly points: number;
  /** Takes points; 0 = taken, else the milliseconds until the key has some again. */
  take(key: string, points?: number): Promise<number>;
  /** As `take`, without taking: 0 while points are left. */
  wait(key: string): Promise<number>;
  /** Points that the key has used in its window. */
  used(key: string): Promise<number>;
  /** Gives points back: it was no try after all. */
  giveBack(key: string, points?: number): Promise<void>;
  /**
   * Puts right what was taken, once it is known: more (or, below 0, less) than that. Who is then beyond the limit has a longer
   * window, so that over time nobody gets more than its points a window.
   */
  settle(key: string, points: number): void;
  /** Starts over for the key. */
  clear(key: string): Promise<void>;
}

export interface RateLimitOptions {
  readonly points: number;
  /** Length of the window, which begins with a key's first point. */
  readonly seconds: number;
  nowMs(): number;
  /** Keys that are remembered at most; the oldest window is forgotten first. */
  readonly mostKeys?: number;
}

const MOST_KEYS = 50_000;
/** Nobody waits longer than so many windows for what he has had too much of. */
const MOST_WINDOWS = 6;

interface Window {
  points: number;
  readonly beganMs: number;
  endsMs: number;
}

class MemoryStore extends RateLimiterStoreAbstract {
  readonly #windows = new Map<string, Window>();
  readonly #nowMs: () => number;
  readonly #mostKeys: number;

  constructor({ points, seconds, nowMs, mostKeys = MOST_KEYS }: RateLimitOptions) {
    super({ points, duration: seconds, storeClient: null });
    this.#nowMs = nowMs;
    this.#mostKeys = mostKeys;
  }

  /** The window of a key that is running; one that is over is none. */
  #running(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsMs > this.#nowMs() ? window : undefined;
  }

  async _upsert(key: string, points: number, lengthMs: number): Promise<Window> {
    const running = this.#running(key);
    if (running !== undefined) {
      running.points = Math.max(0, running.points + points);
      // A copy: what this one took is told later, when others may have taken more.
      return { ...running };
    }
    return { ...this.#begin(key, points, lengthMs) };
  }

  settle(name: string, points: number): void {
    const key = this.getKey(name);
    const window = this.#running(key);
    if (window !== undefined) window.points = Math.max(0, window.points + points);
    const settled = window ?? this.#begin(key, points, this.msDuration);
    const windows = Math.min(MOST_WINDOWS, settled.points / this.points);
    settled.endsMs = Math.max(settled.endsMs, settled.beganMs + windows * this.msDuration);
  }

  #begin(key: string, points: number, lengthMs: number): Window {
    const beganMs = this.#nowMs();
    const window = { points: Math.max(0, points), beganMs, endsMs: beganMs + lengthMs };
    // Deleted first, so that the order of the keys is the order in which their windows began.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > this.#mostKeys) this.#dropOldest();
    return window;
  }

  #dropOldest(): void {
    for (const key of this.#windows.keys()) {
      this.#windows.delete(key);
      return;
    }
  }

  async _get(key: string): Promise<Window | null> {
    return this.#running(key) ?? null;
  }

  async _delete(key: string): Promise<boolean> {
    return this.#windows.delete(key);
  }

  _getRateLimiterRes(_key: string, _changed: number, window: Window): RateLimiterRes {
    return new RateLimiterRes(
      Math.max(0, this.points - window.points),
      Math.max(1, window.endsMs - this.#nowMs()),
      window.points,
      false,
    );
  }
}

export function rateLimit(options: RateLimitOptions): RateLimit {
  const limiter = new MemoryStore(options);
  return {
    points: options.points,
    async take(key, points = 1) {
      try {
        await limiter.consume(key, points);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
    async wait(key) {
      const now = await limiter.get(key);
      return now === null || now.consumedPoints < options.points ? 0 : now.msBeforeNext;
    },
    async used(key) {
      return (await limiter.get(key))?.consumedPoints ?? 0;
    },
    async giveBack(key, points = 1) {
      await limiter.reward(key, points);
    },
    settle: (key, points) => limiter.settle(key, points),
    async clear(key) {
      await limiter.delete(key);
    },
  };
}
