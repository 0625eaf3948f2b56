'use client';

import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Anchored } from '#components/ui/anchored.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import type { OpenTip } from './tip-button.tsx';

/** Closed by Escape – which then closes nothing around it –, by a press elsewhere, and when the focus leaves it; the focus goes back to the name. */
function useClosing(tip: RefObject<HTMLElement | null>, { anchor, onClose }: OpenTip): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const isOutside = (target: EventTarget | null): boolean =>
      !(target instanceof Node && (tip.current?.contains(target) || anchor.current?.contains(target)));
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current();
      anchor.current?.focus({ preventScroll: true });
    };
    const away = ({ target }: Event): void => {
      if (isOutside(target)) latest.current();
    };
    // On the window, before a dialog that listens on the document.
    window.addEventListener('keydown', key, true);
    window.addEventListener('pointerdown', away, true);
    window.addEventListener('focusin', away, true);
    return () => {
      window.removeEventListener('keydown', key, true);
      window.removeEventListener('pointerdown', away, true);
      window.removeEventListener('focusin', away, true);
    };
  }, [anchor, tip]);
}

/** The place of a tip about terms: what it says has links, so it is a dialog that takes the focus. `head` stands there before its texts have come. */
export function TipBox({
  term,
  head,
  children,
  ...tip
}: OpenTip & {
  readonly term: TermId;
  /** What is said of it without the glossary; its title has the id that it is given. */
  readonly head?: (titleId: string) => ReactNode;
  readonly children: (titleId: string) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const title = useId();
  useClosing(box, tip);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <Anchored anchor={tip.anchor} onGone={tip.onClose} isInDialog className="w-80">
      <div ref={box} role="dialog" aria-labelledby={title} tabIndex={-1} data-figure={term} className="outline-none">
        {head?.(title)}
        <WithTexts namespaces={['glossary', 'backtests']} fallback={<Skeleton className="h-24 w-full" />}>
          {children(title)}
        </WithTexts>
      </div>
    </Anchored>
  );
}
