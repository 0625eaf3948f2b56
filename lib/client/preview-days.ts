import { DAY_MS, MINUTE_MS, midnightOf } from '../time/durations.ts';

/** Which candles a preview replays. */

/** C: the past 30 days are replayed. */
export const PREVIEW_MS = 30 * DAY_MS;
/** What proposals of the start page are replayed over besides. */
export const STUDY_MS = 90 * DAY_MS;
/** History that is always there, minutes: what a trailing grid's moving average wants before the first replayed minute. */
export const LEAST_HISTORY_MINUTES = 720;
/**
 * A replay in the browser is given no more history than this, minutes (120 days): indicators on daily K-lines then begin
 * with fewer bars than a live bot has, which only averages that never forget can tell.
 */
export const MOST_HISTORY_MINUTES = 120 * 1440;

/** UTC days (YYYY-MM-DD) that cover the replay and its history, oldest first; the last one is today's and still grows. */
export function previewDays(
  nowMs: number,
  historyMinutes = LEAST_HISTORY_MINUTES,
  replayMs = PREVIEW_MS,
): readonly string[] {
  const minutes = Math.min(MOST_HISTORY_MINUTES, Math.max(LEAST_HISTORY_MINUTES, historyMinutes));
  const first = Math.max(0, midnightOf(nowMs - replayMs - minutes * MINUTE_MS));
  const days: string[] = [];
  for (let day = first; day <= nowMs; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
