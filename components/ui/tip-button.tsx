'use client';

import { type ReactNode, useRef, useState } from 'react';
import type { ToldPart } from '#lib/client/told-part.ts';
import type { TipPart, TipWish } from './open-tip.ts';

/** What opens a tip: where a mouse stays or the focus of a key is, and at a press. How it opens and goes comes with the first of these (tip-opening.tsx). */
export function TipButton<Of extends object>({
  tips,
  of,
  label,
  isDialog = true,
  className,
  children,
}: {
  readonly tips: ToldPart<TipPart<Of>>;
  readonly of: Of;
  /** What it is called where it shows no words. */
  readonly label?: string | undefined;
  /** There is something to press in the tip. */
  readonly isDialog?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [wish, setWish] = useState<TipWish>();
  const part = tips.usePart(wish !== undefined);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-haspopup={isDialog ? 'dialog' : undefined}
        aria-expanded={isDialog ? false : undefined}
        // Not as it enters: what comes to lie under a mouse at rest was not pointed at.
        onPointerMove={({ pointerType }) => !wish && pointerType !== 'touch' && setWish('pointer')}
        onPointerLeave={() => !part && wish === 'pointer' && setWish(undefined)}
        onFocus={() => setWish('focus')}
        onClick={() => setWish('press')}
        className={className}
      >
        {children}
      </button>
      {wish && part && <part.Opening {...{ of, wish, anchor, isDialog }} />}
    </>
  );
}
