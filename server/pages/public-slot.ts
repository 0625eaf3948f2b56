/**
 * The beat of the public pages (H56). Within a slot every page shows what the exchange said in that slot, so that the
 * same bot has the same figures in every language and on every list; a new slot begins with new questions. Pages are
 * never older than a slot and what shared caches add to it (s-maxage: the pages' `revalidate`).
 */
export const PUBLIC_SLOT_MS = 30_000;

/** Whether two moments lie in the same slot. */
export function isSameSlot(atMs: number, nowMs: number): boolean {
  return Math.floor(atMs / PUBLIC_SLOT_MS) === Math.floor(nowMs / PUBLIC_SLOT_MS);
}
