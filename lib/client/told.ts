'use client';

import { useSyncExternalStore } from 'react';

/**
 * One thing that a part of the page tells another, for what loads before its page is alive: whoever shows it is told of each change.
 * Undefined until something was told, and on the server.
 */
export function createTold<T>(): { tell(next: T | undefined): void; useTold(): T | undefined } {
  let told: T | undefined;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    tell(next) {
      if (next === told) return;
      told = next;
      for (const listener of listeners) listener();
    },
    useTold: () =>
      useSyncExternalStore(
        listen,
        () => told,
        () => undefined,
      ),
  };
}
