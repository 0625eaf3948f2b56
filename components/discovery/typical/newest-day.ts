import type { TypicalRow } from '#lib/contract/ai-calls.ts';

/**
 * Rows to be compared: those that are replayed up to the newest day as they are, the others without a figure. The exchange replays one after the
 * other, and one that it cannot replay any more keeps the days that it had.
 */
export function ofNewestDay(rows: readonly TypicalRow[]): readonly TypicalRow[] {
  const newest = Math.max(...rows.map(({ to }) => to));
  return rows.map((row) => (row.to === newest ? row : { ...row, windows: [] }));
}
