'use client';

import { type ReactNode, useRef, useState } from 'react';
import { toldPart } from '#lib/client/told-part.ts';
import type { TermId } from '#lib/figures/figures.ts';
import type { FigureOf } from './figure-of.ts';

// Most figures are never asked about: what answers comes with the first question.
const tips = toldPart('figure-tip', () => import('./figure-tip.tsx'));

/** What says, when it is pressed, how figures are computed: the first of them, and by choice the others. */
export function FigureButton({
  figures,
  of,
  label,
  className,
  children,
}: {
  readonly figures: readonly [TermId, ...TermId[]];
  readonly of: FigureOf;
  /** What it is called where it shows no words. */
  readonly label?: string;
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
      {isOpen && part !== undefined && (
        <part.FigureTip figures={figures} of={of} anchor={button} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
