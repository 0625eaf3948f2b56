'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useViewer } from '#lib/client/viewer.ts';

/** When a list grows by itself, and where those stand who go through it by keys. */

/** Whoever goes to what stands below does not want it pushed away: from then on the link asks for more. */
export function useGrowing(): boolean {
  const [grows, setGrows] = useState(true);
  useEffect(() => {
    const look = (): void => setGrows(window.location.hash !== '#my-bots');
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return grows;
}

/** Whoever asks for more by a key goes on with the first that comes: the link that he pressed stands behind all of them. */
export function useWalk(count: number): { readonly list: RefObject<HTMLElement | null>; toNext(): void } {
  const list = useRef<HTMLElement>(null);
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null || count <= next.current) return;
    const first = list.current?.querySelectorAll<HTMLElement>('[data-listed]')[next.current];
    next.current = null;
    if (first === undefined) return;
    // The card in it may come a moment later.
    first.tabIndex = -1;
    first.focus();
  }, [count]);
  return {
    list,
    toNext: (): void => {
      next.current = count;
    },
  };
}

/** Whether somebody goes through the list, or what stands below it, by keys: what has the focus must not be pushed out of sight. */
function isWalkedByKeys(end: HTMLElement): boolean {
  const focused = document.activeElement;
  if (focused === null || !focused.matches(':focus-visible')) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  const isInSight = bottom > 0 && top < window.innerHeight;
  const isBelow = (end.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isInSight && (isBelow || end.closest('section')?.contains(focused) === true);
}

/** Asks for the next page when the list's end comes near, for everybody (C-083); until the page is alive the link does it. */
export function useNearEnd(isWanted: boolean, more: () => void): RefObject<HTMLDivElement | null> {
  const viewer = useViewer();
  // Asked for once the viewer is known: the first page of a busy load is not the moment for a second one.
  const isAutomatic = isWanted && viewer !== undefined;
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  useEffect(() => {
    const element = ref.current;
    if (!isAutomatic || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting) && !isWalkedByKeys(element)) latest.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAutomatic]);
  return ref;
}
