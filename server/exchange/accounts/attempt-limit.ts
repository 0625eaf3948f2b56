/** Counts within fixed windows, in bounded memory. Who forgets (restart, overflow) forgives: it only slows guessing. */
export interface AttemptLimit {
  /** Whether `key` has used up its attempts of the window. */
  isReached(key: string, nowMs: number): boolean;
  /** Counts one. */
  count(key: string, nowMs: number): void;
  /** Takes one back: it was not an attempt after all. */
  forgive(key: string): void;
  /** Starts over for `key`. */
  clear(key: string): void;
}

const MAX_KEYS = 20_000;

export function attemptLimit(attempts: number, windowMs: number): AttemptLimit {
  const windows = new Map<string, { count: number; readonly endsMs: number }>();
  const current = (key: string, nowMs: number) => {
    const window = windows.get(key);
    return window !== undefined && window.endsMs > nowMs ? window : undefined;
  };
  return {
    isReached: (key, nowMs) => (current(key, nowMs)?.count ?? 0) >= attempts,
    count(key, nowMs) {
      const window = current(key, nowMs);
      if (window !== undefined) {
        window.count += 1;
        return;
      }
      windows.delete(key);
      windows.set(key, { count: 1, endsMs: nowMs + windowMs });
      const oldest = windows.size > MAX_KEYS ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
    },
    forgive(key) {
      const window = windows.get(key);
      if (window !== undefined) window.count -= 1;
    },
    clear: (key) => void windows.delete(key),
  };
}
