import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { botsViewAtom, listBotsOf, rememberBotsView, restoreBotsView } from '#lib/client/bots-view.ts';
import { isListed } from '#lib/kinds/listed.ts';

/**
 * Kind, tab and sorting are remembered for the browser session (E-029); the address and an open form come before them.
 * Apart from the section, which a phone shows only when it is looked at: what other screens put in place meanwhile stays.
 */
export function BotsMemory() {
  const view = useAtomValue(botsViewAtom);
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current) {
      rememberBotsView(view);
      return;
    }
    isRestored.current = true;
    // E-017: earn products have no form that the address could open, but a list here.
    const asked = new URLSearchParams(window.location.search).get('strategyType') ?? '';
    if (isListed(asked)) listBotsOf(asked);
    restoreBotsView(isListed);
  }, [view]);
  return null;
}
