'use client';

import { readStored, writeStored } from './browser-storage.ts';

/** The wish for the tour of the trade page (tour.ts), of a page before it. */

/** How far the tour came, or that it was seen to its end. */
export const TOUR_KEY = 'trade_tour';
/** Somebody comes from the start page: the trade page that he comes to next begins it. */
const WISH_KEY = 'trade_tour_wish';

function isTourNew(): boolean {
  return readStored('local', TOUR_KEY) === null;
}

/** For who has never been shown around in this browser. */
export function wishTour(): void {
  if (isTourNew()) writeStored('session', WISH_KEY, '1');
}

/** Whether it was wished, once, and is new still. */
export function takeTourWish(): boolean {
  const isWished = readStored('session', WISH_KEY) !== null && isTourNew();
  writeStored('session', WISH_KEY, null);
  return isWished;
}
