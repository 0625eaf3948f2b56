'use client';

import { useSyncExternalStore } from 'react';

/** The other side of what styles ask (`md:`), whole: a zoomed window may be 767.5 px wide, which is neither at most 767 nor at least 768. */
const QUERY = 'not all and (min-width: 768px)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the screen is a phone's at this moment; null on the server. What is drawn by it while a page wakes has to be what was served. */
export function isPhoneNow(): boolean | null {
  return typeof window === 'undefined' ? null : window.matchMedia(QUERY).matches;
}

/**
 * Whether the screen is a phone's. `guess` stands on the server and until the page is awake: a phone's page then has no
 * parts that would only be taken away, and where the guess is wrong CSS hides what the screen has not. null: none is
 * guessed, and what both have is drawn for CSS to choose from.
 */
export function useIsPhone<Guess extends boolean | null>(guess: Guess): boolean | Guess {
  return useSyncExternalStore<boolean | Guess>(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => guess,
  );
}
