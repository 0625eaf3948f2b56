import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import { type BacktestBook, removeOrders } from './backtest-book.ts';
import { BACKTEST_ORDERS, BACKTEST_REPORTS, type BacktestEntry, chunkKey, entryKey } from './backtest-entry.ts';
import type { Neighbours, WrittenOutcome } from './task-shape.ts';

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

/** Chunks of orders that one turn writes: under half a megabyte, so that no tick waits for a record (F3). */
const CHUNKS_A_TURN = 4;

/**
 * The outcome, its orders first, some of them a turn; the report comes in one transaction with the status: a record that
 * is done has everything. Of one that was cancelled meanwhile nothing stays.
 */
export async function writeOutcome(
  sequencer: Pick<Sequencer, 'submit'>,
  book: BacktestBook,
  id: number,
  { figures, report, chunks }: WrittenOutcome,
): Promise<void> {
  for (let first = 0; first < chunks.length; first += CHUNKS_A_TURN) {
    const isWanted = await sequencer.submit((tx) => {
      if (book.get(id)?.status !== 'running') return withoutOrders(tx, id);
      const some = chunks.slice(first, first + CHUNKS_A_TURN);
      for (const [index, text] of some.entries()) tx.put(BACKTEST_ORDERS, chunkKey(id, first + index), text);
      return true;
    });
    if (!isWanted) return;
  }
  await sequencer.submit((tx) => {
    if (!changeEntry(tx, book, id, 'running', { status: 'stopped', figures })) {
      return withoutOrders(tx, id);
    }
    removeOrders(tx, id, chunks.length);
    tx.put(BACKTEST_REPORTS, entryKey(id), JSON.stringify({ ...report, neighbours: null }));
    return true;
  });
}

function withoutOrders(tx: Tx, id: number): false {
  removeOrders(tx, id, 0);
  return false;
}

/** What was run after the outcome had been told. Deleted records stay deleted. */
export function writeNeighbours(
  tx: Tx,
  book: BacktestBook,
  id: number,
  { report }: Pick<WrittenOutcome, 'report'>,
  neighbours: Neighbours,
): void {
  if (book.get(id)?.status !== 'stopped') return;
  tx.put(BACKTEST_REPORTS, entryKey(id), JSON.stringify({ ...report, neighbours }));
}
