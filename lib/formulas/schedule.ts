import { DAY_MS, HOUR_MS, midnightOf } from '../time/durations.ts';

/** How often a plan runs (H20), in UTC: lengths of time, or calendar months. */
export const SCHEDULES = ['1h', '4h', '1d', '1w', '2w', '1mo'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** The first date of a schedule strictly after a moment; `firstMs` is its first date, and a moment before it finds that one. All ms. */
export type Calendar = (every: Schedule, firstMs: number, afterMs: number) => number;

const LENGTHS_MS = {
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '2w': 14 * DAY_MS,
} as const satisfies Partial<Record<Schedule, number>>;

/**
 * The calendar of UTC, which knows no daylight saving: a function of its arguments alone. A month's date is the day of the
 * month of the first one, or the month's last day where it has no such day – the day of the first date comes back after it.
 */
export const utcCalendar: Calendar = (every, firstMs, afterMs) => {
  if (afterMs < firstMs) return firstMs;
  if (every === '1mo') return nextMonthly(firstMs, afterMs);
  const length = LENGTHS_MS[every];
  return firstMs + (Math.floor((afterMs - firstMs) / length) + 1) * length;
};

/** The last date of a schedule at or before a moment, ms, and how many came before it; null before the first one. */
export function latestDate(every: Schedule, firstMs: number, atMs: number): { ms: number; index: number } | null {
  if (atMs < firstMs) return null;
  if (every !== '1mo') {
    const index = Math.floor((atMs - firstMs) / LENGTHS_MS[every]);
    return { ms: firstMs + index * LENGTHS_MS[every], index };
  }
  const gone = monthOf(atMs) - monthOf(firstMs);
  const index = monthsLater(firstMs, gone) > atMs ? gone - 1 : gone;
  return { ms: monthsLater(firstMs, index), index };
}

function nextMonthly(firstMs: number, afterMs: number): number {
  const gone = monthOf(afterMs) - monthOf(firstMs);
  const inThisMonth = monthsLater(firstMs, gone);
  return inThisMonth > afterMs ? inThisMonth : monthsLater(firstMs, gone + 1);
}

/** Months since the year 0. */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The same day and time so many months later (before, of fewer than none), or the last day of that month at the same time. */
export function monthsLater(ms: number, months: number): number {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  // Day 0 of a month is the last one of the month before it.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
  return midnight + (ms - midnightOf(ms));
}
