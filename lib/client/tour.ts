'use client';

import { atom, getDefaultStore } from 'jotai';
import { readStored, writeStored } from './browser-storage.ts';
import { TOUR_KEY, takeTourWish } from './tour-wish.ts';

/** The tour of the trade page: where it is, how it is left and found again. Remembered per browser. */

export const TOUR_STEPS = ['picker', 'mode', 'parameters', 'preview', 'create', 'bots'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

const DONE = 'done';

export interface Tour {
  readonly step: TourStep;
  /** Asked for by the trader, who then has the focus in it; one that begins by itself takes no focus from anybody. */
  readonly isAsked: boolean;
}

/** Null while nobody is shown around. */
export const tourAtom = atom<Tour | null>(null);

/** Where it goes on: at the step that it was left at, from the beginning when it was never begun or seen whole. */
export function rememberedStep(): TourStep {
  return TOUR_STEPS.find((step) => step === readStored('local', TOUR_KEY)) ?? TOUR_STEPS[0];
}

export function startTour(isAsked = true): void {
  getDefaultStore().set(tourAtom, { step: rememberedStep(), isAsked });
}

export function goToStep(step: TourStep): void {
  writeStored('local', TOUR_KEY, step);
  getDefaultStore().set(tourAtom, (tour) => (tour === null ? null : { ...tour, step }));
}

/** Ends it; after its last step it begins anew when it is asked for. */
export function leaveTour(isDone: boolean): void {
  const tour = getDefaultStore().get(tourAtom);
  if (tour === null) return;
  writeStored('local', TOUR_KEY, isDone ? DONE : tour.step);
  getDefaultStore().set(tourAtom, null);
}

/** Begins what was wished, once. */
export function startWishedTour(): void {
  if (takeTourWish()) startTour(false);
}
