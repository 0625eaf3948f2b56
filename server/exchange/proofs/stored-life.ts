import { STREAM } from '../bots/bot-book.ts';
import type { JournalRow, StoreReader } from '../store/store.ts';
import type { ProofRow } from './proof-shape.ts';

/** A bot as the disk has it: its row, and all that it ever traded by, the oldest first. */
export async function storedBot(
  store: StoreReader,
  botId: number,
): Promise<{ readonly row: string; readonly params: readonly string[] }> {
  const key = `${botId}`;
  // The row first: what it counts is in the journal by then, and what is there beyond it came later.
  const row = (await store.get('bots', key)) ?? (await store.get('ended_bots', key));
  if (row === undefined) throw new Error(`bot ${botId} has no row`);
  const [params = []] = await store.valuesOf(STREAM.params, [key]);
  return { row, params };
}

/** Rows that a thread is told at once: it answers each time, so that it can be ended between, and no more of them lie in memory. */
const ROWS_AT_ONCE = 200;

export async function* someOf(rows: AsyncIterable<JournalRow>): AsyncGenerator<readonly ProofRow[]> {
  let some: ProofRow[] = [];
  for await (const { timeMs, value } of rows) {
    some.push({ timeMs, value });
    if (some.length < ROWS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
