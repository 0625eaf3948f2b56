'use client';

import { type RefObject, useEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * For a control that React governs: `tell` is given what stands in it where that is not what was rendered. Whoever types before the
 * scripts of a page have run – on a slow line, or by a password manager, or a browser that comes back to the page – sees his text
 * stay, but nobody has told the page of it, and the next key anywhere would take it away.
 */
export function useEarlyInput<C extends Control>(tell: (control: C) => void): RefObject<C | null> {
  const control = useRef<C>(null);
  // Only what stood there when the control became React's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes are events, which React tells.
  useEffect(() => {
    if (control.current !== null) tell(control.current);
  }, []);
  return control;
}
