import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { MarketFeed } from './feed.ts';
import { DAY_MINUTES } from './market-day.ts';

/** Market-days of sums that stay in memory, 12 kB each. */
const CACHED_SUM_DAYS = 400;

/** Sums of one day's closes, as far as they have been asked for. */
interface SumDay {
  /** prefix[i] is the sum of the closes of the day's first i minutes; exact, because ticks are integers. */
  readonly prefix: Float64Array;
  /** Minutes summed so far. */
  filled: number;
  /** The close that a gap minute counts with; −1 when none is known yet. */
  carried: number;
  /** The first minute of the day that has a close (its own or a carried one); DAY_MINUTES when none has. */
  firstKnown: number;
}

/** MarketView.movingAverage by instrument: mean close in ticks, NaN when that much history is not known. */
export type MovingAverage = (instrument: string, minutes: number, timeMs: number) => number;

/**
 * Moving averages over the closes of a feed's minutes by prefix sums: an answer costs a handful of additions however
 * long the window is. A gap minute counts with the close before it (looked for one whole day back at most).
 * Only minutes that are complete at `timeMs` are read, so a live feed gives what was known then.
 */
export function createMovingAverage(feed: MarketFeed): MovingAverage {
  const days = createBoundedCache<string, SumDay>(CACHED_SUM_DAYS);

  function lastCloseOf(market: string, day: number): number {
    const startMs = day * DAY_MS;
    if (startMs < 0) return -1;
    const { open, close } = feed.minutes(market, startMs, startMs + DAY_MS, startMs + DAY_MS);
    for (let i = open.length - 1; i >= 0; i -= 1) if ((open[i] as number) >= 0) return close[i] as number;
    return -1;
  }

  function startDay(market: string, day: number): SumDay {
    const carried = lastCloseOf(market, day - 1);
    return { prefix: new Float64Array(DAY_MINUTES + 1), filled: 0, carried, firstKnown: carried < 0 ? DAY_MINUTES : 0 };
  }

  /** The day's sums, filled for at least its first `count` minutes (which are all complete). */
  function sumsOf(market: string, day: number, count: number): SumDay {
    const sums = days.get(`${market} ${day}`, () => startDay(market, day));
    if (sums.filled >= count) return sums;
    const fromMs = day * DAY_MS + sums.filled * MINUTE_MS;
    const toMs = day * DAY_MS + count * MINUTE_MS;
    const { open, close } = feed.minutes(market, fromMs, toMs, toMs);
    for (let i = 0; i < open.length; i += 1) {
      const index = sums.filled + i;
      if ((open[i] as number) >= 0) sums.carried = close[i] as number;
      if (sums.carried >= 0) sums.firstKnown = Math.min(sums.firstKnown, index);
      sums.prefix[index + 1] = (sums.prefix[index] as number) + Math.max(0, sums.carried);
    }
    sums.filled = count;
    return sums;
  }

  return (market, minutes, timeMs) => {
    const end = Math.floor(timeMs / MINUTE_MS);
    const start = end - minutes;
    if (minutes <= 0 || start < 0) return Number.NaN;
    let sum = 0;
    for (let minute = start; minute < end; ) {
      const day = Math.floor(minute / DAY_MINUTES);
      const first = minute - day * DAY_MINUTES;
      const last = Math.min(DAY_MINUTES, end - day * DAY_MINUTES);
      const sums = sumsOf(market, day, last);
      if (first < sums.firstKnown) return Number.NaN;
      sum += (sums.prefix[last] as number) - (sums.prefix[first] as number);
      minute = (day + 1) * DAY_MINUTES;
    }
    return sum / minutes;
  };
}
