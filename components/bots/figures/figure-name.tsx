'use client';

import { type ReactNode, useRef, useState } from 'react';
import { toldPart } from '#lib/client/told-part.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import type { FigureOf } from './figure-of.ts';

// Most figures are never asked about: what answers comes with the first question.
const tips = toldPart('figure-tip', () => import('./figure-tip.tsx'));

/**
 * The name of a figure, which says how the figure is computed when it is pressed. As large as a finger on a phone, beyond its own line: what stands
 * above and below it is no control. Null: what is no figure has its name alone.
 */
export function FigureName({
  figure,
  children,
  ...of
}: FigureOf & { readonly figure: FigureId | null; readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const part = tips.usePart(isOpen);
  if (figure === null) return children;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={tips.bring}
        onFocus={tips.bring}
        onClick={() => setIsOpen(!isOpen)}
        className="relative text-start whitespace-[inherit] underline decoration-ink-3/60 decoration-dotted underline-offset-2 hover:text-ink-1 max-md:after:absolute max-md:after:-inset-x-1 max-md:after:-top-4 max-md:after:-bottom-3 max-md:after:min-w-11"
      >
        {children}
      </button>
      {isOpen && part !== undefined && (
        <part.FigureTip figure={figure} of={of} anchor={button} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
