'use client';

import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { OpeningProps, OpenTip, TipWish } from './open-tip.ts';

/** A pointer that only comes by opens nothing; one that is on its way from the button to the tip closes nothing. */
const HOVER_MS = 200;

function isWithin(id: string, element: Element | null): boolean {
  return document.getElementById(id)?.contains(element) === true;
}

interface TipParts extends Pick<OpeningProps<object>, 'anchor' | 'wish'> {
  readonly id: string;
}

/** Shown to a mouse that stays, to the focus of a key, and at a press; what was opened by a mouse goes with it. */
function useOpening({ anchor, id, wish }: TipParts) {
  const isOfKey = (): boolean => anchor.current?.matches(':focus-visible') === true;
  const [how, setHow] = useState<TipWish | undefined>(() =>
    wish === 'press' || (wish === 'focus' && isOfKey()) ? wish : undefined,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Closed under the mouse it stays so until that comes anew.
  const isClosed = useRef(false);
  const stay = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const turn = (next: TipWish | undefined): void => {
    stay();
    setHow(next);
  };
  const soon = (next: TipWish | undefined): void => {
    timer.current ??= setTimeout(turn, HOVER_MS, next);
  };
  const leave = (): void => {
    stay();
    // What is chosen in it may be listed beyond it.
    if (how === 'pointer' && !isWithin(id, document.activeElement)) soon(undefined);
  };
  const close = (): void => {
    isClosed.current = true;
    turn(undefined);
  };
  const wished = useRef(wish);
  const heard = {
    wait: (): void => soon('pointer'),
    // Back from a tip that grew over its button for a moment: a mouse at rest does not move again.
    enter: (): void => {
      isClosed.current = false;
      if (how !== undefined) stay();
    },
    move: ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch' || isClosed.current) return;
      if (how === undefined) soon('pointer');
      else stay();
    },
    leave,
    press: (): void => (how === 'press' ? close() : turn('press')),
    focus: ({ relatedTarget }: FocusEvent): void => {
      // Not where the focus comes back from the tip.
      const isBack = relatedTarget instanceof Element && isWithin(id, relatedTarget);
      if (isOfKey() && how !== 'press' && !isBack) turn('focus');
    },
  };
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => {
    const ears = new AbortController();
    const { signal } = ears;
    const button = anchor.current;
    if (wished.current === 'pointer') latest.current.wait();
    button?.addEventListener('pointermove', (event) => latest.current.move(event), { signal });
    button?.addEventListener('pointerenter', () => latest.current.enter(), { signal });
    button?.addEventListener('pointerleave', () => latest.current.leave(), { signal });
    button?.addEventListener('click', () => latest.current.press(), { signal });
    button?.addEventListener('focus', (event) => latest.current.focus(event), { signal });
    return () => {
      clearTimeout(timer.current);
      ears.abort();
    };
  }, [anchor]);
  return { how, close, onPointer: (isHere: boolean) => (isHere ? stay() : leave()) };
}

/** How a button's tip opens and goes: it listens to the button and says there whether it is open. It comes in one part with the tip, at the first wish for one. */
export function openingOf<Of extends object>(Tip: ComponentType<Of & OpenTip>): ComponentType<OpeningProps<Of>> {
  return function Opening({ of, isDialog, anchor, wish }) {
    const id = useId();
    const { how, close, onPointer } = useOpening({ anchor, id, wish });
    const isOpen = how !== undefined;
    useEffect(() => {
      const button = anchor.current;
      if (isDialog) button?.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) button?.setAttribute('aria-describedby', id);
      else button?.removeAttribute('aria-describedby');
    }, [anchor, id, isDialog, isOpen]);
    return (
      isOpen && (
        <Tip {...of} anchor={anchor} id={id} isPressed={how === 'press'} onClose={close} onPointer={onPointer} />
      )
    );
  };
}
