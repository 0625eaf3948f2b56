'use client';

import { type ReactNode, useContext, useRef, useState } from 'react';
import { CardLabelContext } from '#components/ui/card-label.ts';
import { toldPart } from '#lib/client/told-part.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import type { FigureOf } from './figure-of.ts';

// Most figures are never asked about: what answers comes with the first question.
const tips = toldPart('figure-tip', () => import('./figure-tip.tsx'));

/**
 * The name of a figure, which says how the figure is computed when it is pressed. As large as a finger on a phone, beyond its own line: what stands
 * above and below it is no control. Null: what is no figure has its name alone. On a phone's card, which is one button as a whole, names are names: what it opens says the rest.
 */
export function FigureName({
  figure,
  children,
  ...of
}: FigureOf & { readonly figure: FigureId | null; readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const part = tips.usePart(isOpen);
  const isCardLabel = useContext(CardLabelContext);
  if (figure === null || isCardLabel) return children;
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
        className="text-start whitespace-[inherit] underline decoration-ink-3/60 decoration-dotted underline-offset-2 hover:text-ink-1 max-md:-my-3.5 max-md:min-h-11 max-md:min-w-11 max-md:py-3.5"
      >
        {children}
      </button>
      {isOpen && part !== undefined && (
        <part.FigureTip figure={figure} of={of} anchor={button} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
