'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When the button that was pressed goes with its step, the focus goes to the element that holds the steps (give it
 * `tabIndex={-1}`), so that the next key is not pressed nowhere.
 */
export function useFocusKept<E extends HTMLElement>(step: string): RefObject<E | null> {
  const holder = useRef<E>(null);
  const shown = useRef(step);
  // Before anybody sees the step without a focus, or presses a key at it.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = step;
    // '' is no step yet: what comes first takes the focus from nobody.
    if (before === step || before === '') return;
    // A button that is disabled from now on still has it: the browser takes it away with the next frame.
    const at = document.activeElement;
    if (at === document.body || at?.matches(':disabled') === true) holder.current?.focus({ preventScroll: true });
  }, [step]);
  return holder;
}
