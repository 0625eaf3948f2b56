'use client';

import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { type ToldPart, toldPart } from '#lib/client/told-part.ts';
import type { OpenTip, TipWish } from './open-tip.ts';

/** How a tip opens and goes: first loads have no room for it, so it comes with the first wish. */
export const tipOpening = toldPart('tip-opening', () => import('./tip-opening.tsx').then((part) => part.TipOpening));

/** What opens a tip: where a mouse stays or the focus of a key is, and at a press. */
export function TipButton<Of extends object>({
  tips,
  of,
  label,
  isDialog = true,
  className,
  children,
}: {
  readonly tips: ToldPart<{ readonly Tip: ComponentType<Of & OpenTip> }>;
  readonly of: Of;
  /** What it is called where it shows no words. */
  readonly label?: string | undefined;
  /** There is something to press in the tip. */
  readonly isDialog?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [wish, setWish] = useState<TipWish>();
  const Opening = tipOpening.usePart(wish !== undefined);
  const wishFor = (next: TipWish): void => {
    tips.bring();
    setWish(next);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup={isDialog ? 'dialog' : undefined}
        aria-expanded={isDialog ? false : undefined}
        // Not as it enters: what comes to lie under a mouse at rest was not pointed at.
        onPointerMove={({ pointerType }) => wish === undefined && pointerType !== 'touch' && wishFor('pointer')}
        onPointerLeave={() => Opening === undefined && wish === 'pointer' && setWish(undefined)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && wishFor('focus')}
        onClick={() => wishFor('press')}
        className={className}
      >
        {children}
      </button>
      {wish !== undefined && Opening !== undefined && (
        <Opening tips={tips} of={of} wish={wish} anchor={button} id={id} isDialog={isDialog} />
      )}
    </>
  );
}
