/** Bots of one provider on a page of the default ranking (H57). */
const MOST_OF_A_PROVIDER = 2;
/** Entries between two pauses: some milliseconds where each is somewhere else in memory. */
const A_PIECE = 2_000;

/**
 * Cuts a ranking into pages on which no provider stands more than twice: who has two on a page already comes on a later
 * one. Each entry takes the first page that has room for it, best first; a page is short when there is nobody else. Of a long ranking with pauses.
 */
export function* pagesByProvider<T>(
  ranked: Iterable<T>,
  pageSize: number,
  ownerOf: (entry: T) => number,
): Generator<void, readonly (readonly T[])[]> {
  const pages: T[][] = [];
  const providers = new Map<number, { page: number; count: number }>();
  let firstOpen = 0;
  let seen = 0;
  for (const entry of ranked) {
    if (seen > 0 && seen % A_PIECE === 0) yield;
    seen += 1;
    const ownerId = ownerOf(entry);
    let place = providers.get(ownerId);
    if (place === undefined) {
      place = { page: 0, count: 0 };
      providers.set(ownerId, place);
    }
    // Pages before the first open one are full; between them and the provider's place nobody of it may stand.
    let number = Math.max(firstOpen, place.count === MOST_OF_A_PROVIDER ? place.page + 1 : place.page);
    while ((pages[number]?.length ?? 0) >= pageSize) number += 1;
    while (pages.length <= number) pages.push([]);
    pages[number]?.push(entry);
    place.count = number === place.page ? place.count + 1 : 1;
    place.page = number;
    while ((pages[firstOpen]?.length ?? 0) >= pageSize) firstOpen += 1;
  }
  return pages;
}
