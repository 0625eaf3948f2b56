import type { BacktestEntry } from './backtest-entry.ts';

/**
 * Which waiting backtest is next: the oldest of the trader who has waited longest since one of theirs was begun, so
 * that fifty of one trader do not keep the first of another waiting. `servedAt`: a running number by trader, of the
 * last one that was begun. Null when nobody waits.
 */
export function nextInLine(
  waiting: Iterable<BacktestEntry>,
  servedAt: ReadonlyMap<number, number>,
): BacktestEntry | null {
  let next: BacktestEntry | null = null;
  let nextServed = 0;
  for (const entry of waiting) {
    const served = servedAt.get(entry.ownerId) ?? -1;
    const isFirst = next === null || served < nextServed || (served === nextServed && entry.id < next.id);
    if (!isFirst) continue;
    next = entry;
    nextServed = served;
  }
  return next;
}
