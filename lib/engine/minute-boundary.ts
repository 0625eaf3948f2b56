import { MINUTE_MS } from '../time/durations.ts';

/** The end of the minute that `timeMs` lies in: the first moment of the next one. */
export function nextMinute(timeMs: number): number {
  return (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;
}

/** The first minute boundary that is not before `timeMs`: a mark price is published at one, and acted on at that one. */
export function minuteFrom(timeMs: number): number {
  return Math.ceil(timeMs / MINUTE_MS) * MINUTE_MS;
}
