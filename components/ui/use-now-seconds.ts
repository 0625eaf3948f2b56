'use client';

import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Seconds of the clock, every second, once the page lives: the server's HTML knows no "now". */
export function useNowSeconds(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = (): void => setNow(Math.floor(Date.now() / SECOND_MS));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
