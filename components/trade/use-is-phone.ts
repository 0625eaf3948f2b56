'use client';

import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/**
 * Whether the screen is a phone's. `guess` stands on the server and until the page is awake: a phone's page then has no
 * parts that would only be taken away, and where the guess is wrong CSS hides what the screen has not.
 */
export function useIsPhone(guess: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => guess,
  );
}
