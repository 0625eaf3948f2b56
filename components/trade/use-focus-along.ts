'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Panel } from './use-panel.ts';

/** What the panel shows now, and how a card of the picker is found again. */
function pageOf({ kind, mode }: Panel['state']): string {
  return kind === null ? '' : mode === 'moon' ? 'moon' : kind;
}

/**
 * The card or button that had the focus goes with its page: the focus goes to the panel, or back to the card of the page
 * that was left. A page that was not asked for here, but opened by the address, takes no focus from anybody.
 */
export function useFocusAlong(panel: Panel) {
  const container = useRef<HTMLDivElement>(null);
  const page = pageOf(panel.state);
  const shown = useRef(page);
  /** The page that somebody with the focus in here asked for. */
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = page;
    const element = container.current;
    if (left === page) return;
    const isWanted = wanted.current === page;
    wanted.current = null;
    if (element === null || !isWanted) return;
    const card = page === '' ? element.querySelector<HTMLElement>(`[data-card="${left}"]`) : null;
    (card ?? element).focus({ preventScroll: card === null });
  }, [page]);
  useEffect(() => {
    const forget = (): void => {
      wanted.current = null;
    };
    // Capture: before the panel follows the address.
    window.addEventListener('popstate', forget, true);
    return () => window.removeEventListener('popstate', forget, true);
  }, []);
  const along =
    <A extends readonly unknown[]>(act: (...args: A) => void, pageFor: (...args: A) => string) =>
    (...args: A): void => {
      wanted.current = container.current?.contains(document.activeElement) === true ? pageFor(...args) : null;
      act(...args);
    };
  const moving: Panel = {
    ...panel,
    select: along(panel.select, (kind) => kind),
    openMoon: along(panel.openMoon, () => 'moon'),
    back: along(panel.back, () => ''),
  };
  return { container, moving };
}
