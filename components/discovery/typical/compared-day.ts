import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';

/**
 * Up to which day rows are compared, seconds: the newest one that a row was replayed up to – or the day before it, while more of them have come no farther. The exchange
 * replays one after the other once a day: until most are done, one alone would be the best of itself, and all others would have no figure.
 */
export function comparedDay(rows: readonly Pick<TypicalRow, 'to'>[]): number {
  const newest = Math.max(...rows.map(({ to }) => to));
  const before = newest - DAY_SECONDS;
  const countOf = (day: number): number => rows.filter(({ to }) => to === day).length;
  return countOf(before) > countOf(newest) ? before : newest;
}

/** Rows to be compared: those that are replayed up to the day as they are, the others without a figure. One that cannot be replayed any more keeps the days that it had. */
export function ofComparedDay(rows: readonly TypicalRow[]): readonly TypicalRow[] {
  const day = comparedDay(rows);
  return rows.map((row) => (row.to === day ? row : { ...row, windows: [] }));
}

/** Up to which day rows are compared, in words; '' without any. */
export function replayedUntil(rows: readonly Pick<TypicalRow, 'to'>[], language: string): string {
  return rows.length === 0 ? '' : dayText(new Date(comparedDay(rows) * 1_000).toISOString().slice(0, 10), language);
}

/** Whether rows that stand beside one another are of the same days: one sentence may then speak of all of them. */
export function isOfOneDay(rows: readonly Pick<TypicalRow, 'to'>[]): boolean {
  return new Set(rows.map(({ to }) => to)).size <= 1;
}
