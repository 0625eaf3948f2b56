'use client';

import { useLayoutEffect } from 'react';

/** Tells before the next picture that what `isShown` speaks of stands there: what it takes the place of goes in the same picture. */
export function useTellShown(isShown: boolean, onShown: () => void): void {
  useLayoutEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
}
