/** Runs `load` for all items, `limit` at a time, keeping their order. Stops starting new ones at the first failure. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  load: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  /** All lanes take from one. */
  const left = items.entries();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        results[index] = await load(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
