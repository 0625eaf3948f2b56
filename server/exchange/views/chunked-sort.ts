/** Items that are sorted, or put in their place, between two pauses: about a millisecond. */
const A_CHUNK = 2_000;

/**
 * The items in order (stable), by a merge sort that pauses: each `yield` is a place where its driver may let others have
 * the thread. Few items are sorted without a pause.
 */
export function* sortedInChunks<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += A_CHUNK) {
    runs.push(items.slice(from, from + A_CHUNK).sort(compare));
    if (runs.length > 1) yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergedRuns(runs[i] as T[], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      merged.push(a as T);
      l += 1;
    } else {
      merged.push(b);
      r += 1;
    }
    if (merged.length % A_CHUNK === 0) yield;
  }
  return merged;
}
