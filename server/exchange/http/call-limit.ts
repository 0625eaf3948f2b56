/** Allows `perSecond` calls a second per key, with bursts; in bounded memory. */
export interface CallLimit {
  /** Takes one from the key's allowance; false when it is used up. */
  take(key: number, nowMs: number): boolean;
}

const MAX_KEYS = 50_000;

export function callLimit(perSecond: number, burst: number): CallLimit {
  const buckets = new Map<number, { left: number; atMs: number }>();
  return {
    take(key, nowMs) {
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        // A key that is forgotten starts with a full bucket, as one that was quiet for long does.
        if (buckets.size >= MAX_KEYS) buckets.clear();
        bucket = { left: burst, atMs: nowMs };
        buckets.set(key, bucket);
      }
      bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) * perSecond) / 1000);
      bucket.atMs = nowMs;
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
  };
}
