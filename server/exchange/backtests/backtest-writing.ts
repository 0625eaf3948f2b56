import type { Tx } from '../sequencer/sequencer.ts';
import type { BacktestBook } from './backtest-book.ts';
import {
  BACKTEST_ORDERS,
  BACKTEST_REPORTS,
  type BacktestEntry,
  chunkKey,
  entryKey,
  ORDERS_PER_CHUNK,
} from './backtest-entry.ts';
import type { BacktestOutcome, Neighbours } from './task-shape.ts';

/** Changes an entry that is still in the status it is expected in; one that was cancelled or deleted stays so. */
export function changeEntry(
  tx: Tx,
  book: BacktestBook,
  id: number,
  from: BacktestEntry['status'],
  changes: Partial<BacktestEntry>,
): boolean {
  const entry = book.get(id);
  if (entry?.status !== from) return false;
  tx.onUndo(book.put(tx, { ...entry, ...changes }).undo);
  return true;
}

/** The outcome in one transaction with the status: a record that is done has its report and its orders. */
export function writeOutcome(
  tx: Tx,
  book: BacktestBook,
  id: number,
  { figures, report, orders }: BacktestOutcome,
): void {
  if (!changeEntry(tx, book, id, 'running', { status: 'stopped', figures })) return;
  tx.put(BACKTEST_REPORTS, entryKey(id), JSON.stringify({ ...report, neighbours: null }));
  for (let first = 0; first < orders.length; first += ORDERS_PER_CHUNK) {
    const chunk = orders.slice(first, first + ORDERS_PER_CHUNK);
    tx.put(BACKTEST_ORDERS, chunkKey(id, first / ORDERS_PER_CHUNK), JSON.stringify(chunk));
  }
}

/** What was run after the outcome had been told. Deleted records stay deleted. */
export function writeNeighbours(
  tx: Tx,
  book: BacktestBook,
  id: number,
  { report }: BacktestOutcome,
  neighbours: Neighbours,
): void {
  if (book.get(id)?.status !== 'stopped') return;
  tx.put(BACKTEST_REPORTS, entryKey(id), JSON.stringify({ ...report, neighbours }));
}
