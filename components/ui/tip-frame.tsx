'use client';

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Anchored } from './anchored.tsx';
import type { OpenTip } from './open-tip.ts';

/** The one that is open: another closes it. */
let last: (() => void) | undefined;

const INSIDE = 'a[href], button:not(:disabled), select:not(:disabled)';

/** Whether a Tab from here leads out of a tip. */
function isLast(tip: HTMLElement, isBackwards: boolean): boolean {
  const at = document.activeElement;
  const controls = [...tip.querySelectorAll(INSIDE)];
  return at === (isBackwards ? controls[0] : controls.at(-1)) || (at === tip && (isBackwards || controls.length === 0));
}

/** Closed by Escape – which then closes nothing around it –, by a press elsewhere, when the focus goes elsewhere, and by another tip; the focus that is inside goes back to the name, and with Tab on from there. */
function useClosing(tip: RefObject<HTMLElement | null>, { anchor, onClose }: OpenTip): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const isWithin = (): boolean => tip.current?.contains(document.activeElement) === true;
    // However it goes, the focus in it does not fall out of the page.
    const close = (): void => {
      const hasFocus = isWithin();
      latest.current();
      if (hasFocus) anchor.current?.focus({ preventScroll: true });
    };
    last?.();
    last = close;
    const isOutside = (target: EventTarget | null): boolean =>
      !(target instanceof Node && (tip.current?.contains(target) || anchor.current?.contains(target)));
    const key = (event: KeyboardEvent): void => {
      const box = tip.current;
      const isEscape = event.key === 'Escape';
      if (!isEscape && !(event.key === 'Tab' && box !== null && isWithin() && isLast(box, event.shiftKey))) return;
      // Where Tab leads on, it does so from the name.
      if (isEscape || event.shiftKey) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      close();
    };
    const away = ({ target }: Event): void => {
      if (isOutside(target)) close();
    };
    // On the window, before a dialog that listens on the document.
    window.addEventListener('keydown', key, true);
    window.addEventListener('pointerdown', away, true);
    window.addEventListener('focusin', away, true);
    return () => {
      if (last === close) last = undefined;
      window.removeEventListener('keydown', key, true);
      window.removeEventListener('pointerdown', away, true);
      window.removeEventListener('focusin', away, true);
    };
  }, [anchor, tip]);
}

/**
 * Where a tip stands and how it goes (WCAG 1.4.13): a mouse may come over it and Escape ends it, wherever the focus is. One that was pressed for takes
 * the focus where there is something in it to press; Tab beyond its last control goes on behind what it explains, Shift+Tab before its first one back to that.
 */
export function TipFrame({
  role,
  labelledBy,
  isFocused = false,
  figure,
  className,
  children,
  ...tip
}: OpenTip & {
  readonly role: 'dialog' | 'tooltip';
  readonly labelledBy?: string;
  readonly isFocused?: boolean;
  /** What it is about, for whoever looks for it in the page. */
  readonly figure?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { anchor, id, onClose, onPointer } = tip;
  const box = useRef<HTMLDivElement>(null);
  useClosing(box, tip);
  useEffect(() => {
    if (isFocused) box.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const named = { role, 'aria-labelledby': labelledBy };
  return (
    <Anchored
      anchor={anchor}
      onGone={onClose}
      isInDialog
      className={className}
      onPointerEnter={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
      // What it stands by may be in a row that is pressed as a whole.
      onClick={(event) => event.stopPropagation()}
    >
      <div {...named} ref={box} id={id} tabIndex={-1} data-figure={figure} className="outline-none">
        {children}
      </div>
    </Anchored>
  );
}
