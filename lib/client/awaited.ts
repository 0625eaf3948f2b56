'use client';

import { useEffect, useRef } from 'react';

/**
 * What somebody asked for to be opened and what is still being loaded, the newest last. Nothing of it is to be seen, and it is the topmost all the same: Escape and Back turn
 * away from it before anything that is open below (dialog-steps.ts), and what was turned away from does not open.
 */
const awaited: (() => void)[] = [];

/** Takes the newest wish back; false: there is none. */
export function takeBackNewest(): boolean {
  const takeBack = awaited.at(-1);
  takeBack?.();
  return takeBack !== undefined;
}

/** Says that something is awaited, for as long as it is; `takeBack`: it is not wanted any more. */
export function useAwaited(isAwaited: boolean, takeBack: () => void): void {
  const heard = useRef(takeBack);
  useEffect(() => {
    heard.current = takeBack;
  });
  useEffect(() => {
    if (!isAwaited) return;
    const wish = (): void => heard.current();
    // Where a dialog is open below, that hears the key too; one of both answers it.
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      takeBackNewest();
    };
    awaited.push(wish);
    document.addEventListener('keydown', hear, true);
    return () => {
      awaited.splice(awaited.indexOf(wish), 1);
      document.removeEventListener('keydown', hear, true);
    };
  }, [isAwaited]);
}
