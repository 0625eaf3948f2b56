'use client';

import { useEffect, useState } from 'react';
import type { TourStep } from '#lib/client/tour.ts';
import type { Box } from './tour-place.ts';

const PANEL = ['[data-tour="panel"]', '[data-tour="bar"]'];

/** What each step is about; where that is not on the screen, what leads to it. */
const ANCHORS: Readonly<Record<TourStep, readonly string[]>> = {
  picker: ['[data-tour="picker"]', ...PANEL],
  mode: ['[data-tour="mode"]', ...PANEL],
  parameters: ['[data-tour="form"]', ...PANEL],
  preview: ['[data-preview]', ...PANEL],
  create: ['[data-tour="create"]', ...PANEL],
  bots: ['[data-tour="bots"]', '[data-tour="views"]'],
};

const DIALOGS = '[role="dialog"], [role="alertdialog"]';

export interface TourAnchor {
  /** Where it is on the screen; null: nowhere. */
  readonly box: Box | null;
  /** The thing itself is not there (yet): the box is of what leads to it. */
  readonly isStandIn: boolean;
  /** The sheet that holds the panel, while it is open: only in it is there a place. */
  readonly sheet: HTMLElement | null;
  /** A dialog is open that has nothing to do with the tour: it waits. */
  readonly isWaiting: boolean;
}

const NOWHERE: TourAnchor = { box: null, isStandIn: true, sheet: null, isWaiting: false };

function find(step: TourStep): { readonly element: Element | null } & Omit<TourAnchor, 'box'> {
  const top = [...document.querySelectorAll<HTMLElement>(DIALOGS)].at(-1);
  const sheet = top?.querySelector('[data-tour]') == null ? null : (top ?? null);
  if (top !== undefined && sheet === null) return { element: null, isStandIn: true, sheet, isWaiting: true };
  const selectors = ANCHORS[step];
  const found = selectors
    .map((selector) => (sheet ?? document).querySelector(selector))
    .findIndex((element) => element !== null && element.getClientRects().length > 0);
  const element = found < 0 ? null : (sheet ?? document).querySelector(selectors[found] ?? '');
  return { element, isStandIn: found !== 0, sheet, isWaiting: false };
}

function isSame(one: TourAnchor, other: TourAnchor): boolean {
  const [a, b] = [one.box, other.box];
  const isSameBox =
    a === b ||
    (a !== null && b !== null && a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom);
  return (
    isSameBox && one.isStandIn === other.isStandIn && one.sheet === other.sheet && one.isWaiting === other.isWaiting
  );
}

/** Follows what a step is about: as it comes, goes, moves and is scrolled. Measured once a picture at the most. */
export function useTourAnchor(step: TourStep): TourAnchor {
  const [anchor, setAnchor] = useState(NOWHERE);
  useEffect(() => {
    let frame = 0;
    let shown: Element | null = null;
    const measure = (): void => {
      frame = 0;
      const { element, ...rest } = find(step);
      if (element !== null && element !== shown) {
        shown = element;
        element.scrollIntoView({ block: 'nearest' });
      }
      const rect = element?.getBoundingClientRect();
      const box =
        rect === undefined ? null : { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      const next = { ...rest, box };
      setAnchor((before) => (isSame(before, next) ? before : next));
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    soon();
    const changes = new MutationObserver(soon);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['class', 'hidden'],
    });
    window.addEventListener('scroll', soon, true);
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener('scroll', soon, true);
      window.removeEventListener('resize', soon);
    };
  }, [step]);
  return anchor;
}
