'use client';

import { type HTMLAttributes, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { isSeenIn, tipPlace } from './tip-place.ts';

function place(tip: HTMLElement | null, anchor: HTMLElement | null): void {
  if (tip === null || anchor === null) return;
  const { width, height } = tip.getBoundingClientRect();
  const view = { width: window.innerWidth, height: window.innerHeight };
  const { left, top } = tipPlace(anchor.getBoundingClientRect(), { width, height }, view);
  Object.assign(tip.style, { left: `${left}px`, top: `${top}px`, visibility: 'visible' });
  if (tip.parentElement === document.body) return;
  // Within a dialog that is moved by a transform, what is fixed stands by the dialog and not by the window.
  const stands = tip.getBoundingClientRect();
  Object.assign(tip.style, { left: `${2 * left - stands.left}px`, top: `${2 * top - stands.top}px` });
}

/** Whether the anchor is beyond the window, or beyond that around it which has just been scrolled. */
function isOutOfSight(anchor: HTMLElement, scrolled: EventTarget | null): boolean {
  const box = anchor.getBoundingClientRect();
  const isAround = scrolled instanceof Element && scrolled !== document.documentElement && scrolled.contains(anchor);
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  return !isSeenIn(box, view) || (isAround && !isSeenIn(box, scrolled.getBoundingClientRect()));
}

interface Props extends HTMLAttributes<HTMLSpanElement> {
  readonly anchor: RefObject<HTMLElement | null>;
  /** What it explains is out of sight. */
  readonly onGone: () => void;
  /** What can be pressed in it has to be inside the dialog that it was opened in: that keeps the focus. */
  readonly isInDialog?: boolean;
}

/** What stands by something of the page: outside of panels that scroll, which would cut it off; placed once its size is known. */
export function Anchored({ anchor, onGone, isInDialog = false, className, children, ...rest }: Props) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    place(tip.current, anchor.current);
  });
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(() => {
    // Goes along with what it explains: a key that leads there scrolls to it, and the tip was open before. Gone from sight, it is over.
    const follow = ({ target }: Event): void => {
      if (anchor.current === null || isOutOfSight(anchor.current, target)) latest.current();
      else place(tip.current, anchor.current);
    };
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    // Texts that come late make it larger: it would cover what it stands by.
    const larger =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => place(tip.current, anchor.current));
    if (tip.current !== null) larger?.observe(tip.current);
    return () => {
      larger?.disconnect();
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [anchor]);
  const dialog = isInDialog ? anchor.current?.closest<HTMLElement>('[role=dialog]') : null;
  return createPortal(
    <span
      ref={tip}
      {...rest}
      className={classNames(
        'invisible fixed top-0 left-0 z-[70] max-w-[calc(100vw-1rem)] rounded-md border bg-surface-3 px-2.5 py-2 text-start text-xs text-ink-1 shadow-xl',
        className,
      )}
    >
      {children}
    </span>,
    dialog ?? document.body,
  );
}
