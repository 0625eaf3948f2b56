import { existsSync } from 'node:fs';
import type { MarketFeed, PathPoint } from '#server/exchange/market/feed.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** 2026-05-20T00:00Z, an ordinary day of the simulated market. */
export const SOME_DAY_MS = Date.UTC(2026, 4, 20);

/** A folder of the recorded market data beside the project, or null (said in a line) where it is absent. */
export function recordedData(folder: string): string | null {
  const path = sharedPath(`data/${folder}`);
  if (existsSync(path)) return path;
  console.warn(`SKIPPED: tests on recorded prices need ${path}, which is not on this machine`);
  return null;
}

/** Points of one whole minute. */
export function pointsOfMinute(feed: MarketFeed, market: string, minuteMs: number): PathPoint[] {
  return [...feed.points(market, minuteMs - 1, minuteMs + MINUTE_MS - 1)];
}

/** Standard deviation around zero. */
export function deviation(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / a.length;
  return product / (deviation(a) * deviation(b));
}

/** Log returns between values `step` apart. */
export function logReturns(values: ArrayLike<number>, step: number): number[] {
  const returns: number[] = [];
  for (let i = step; i < values.length; i += step) returns.push(Math.log(values[i]! / values[i - step]!));
  return returns;
}
