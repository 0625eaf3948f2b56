'use client';

import { usePathname } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { createPath, type Instrument, loginPath } from '#components/discovery/paths.ts';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { useSession } from '#lib/client/session.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import {
  INITIAL_PANEL,
  kindOfQuery,
  nextPanel,
  type PanelMode,
  type PanelState,
  preselectedMode,
} from './panel-state.ts';

/** C-177. */
export const QUERY_TYPE_DELAY_MS = 600;
/** C-175. */
export const MODE_KEY = 'trade_panel_mode';

export interface Panel {
  readonly state: PanelState;
  readonly select: (kind: RunnableKind) => void;
  readonly openMoon: () => void;
  readonly back: () => void;
  readonly setMode: (mode: PanelMode) => void;
}

/** The panel's state with its storage, the address' preselection and the login gate of Customize. */
export function usePanel({ market, type }: Instrument): Panel {
  const [state, dispatch] = useReducer(nextPanel, INITIAL_PANEL);
  const language = useLocale();
  const pathname = usePathname();
  const { session } = useSession();
  const isKnown = session !== undefined;
  const isLoggedIn = session?.logged_in === true;
  const hasPreselected = useRef(false);
  useEffect(() => {
    const kind = kindOfQuery(window.location.search, type === 'spot' ? 'trade' : 'futures');
    if (kind === null || !isKnown || hasPreselected.current) return;
    const timer = setTimeout(() => {
      hasPreselected.current = true;
      dispatch({ type: 'preselect', kind, mode: preselectedMode(readStored('session', MODE_KEY), isLoggedIn) });
    }, QUERY_TYPE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isKnown, isLoggedIn, type]);
  const setMode = useCallback(
    (mode: PanelMode) => {
      if (mode === 'create' && isKnown && !isLoggedIn && state.kind !== null) {
        // C-049, C-026: a guest goes through login and comes back to the form.
        writeStored('session', MODE_KEY, 'create');
        window.location.assign(loginPath(language, createPath(language, state.kind, market, type)));
        return;
      }
      writeStored('session', MODE_KEY, mode);
      dispatch({ type: 'mode', mode });
    },
    [isKnown, isLoggedIn, language, market, type, state.kind],
  );
  const select = useCallback((kind: RunnableKind) => dispatch({ type: 'select', kind }), []);
  const back = useCallback(() => {
    dispatch({ type: 'back' });
    // The address no longer says what is shown; its hash stays (X38).
    window.history.replaceState(null, '', `${pathname}?tradModel=strategybot${window.location.hash}`);
  }, [pathname]);
  const openMoon = useCallback(() => {
    if (isKnown && !isLoggedIn) {
      window.location.assign(loginPath(language, `${pathname}?tradModel=strategybot`));
      return;
    }
    dispatch({ type: 'moon' });
  }, [isKnown, isLoggedIn, language, pathname]);
  return { state, select, back, setMode, openMoon };
}
