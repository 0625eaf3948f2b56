'use client';

import { useAtomValue } from 'jotai';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { latePart, nothingYet } from '#lib/client/late-part.ts';
import { startWishedTour, tourAtom } from '#lib/client/tour.ts';

const Tour = dynamic(() => latePart('tour', () => import('./tour.tsx').then((part) => part.Tour)), {
  loading: nothingYet,
});

/** The tour's place on the page: nothing is loaded before somebody is shown around. */
export function TourHost() {
  const isOn = useAtomValue(tourAtom) !== null;
  useEffect(startWishedTour, []);
  return isOn ? <Tour /> : null;
}
