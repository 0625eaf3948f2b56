'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureButton } from './figure-button.tsx';
import type { FigureOf } from './figure-of.ts';

/**
 * The mark of a card: how each of its figures is computed, chosen in the tip. A card is one link or button as a whole, with figures closer to each
 * other than fingers: one mark that lies above it does for all of them. It stands beside a name, too, whose press does something else.
 */
export function FiguresMark({
  figures,
  name,
  ...of
}: FigureOf & {
  readonly figures: readonly TermId[];
  /** What it is of, where several stand beside each other. */
  readonly name?: string;
}) {
  const t = useTranslations('common.figures');
  const [first, ...others] = figures;
  if (first === undefined) return null;
  return (
    <FigureButton
      figures={[first, ...others]}
      of={of}
      label={name === undefined ? t('how') : `${name}: ${t('how')}`}
      className="relative z-10 -m-3.5 inline-flex size-11 items-center justify-center align-middle text-ink-3 hover:text-ink-1 md:-m-2 md:size-7"
    >
      <Icon name="info" size={14} />
    </FigureButton>
  );
}
