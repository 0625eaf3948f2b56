import { DAY_MS } from '#lib/time/durations.ts';

/** Dates of a backtest as two date inputs hold them: days of UTC, YYYY-MM-DD, '' = not chosen. */
export interface BacktestDates {
  readonly begin: string;
  readonly end: string;
}

export const DATE_PRESETS = [7, 30, 90, 365] as const;
/** Longest backtest, days: the exchange takes no more. */
export const MAX_DAYS = 366;

export type DateIssue = 'beginMissing' | 'endMissing' | 'order' | 'future' | 'tooLong';

export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The last `days` days up to today. */
export function presetDates(days: number, nowMs: number): BacktestDates {
  return { begin: dayOf(nowMs - days * DAY_MS), end: dayOf(nowMs) };
}

/** What is wrong with the dates, and at which of the two; null when nothing is (C-319, C-320, E-193). */
export function checkDates(
  { begin, end }: BacktestDates,
  nowMs: number,
): { readonly field: keyof BacktestDates; readonly issue: DateIssue } | null {
  if (Number.isNaN(startOf(begin))) return { field: 'begin', issue: 'beginMissing' };
  if (Number.isNaN(startOf(end))) return { field: 'end', issue: 'endMissing' };
  if (end > dayOf(nowMs)) return { field: 'end', issue: 'future' };
  if (begin > end) return { field: 'begin', issue: 'order' };
  // The running day counts as far as it has come, as the exchange counts it.
  const endMs = Math.min(startOf(end) + DAY_MS, nowMs);
  return endMs - startOf(begin) > MAX_DAYS * DAY_MS ? { field: 'begin', issue: 'tooLong' } : null;
}

/** What the call takes (C-170): seconds, the last day as a whole. Only dates that pass the check. */
export function wireDates({ begin, end }: BacktestDates): { readonly begin_time: number; readonly end_time: number } {
  return { begin_time: startOf(begin) / 1000, end_time: (startOf(end) + DAY_MS) / 1000 };
}
