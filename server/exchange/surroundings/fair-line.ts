import { growingLru } from './growing-lru.ts';

/** Those whose last turn is remembered: whoever has been forgotten has waited long enough. */
const MOST_REMEMBERED = 10_000;

/**
 * Gives of those who wait the next one: the oldest of whom – a trader, an address – has waited longest since one of theirs was begun, so
 * that fifty of one do not keep the first of another waiting. Null when nobody waits.
 */
export function fairLine<T extends { readonly id: number }>(
  whose: (one: T) => string | number,
): (waiting: Iterable<T>) => T | null {
  const servedAt = growingLru<string | number, number>(MOST_REMEMBERED);
  let served = 0;
  return (waiting) => {
    let next: T | null = null;
    let nextServed = 0;
    for (const one of waiting) {
      const before = servedAt.peek(whose(one)) ?? -1;
      const isFirst = next === null || before < nextServed || (before === nextServed && one.id < next.id);
      if (!isFirst) continue;
      next = one;
      nextServed = before;
    }
    if (next === null) return null;
    served += 1;
    servedAt.set(whose(next), served);
    return next;
  };
}
