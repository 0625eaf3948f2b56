'use client';

import { useCallback, useRef } from 'react';

/** Frames that a control may need to come back to life: a button is busy until its prompt has been answered. */
const MOST_FRAMES = 20;

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), iframe, [tabindex="0"]';

const MAIN_CONTROLS = 'main button:not(:disabled), main a[href]';

/** The control that was used last, also when it has just lost the focus because it went busy. */
let lastUsed: HTMLElement | null = null;
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) lastUsed = target;
  });
}

/** What the dialog that was opened last goes back to, from the inside out. */
let lastPath: readonly HTMLElement[] = [];

/** What a dialog goes back to, from the inside out. One that takes another's place – what was still being loaded – goes back to where that one came from. */
function pathTo(used: HTMLElement | null): readonly HTMLElement[] {
  const first = used === null ? null : stayingOpener(used);
  const path: HTMLElement[] = [];
  for (let one = first; one !== null && one !== document.body; one = one.parentElement) path.push(one);
  const isInDialog = path.some((one) => one.getAttribute('role') === 'dialog');
  return isInDialog || first?.isConnected === false ? [...path, ...lastPath] : path;
}

/**
 * Whether the focus may be given back: nobody has it but the page, or a dialog that lies under the one that closed, in which nothing
 * has been touched since. What took it meanwhile keeps it: a field with an error, and above all a dialog that has opened in the place of
 * this one, in which somebody types.
 */
function isFocusFree(path: readonly HTMLElement[], before: Element | null): boolean {
  const active = document.activeElement;
  if (active === null || active === document.body) return true;
  const dialog = active.closest<HTMLElement>('[role="dialog"]');
  return dialog !== null && path.includes(dialog) && (active === dialog || active === before);
}

function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** At the last control of a dialog (backwards: the first) the focus goes to the other end; false where it is in between. */
export function loopFocus(dialog: HTMLElement, isBackwards: boolean): boolean {
  const controls = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (control) => control.tabIndex >= 0 && (control.checkVisibility?.() ?? true),
  );
  if (isBackwards) controls.reverse();
  const isAtEnd = controls.at(-1) === document.activeElement;
  return isAtEnd && controls.some(takesFocus);
}

/** An entry of a menu is gone with the menu: what opened that stays. */
function stayingOpener(used: HTMLElement): HTMLElement {
  const menu = used.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? used;
}

/** What is left of the place where the opener was, from the inside out: the first control in it that takes the focus; what is hidden takes none. */
function focusNearestLeft(places: readonly HTMLElement[]): void {
  for (const place of places) {
    if (!place.isConnected) continue;
    if (place.matches(FOCUSABLE) && takesFocus(place)) return;
    for (const inside of place.querySelectorAll<HTMLElement>(FOCUSABLE)) if (takesFocus(inside)) return;
  }
  // All of it is hidden: the page's own controls, the last of which is what a phone has at hand.
  for (const control of [...document.querySelectorAll<HTMLElement>(MAIN_CONTROLS)].reverse()) {
    if (takesFocus(control)) return;
  }
}

/**
 * Gives the focus back to what opened a dialog: to the control that had it then, once that can be focused again, else to
 * the nearest control of its surroundings. The focus never falls to the body, and is taken from nobody.
 */
export function useReturnedFocus(isOpen: boolean): () => void {
  const opener = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current && typeof document !== 'undefined') {
    const active = document.activeElement;
    const used = active instanceof HTMLElement && active !== document.body ? active : lastUsed;
    opener.current = pathTo(used);
    lastPath = opener.current;
  }
  wasOpen.current = isOpen;
  return useCallback(() => {
    const path = opener.current;
    const before = document.activeElement;
    const attempt = (frame: number): void => {
      if (!isFocusFree(path, before)) return;
      const [first] = path;
      if (first?.isConnected && takesFocus(first)) return;
      if (frame < MOST_FRAMES && first?.isConnected) {
        requestAnimationFrame(() => attempt(frame + 1));
        return;
      }
      focusNearestLeft(path);
    };
    attempt(0);
  }, []);
}
