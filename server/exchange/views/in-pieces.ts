import { giveWay } from '../surroundings/turn-time.ts';

/** The rest of a work that pauses, other work having the thread at each pause. What has none is done at once. */
export function inPieces<T>(work: Generator<void, T>): T | Promise<T> {
  const first = work.next();
  return first.done === true ? first.value : theRest(work);
}

/** The same of a work that has paused already. */
export async function theRest<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    await giveWay();
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Entries of a long list that are looked at between two pauses: some milliseconds where each is somewhere else in memory. */
const A_PIECE = 2_000;

/** A list, with a pause after every `piece` of it. */
export function* withPauses<T>(
  list: Iterable<T>,
  each: (entry: T) => void,
  piece: number = A_PIECE,
): Generator<void, void> {
  let index = 0;
  for (const entry of list) {
    if (index > 0 && index % piece === 0) yield;
    each(entry);
    index += 1;
  }
}
