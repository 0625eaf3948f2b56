import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { dayText } from '#lib/i18n/date-text.ts';

/**
 * Rows to be compared: those that are replayed up to the newest day as they are, the others without a figure. The exchange replays one after the
 * other, and one that it cannot replay any more keeps the days that it had.
 */
export function ofNewestDay(rows: readonly TypicalRow[]): readonly TypicalRow[] {
  const newest = Math.max(...rows.map(({ to }) => to));
  return rows.map((row) => (row.to === newest ? row : { ...row, windows: [] }));
}

/** How far the newest of rows was replayed, in words; '' without any. */
export function replayedUntil(rows: readonly Pick<TypicalRow, 'to'>[], language: string): string {
  const to = Math.max(...rows.map((row) => row.to));
  return rows.length === 0 ? '' : dayText(new Date(to * 1_000).toISOString().slice(0, 10), language);
}

/** Whether rows that stand beside one another are of the same days: one sentence may then speak of all of them. */
export function isOfOneDay(rows: readonly Pick<TypicalRow, 'to'>[]): boolean {
  return new Set(rows.map(({ to }) => to)).size <= 1;
}
