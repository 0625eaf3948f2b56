'use client';

import type { ReactNode } from 'react';
import type { OpenTip } from './open-tip.ts';
import { TipFrame } from './tip-frame.tsx';
import { openingOf } from './tip-opening.tsx';

const WIDTHS = { text: 'w-60', portfolio: 'w-[228px]' } as const;

/** How wide an explanation is; 'portfolio': that of a portfolio's coins (E-031). */
export type TipWidth = keyof typeof WIDTHS;

interface Said {
  readonly width: TipWidth;
  readonly children: ReactNode;
}

/** A sentence or two: nothing in it can be pressed. */
function Tip({ width, children, ...open }: OpenTip & Said) {
  return (
    <TipFrame {...open} role="tooltip" className={WIDTHS[width]}>
      {children}
    </TipFrame>
  );
}

export const Opening = openingOf<Said>(Tip);
