import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** What a collection may still find after the one before, and a figure of it is the same all the same. */
const STILL_BYTES = 20_000;
const MOST_COLLECTIONS = 10;

/**
 * Bytes of the heap that somebody still needs. Collected until nothing more is found: what tests before in the same process left (sockets, readers,
 * what only a finalizer lets go) goes in steps, and counts as the own otherwise.
 */
export function heapUsed(): number {
  let used = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < MOST_COLLECTIONS; turn += 1) {
    collectGarbage();
    const now = process.memoryUsage().heapUsed;
    if (now > used - STILL_BYTES) return now;
    used = now;
  }
  return used;
}
