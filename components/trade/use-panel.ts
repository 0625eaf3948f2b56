'use client';

import { useLocale } from 'next-intl';
import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { createPath } from '#components/addresses/create-path.ts';
import { MODE_KEY } from '#components/addresses/panel-mode.ts';
import { type Instrument, type InstrumentPage, loginPath, pageOf } from '#components/addresses/paths.ts';
import { takeSheetAlong } from '#components/addresses/phone-sheet.ts';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { useSession } from '#lib/client/session.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import {
  INITIAL_PANEL,
  isBotMode,
  kindOfQuery,
  modeOfQuery,
  nextPanel,
  type PanelEvent,
  type PanelMode,
  type PanelState,
  preselectedMode,
  queryOf,
  typeOfQuery,
} from './panel-state.ts';

/** C-177. */
export const QUERY_TYPE_DELAY_MS = 600;

export interface Panel {
  readonly state: PanelState;
  /** The address asks for bot mode (C-032); `turnOn` makes it do so. */
  readonly isOn: boolean;
  readonly turnOn: () => void;
  readonly select: (kind: RunnableKind) => void;
  readonly openMoon: () => void;
  readonly back: () => void;
  readonly setMode: (mode: PanelMode) => void;
}

/** Writes what the panel shows into the address. `push`: Back leads to what was shown before. */
function writeAddress(state: PanelState, how: 'push' | 'replace'): void {
  const { pathname, search, hash } = window.location;
  const target = `${pathname}${queryOf(search, state)}${hash}`;
  if (how === 'push') window.history.pushState(null, '', target);
  else window.history.replaceState(null, '', target);
}

/** The address with this shown: where a guest comes back to after login, query and hash and all (B8, C-026). */
function pathWith(state: PanelState): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${queryOf(search, state)}${hash}`;
}

/** What the address that the page was opened with asks for, a moment later and once (C-177). */
function usePreselection(
  instrument: Instrument,
  isKnown: boolean,
  isLoggedIn: boolean,
  dispatch: Dispatch<PanelEvent>,
): void {
  const language = useLocale();
  const hasPreselected = useRef(false);
  const { market, type } = instrument;
  const page = pageOf(instrument);
  useEffect(() => {
    const { search, hash } = window.location;
    const kind = typeOfQuery(search);
    if (kind === null || !isKnown || hasPreselected.current) return;
    const asked = modeOfQuery(search);
    const timer = setTimeout(() => {
      hasPreselected.current = true;
      if (isMadeOn(kind, page)) {
        const mode = preselectedMode(readStored('session', MODE_KEY), isLoggedIn, asked);
        dispatch({ type: 'preselect', kind, mode });
        return;
      }
      // A kind of the other page is created there, on the same coin (C-023, C-024); what else the address says goes along.
      const [path = '', query = ''] = createPath(language, kind, market, type).split('?');
      const words = new URLSearchParams(search);
      for (const [name, value] of new URLSearchParams(query)) words.set(name, value);
      window.location.replace(`${path}?${words.toString()}${hash}`);
    }, QUERY_TYPE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isKnown, isLoggedIn, page, language, market, type, dispatch]);
}

/** Back and forward show what the address says. */
function useAddressFollowed(
  page: InstrumentPage,
  isLoggedIn: boolean,
  dispatch: Dispatch<PanelEvent>,
  setIsOn: (isOn: boolean) => void,
): void {
  useEffect(() => {
    const follow = (): void => {
      const { search } = window.location;
      setIsOn(isBotMode(search));
      const kind = kindOfQuery(search, page);
      const mode = preselectedMode(readStored('session', MODE_KEY), isLoggedIn, modeOfQuery(search));
      dispatch({ type: 'address', state: kind === null ? INITIAL_PANEL : { kind, mode } });
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [page, isLoggedIn, dispatch, setIsOn]);
}

/** What a guest was shown while nobody knew yet that he is one: he is led through login as soon as it is known (C-049). */
function useEarlyGuest(state: PanelState, isGuest: boolean, isKnown: boolean): void {
  const language = useLocale();
  const isEarly = useRef(false);
  if (!isKnown) isEarly.current = state.mode !== 'recommend';
  useEffect(() => {
    if (!isKnown || !isEarly.current) return;
    isEarly.current = false;
    if (!isGuest || state.mode === 'recommend') return;
    takeSheetAlong();
    window.location.assign(loginPath(language, pathWith(state)));
  }, [state, isGuest, isKnown, language]);
}

/** The panel's state with its address, its storage, and the login gate of Customize. */
export function usePanel(instrument: Instrument): Panel {
  const [state, dispatch] = useReducer(nextPanel, INITIAL_PANEL);
  const language = useLocale();
  const { session } = useSession();
  const isKnown = session !== undefined;
  const isLoggedIn = session?.logged_in === true;
  const [isOn, setIsOn] = useState(true);
  const page = pageOf(instrument);
  useEffect(() => setIsOn(isBotMode(window.location.search)), []);
  usePreselection(instrument, isKnown, isLoggedIn, dispatch);
  useAddressFollowed(page, isLoggedIn, dispatch, setIsOn);
  useEarlyGuest(state, !isLoggedIn, isKnown);
  const { kind } = state;
  const setMode = useCallback(
    (mode: PanelMode) => {
      if (kind === null) return;
      writeStored('session', MODE_KEY, mode);
      if (mode === 'create' && isKnown && !isLoggedIn) {
        // C-049, C-026: a guest goes through login and comes back to the form.
        takeSheetAlong();
        window.location.assign(loginPath(language, pathWith({ kind, mode })));
        return;
      }
      dispatch({ type: 'mode', mode });
      writeAddress({ kind, mode }, 'replace');
    },
    [isKnown, isLoggedIn, language, kind],
  );
  const select = useCallback((chosen: RunnableKind) => {
    dispatch({ type: 'select', kind: chosen });
    writeAddress({ kind: chosen, mode: 'recommend' }, 'push');
  }, []);
  const back = useCallback(() => {
    dispatch({ type: 'back' });
    // The address no longer says what was shown; its hash and its other words stay (X38).
    writeAddress(INITIAL_PANEL, 'replace');
  }, []);
  const openMoon = useCallback(() => {
    const moon = nextPanel(INITIAL_PANEL, { type: 'moon' });
    if (isKnown && !isLoggedIn) {
      takeSheetAlong();
      window.location.assign(loginPath(language, pathWith(moon)));
      return;
    }
    dispatch({ type: 'moon' });
    writeAddress(moon, 'push');
  }, [isKnown, isLoggedIn, language]);
  const turnOn = useCallback(() => {
    setIsOn(true);
    writeAddress(INITIAL_PANEL, 'replace');
  }, []);
  return { state, isOn, turnOn, select, back, setMode, openMoon };
}
