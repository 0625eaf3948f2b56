'use client';

import type { ReactNode } from 'react';
import { toldPart } from '#lib/client/told-part.ts';
import { Icon } from './icon.tsx';
import type { TipWidth } from './text-tip.tsx';
import { TipButton } from './tip-button.tsx';

const tips = toldPart('text-tip', () => import('./text-tip.tsx'));

/** A finger finds the mark too: the place that it answers on reaches upward, where nothing else is. */
export const TIP_MARK =
  'relative -m-1.5 inline-flex p-1.5 text-ink-3 hover:text-ink-1 max-md:after:absolute max-md:after:-inset-x-2.5 max-md:after:-top-5 max-md:after:bottom-0';
/** As large as a finger, beyond its own line: what stands above and below it is no control. */
const FACE =
  'inline-flex min-h-11 min-w-11 items-center max-md:-my-2.5 justify-start underline decoration-ink-3 decoration-dotted underline-offset-4 hover:decoration-current md:min-h-8 md:justify-end';

/** An explanation on demand, beside a label or of a figure, in words alone: what has terms behind it has a tip with these (components/terms). */
export function InfoTip({
  children,
  width = 'text',
  ...of
}: {
  readonly children: ReactNode;
  readonly width?: TipWidth;
} & (
  | { readonly label: string }
  /** What is explained, where it is its own button: a figure in a table. */
  | { readonly face: ReactNode }
)) {
  const isMark = 'label' in of;
  return (
    <TipButton
      tips={tips}
      of={{ children, width }}
      isDialog={false}
      label={isMark ? of.label : undefined}
      className={isMark ? TIP_MARK : FACE}
    >
      {isMark ? <Icon name="info" size={12} /> : of.face}
    </TipButton>
  );
}
