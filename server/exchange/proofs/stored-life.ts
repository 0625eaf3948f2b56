import { STREAM } from '../bots/bot-book.ts';
import type { Job, JobRow } from '../jobs/job.ts';
import type { StoreReader } from '../store/store.ts';

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

/** Rows that a worker is told at once: no more of them lie in memory. */
const ROWS_AT_ONCE = 200;

/** How a worker reads a bot's journal. */
export function storedRows(store: Pick<StoreReader, 'since'>, botId: number): NonNullable<Job['rows']> {
  return async (stream, after) => {
    const some: JobRow[] = [];
    for await (const { sequence, timeMs, value } of store.since(STREAM[stream], `${botId}`, after)) {
      some.push({ sequence, timeMs, value });
      if (some.length === ROWS_AT_ONCE) break;
    }
    return some;
  };
}
