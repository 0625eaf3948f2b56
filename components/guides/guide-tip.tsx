'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isGuideTipNew, noteGuideTip } from '#lib/client/guide-seen.ts';
import { useIsShown } from '#lib/client/shown.ts';
import { tourAtom } from '#lib/client/tour.ts';

/**
 * The tip on the bot tab, told once in a browser (E-098), under the way to the tour. It lies over what is there and takes no press; the first
 * press or key anywhere ends it. Nobody who is shown around already needs it.
 */
export function GuideTip({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('trade.panel');
  const [isOpen, setOpen] = useState(false);
  const isShown = useIsShown();
  const isOnTour = useAtomValue(tourAtom) !== null;
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isShown || isOnTour || place.current === null || !isGuideTipNew()) return;
    // A phone has its panel behind a bar, knows only after the first drawing that it is a phone, and its sheet comes late: it is told when it is in sight.
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setOpen(true);
    });
    seen.observe(place.current);
    return () => seen.disconnect();
  }, [isShown, isOnTour]);
  // Before it is painted: a key pressed at the very sight of it was lost on a slow device.
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Noted when it goes: a sheet may draw its content anew while it opens.
    const close = (): void => {
      noteGuideTip();
      setOpen(false);
    };
    const types = ['pointerdown', 'keydown'];
    for (const type of types) document.addEventListener(type, close, true);
    return () => {
      for (const type of types) document.removeEventListener(type, close, true);
    };
  }, [isOpen]);
  return (
    <span ref={place} className="relative inline-flex">
      {children}
      {isOpen && !isOnTour && (
        <span
          id={id}
          role="tooltip"
          data-guide-tip
          className="pointer-events-none absolute end-0 top-full z-20 mt-1 w-60 rounded-md border bg-surface-3 px-3 py-2 text-xs text-ink-1 shadow-lg"
        >
          {t('tip')}
        </span>
      )}
    </span>
  );
}
