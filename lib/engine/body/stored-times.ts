/** A time as bots have it, ms, in which never is Infinity; and as it is stored, where never is null. */

export function storedTime(timeMs: number): number | null {
  return Number.isFinite(timeMs) ? timeMs : null;
}

export function readTime(stored: number | null): number {
  return stored ?? Number.POSITIVE_INFINITY;
}
