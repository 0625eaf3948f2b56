'use client';

import { type PrimitiveAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';

/**
 * Runs whenever a counter grows: a list of the bots section is to be looked at after a creation (C-212) or a backtest's (C-213), or the
 * chart after a bot was chosen for it.
 */
export function useWhenever(counter: PrimitiveAtom<number>, run: () => void): void {
  const times = useAtomValue(counter);
  const seen = useRef(times);
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    if (times === seen.current) return;
    seen.current = times;
    newest.current();
  }, [times]);
}
