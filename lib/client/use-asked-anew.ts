'use client';

import { useEffect, useRef } from 'react';

/** Has a list that is on asked anew whenever the token is another than before. What is shown first is asked for by itself, once. */
export function useAskedAnew(token: number, isOn: boolean, ask: () => unknown): void {
  const asked = useRef(token);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is the signal, asking is the same whoever does it
  useEffect(() => {
    if (!isOn || asked.current === token) return;
    asked.current = token;
    void ask();
  }, [token, isOn]);
}
