'use client';

import type { ReactNode } from 'react';
import { TipButton } from '#components/ui/tip-button.tsx';
import { toldPart } from '#lib/client/told-part.ts';
import type { TermId } from '#lib/figures/figures.ts';
import type { FigureOf } from './figure-of.ts';

// Most figures are never asked about: what answers comes with the first question.
const tips = toldPart('figure-tip', () => import('./figure-tip.tsx'));

/** What says, when it is pressed, how figures are computed: the first of them, and by choice the others. */
export function FigureButton({
  figures,
  of,
  ...button
}: {
  readonly figures: readonly [TermId, ...TermId[]];
  readonly of: FigureOf;
  /** What it is called where it shows no words. */
  readonly label?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return <TipButton tips={tips} of={{ figures, of }} {...button} />;
}
