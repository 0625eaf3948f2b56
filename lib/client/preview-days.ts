/** Which candles a preview replays. */

export const DAY_MS = 86_400_000;
/** C: the past 30 days are replayed. */
export const PREVIEW_MS = 30 * DAY_MS;
/** History that a trailing grid's moving average wants before the first replayed minute. */
const HISTORY_MS = 720 * 60_000;

/** UTC days (YYYY-MM-DD) that cover the replay and its history, oldest first; the last one is today's and still grows. */
export function previewDays(nowMs: number): readonly string[] {
  const first = Math.floor((nowMs - PREVIEW_MS - HISTORY_MS) / DAY_MS) * DAY_MS;
  const days: string[] = [];
  for (let day = first; day <= nowMs; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

/** Runs `load` for all items, `limit` at a time, keeping their order. Stops starting new ones at the first failure. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  load: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const index = next;
      next += 1;
      try {
        results[index] = await load(items[index] as T);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
