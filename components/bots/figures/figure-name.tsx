'use client';

import { type ReactNode, useContext } from 'react';
import { CardLabelContext } from '#components/ui/card-label.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureButton } from './figure-button.tsx';
import type { FigureOf } from './figure-of.ts';

/**
 * The name of a figure, which says how the figure is computed when it is pressed. As large as a finger on a phone, beyond its own line. Names that stand
 * close below each other reach over each other's lines so, but not over each other's words: who presses those has that name. Null: what is no
 * figure has its name alone. On a card that is one button as a whole names are names: its mark (figures-mark.tsx) says the rest.
 */
export function FigureName({
  figure,
  others = [],
  children,
  ...of
}: FigureOf & {
  readonly figure: TermId | null;
  /** Figures of the same line, whose names stand too close for a finger: chosen in its tip. */
  readonly others?: readonly TermId[];
  readonly children: ReactNode;
}) {
  const isCardLabel = useContext(CardLabelContext);
  if (figure === null || isCardLabel) return children;
  return (
    <FigureButton
      figures={[figure, ...others]}
      of={of}
      className="text-start whitespace-[inherit] underline decoration-ink-3/60 decoration-dotted underline-offset-2 hover:text-ink-1 max-md:relative max-md:-my-3.5 max-md:min-h-11 max-md:min-w-11 max-md:py-3.5"
    >
      <span className="max-md:relative max-md:z-1">{children}</span>
    </FigureButton>
  );
}
