'use client';

import { type ComponentType, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ToldPart } from '#lib/client/told-part.ts';

/** What a tip is given besides what it is about. */
export interface OpenTip {
  readonly anchor: RefObject<HTMLElement | null>;
  /** By it the button names what describes it. */
  readonly id: string;
  /** It was asked for by a press: one with links takes the focus. One that was only looked at takes it from nobody. */
  readonly isPressed: boolean;
  readonly onClose: () => void;
  /** The pointer has come over the tip, or has left it. */
  readonly onPointer: (isOver: boolean) => void;
}

/** A pointer that only comes by opens nothing; one that is on its way from the button to the tip closes nothing. */
const HOVER_MS = 200;

type How = 'pointer' | 'focus' | 'press';

function isWithin(id: string, element: Element | null): boolean {
  return document.getElementById(id)?.contains(element) === true;
}

/** Shown to a mouse that stays, to the focus of a key, and at a press; what was opened by a mouse goes with it. */
function useOpening(id: string) {
  const [how, setHow] = useState<How>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Closed under the mouse it stays so until that comes anew.
  const isClosed = useRef(false);
  const turn = (next: How | undefined): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHow(next);
  };
  const soon = (next: How | undefined): void => {
    timer.current ??= setTimeout(turn, HOVER_MS, next);
  };
  const stay = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
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
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    how,
    close,
    onPointer: (isHere: boolean) => (isHere ? stay() : leave()),
    on: {
      // Not as it enters: what comes to lie under a mouse at rest was not pointed at.
      onPointerMove: ({ pointerType }: { readonly pointerType: string }) => {
        if (pointerType === 'touch' || isClosed.current) return;
        if (how === undefined) soon('pointer');
        else stay();
      },
      onPointerLeave: leave,
      onClick: () => (how === 'press' ? close() : turn('press')),
    },
    enter: () => {
      isClosed.current = false;
    },
    /** Not where the focus comes back from the tip. */
    focus: (from: Element | null) => {
      if (how !== 'press' && !isWithin(id, from)) turn('focus');
    },
  };
}

/** What opens a tip: where a mouse stays or the focus of a key is, and at a press; the tip comes with the first wish for one. */
export function TipButton<Of extends object>({
  tips,
  of,
  label,
  isDialog = true,
  className,
  children,
}: {
  readonly tips: ToldPart<{ readonly Tip: ComponentType<Of & OpenTip> }>;
  readonly of: Of;
  /** What it is called where it shows no words. */
  readonly label?: string | undefined;
  /** There is something to press in the tip. */
  readonly isDialog?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { how, on, enter, focus, ...tip } = useOpening(id);
  const isOpen = how !== undefined;
  const part = tips.usePart(isOpen);
  return (
    <>
      <button
        {...on}
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup={isDialog ? 'dialog' : undefined}
        aria-expanded={isDialog ? isOpen : undefined}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={() => {
          tips.bring();
          enter();
        }}
        onFocus={({ currentTarget, relatedTarget }) => {
          tips.bring();
          if (currentTarget.matches(':focus-visible')) focus(relatedTarget);
        }}
        className={className}
      >
        {children}
      </button>
      {isOpen && part !== undefined && (
        <part.Tip
          {...of}
          anchor={button}
          id={id}
          isPressed={how === 'press'}
          onClose={tip.close}
          onPointer={tip.onPointer}
        />
      )}
    </>
  );
}
