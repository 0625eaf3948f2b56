'use client';

import { atom, getDefaultStore } from 'jotai';
import { readStored, writeStored } from './browser-storage.ts';

/** The tour of the trade page: where it is, how it is left and found again. Remembered per browser. */

export const TOUR_STEPS = ['picker', 'mode', 'parameters', 'preview', 'create', 'bots'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** How far it came, or that it was seen to its end. */
const KEY = 'trade_tour';
const DONE = 'done';
/** Somebody comes from the start page: the trade page that he comes to next begins it. */
const WISH_KEY = 'trade_tour_wish';

export interface Tour {
  readonly step: TourStep;
  /** Asked for by the trader, who then has the focus in it; one that begins by itself takes no focus from anybody. */
  readonly isAsked: boolean;
}

/** Null while nobody is shown around. */
export const tourAtom = atom<Tour | null>(null);

/** Where it goes on: at the step that it was left at, from the beginning when it was never begun or seen whole. */
export function rememberedStep(): TourStep {
  return TOUR_STEPS.find((step) => step === readStored('local', KEY)) ?? TOUR_STEPS[0];
}

export function isTourNew(): boolean {
  return readStored('local', KEY) === null;
}

export function startTour(isAsked = true): void {
  getDefaultStore().set(tourAtom, { step: rememberedStep(), isAsked });
}

export function goToStep(step: TourStep): void {
  writeStored('local', KEY, step);
  getDefaultStore().set(tourAtom, (tour) => (tour === null ? null : { ...tour, step }));
}

/** Ends it; after its last step it begins anew when it is asked for. */
export function leaveTour(isDone: boolean): void {
  const tour = getDefaultStore().get(tourAtom);
  if (tour === null) return;
  writeStored('local', KEY, isDone ? DONE : tour.step);
  getDefaultStore().set(tourAtom, null);
}

/** For who has never been shown around in this browser. */
export function wishTour(): void {
  if (isTourNew()) writeStored('session', WISH_KEY, '1');
}

/** Begins what was wished, once. */
export function startWishedTour(): void {
  const isWished = readStored('session', WISH_KEY) !== null && isTourNew();
  writeStored('session', WISH_KEY, null);
  if (isWished) startTour(false);
}
