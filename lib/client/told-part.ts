'use client';

import { useEffect } from 'react';
import { latePart } from './late-part.ts';
import { createTold } from './told.ts';

/**
 * A late part that stands there in the moment in which it has come, and at once ever after: what a trader waits for with his finger on a button. A `Suspense` boundary
 * (`dynamic`, `lazyPart`) may be held back by React for 300 ms after another one was shown.
 */
export interface ToldPart<T> {
  /** Asks for it, where somebody is near what opens it. */
  bring(): void;
  /** The part, asked for once it is wanted; undefined until it is there. */
  usePart(isWanted: boolean): T | undefined;
}

function useWish(isWanted: boolean, bring: () => void): void {
  useEffect(() => {
    if (isWanted) bring();
  }, [isWanted, bring]);
}

export function toldPart<T>(name: string, load: () => Promise<T>): ToldPart<T> {
  const part = createTold<T>();
  const bring = (): void => {
    void latePart(name, load).then(part.tell);
  };
  return {
    bring,
    usePart(isWanted) {
      useWish(isWanted, bring);
      return part.useTold();
    },
  };
}
