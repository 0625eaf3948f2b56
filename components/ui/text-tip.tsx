'use client';

import type { ReactNode } from 'react';
import type { OpenTip } from './open-tip.ts';
import { TipFrame } from './tip-frame.tsx';

const WIDTHS = { text: 'w-60', portfolio: 'w-[228px]' } as const;

/** How wide an explanation is; 'portfolio': that of a portfolio's coins (E-031). */
export type TipWidth = keyof typeof WIDTHS;

/** A sentence or two: nothing in it can be pressed. */
export function Tip({
  width,
  children,
  ...open
}: OpenTip & { readonly width: TipWidth; readonly children: ReactNode }) {
  return (
    <TipFrame {...open} role="tooltip" className={WIDTHS[width]}>
      {children}
    </TipFrame>
  );
}
