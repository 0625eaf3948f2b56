'use client';

import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { botsShownAtom } from '#lib/client/bots-view.ts';

/** Runs whenever a list of the bots section is to be looked at: after a creation (C-212) or a backtest's (C-213). */
export function useBotsShown(onShown: () => void): void {
  const times = useAtomValue(botsShownAtom);
  const seen = useRef(times);
  const newest = useRef(onShown);
  useEffect(() => {
    newest.current = onShown;
  });
  useEffect(() => {
    if (times === seen.current) return;
    seen.current = times;
    newest.current();
  }, [times]);
}
