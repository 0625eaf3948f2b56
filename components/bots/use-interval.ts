'use client';

import { useEffect, useRef } from 'react';

/** Calls `onTick` every `ms` while mounted; null stops it. The newest callback is the one called. */
export function useInterval(onTick: () => void, ms: number | null): void {
  const newest = useRef(onTick);
  useEffect(() => {
    newest.current = onTick;
  });
  useEffect(() => {
    if (ms === null) return;
    const timer = setInterval(() => newest.current(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
