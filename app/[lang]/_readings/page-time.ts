import { cache } from 'react';

/** What a page may spend on its readings, all together: the first byte is on its way within two seconds (D7). */
const READINGS_MS = 1_300;

/** When the page that is being made was begun. */
const begun = cache((): { readonly ms: number } => ({ ms: Date.now() }));

/** How long the page that is being made can still wait, ms. */
export function timeLeftMs(): number {
  return Math.max(0, READINGS_MS - (Date.now() - begun().ms));
}
