'use client';

import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { ToldPart } from '#lib/client/told-part.ts';

/** What a tip is given besides what it is about. */
export interface OpenTip {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** What opens a tip when it is pressed; the tip comes with the first press. */
export function TipButton<Of extends object>({
  tips,
  of,
  label,
  className,
  children,
}: {
  readonly tips: ToldPart<{ readonly Tip: ComponentType<Of & OpenTip> }>;
  readonly of: Of;
  /** What it is called where it shows no words. */
  readonly label?: string | undefined;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const part = tips.usePart(isOpen);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={tips.bring}
        onFocus={tips.bring}
        onClick={() => setIsOpen(!isOpen)}
        className={className}
      >
        {children}
      </button>
      {isOpen && part !== undefined && <part.Tip {...of} anchor={button} onClose={() => setIsOpen(false)} />}
    </>
  );
}
