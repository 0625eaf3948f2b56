/** Lengths of time, written down once. A day is one of UTC. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** When the UTC day of a moment began, ms. */
export function midnightOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** When the next UTC day begins, ms: later than the moment. */
export function nextMidnight(timeMs: number): number {
  return midnightOf(timeMs) + DAY_MS;
}
