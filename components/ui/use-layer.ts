'use client';

import { useEffect, useRef } from 'react';
import { closeTopmost, openLayer } from '#lib/client/dialog-steps.ts';

/**
 * A layer over the page: Back and Escape close what was opened last. Radix says Escape to the layer that was drawn as the highest, which now and then is still the one
 * below – it had been drawn before the upper one was there –: then a phone's sheet closed, and what had been opened over it stood alone.
 */
export function useLayer(isOpen: boolean, onClose: () => void, hasOwnStep: boolean): (event: KeyboardEvent) => void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    return openLayer({ close: () => close.current(), hasOwnStep });
  }, [isOpen, hasOwnStep]);
  return (event) => {
    // Another layer has answered it.
    if (event.defaultPrevented) return;
    event.preventDefault();
    closeTopmost();
  };
}
