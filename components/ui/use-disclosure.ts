'use client';

import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';

interface Disclosure {
  readonly isOpen: boolean;
  /** For the `details` element. */
  readonly details: {
    readonly ref: RefObject<HTMLDetailsElement | null>;
    readonly onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void;
  };
}

/**
 * A menu that is a `details` element, so that it opens with every key and without JavaScript. Escape closes it and gives
 * the focus back to its summary; a press elsewhere closes it and leaves the focus to what was pressed.
 */
export function useDisclosure(): Disclosure {
  const [isOpen, setIsOpen] = useState(false);
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      ref.current?.removeAttribute('open');
      ref.current?.querySelector('summary')?.focus({ preventScroll: true });
    };
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !ref.current?.contains(target)) ref.current?.removeAttribute('open');
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen]);
  return { isOpen, details: { ref, onToggle: (event) => setIsOpen(event.currentTarget.open) } };
}
