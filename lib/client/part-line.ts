'use client';

import { lineOf, partKey } from './live-lines.ts';
import { fetchLive } from './use-call.ts';

/** Asks for the part of this name as every live call is asked, until it is there; `first` is on its way already. */
export function askUntilThere<T>(name: string, load: () => Promise<T>, first: Promise<T>): Promise<T> {
  const key = partKey(name);
  return new Promise((resolve) => {
    let coming: Promise<T> | null = first;
    const ask = (): void => {
      const part = coming;
      coming = null;
      fetchLive(key, () => part ?? load()).then(
        (there) => {
          end();
          resolve(there);
        },
        // The line asks again.
        () => undefined,
      );
    };
    const end = lineOf(key).watch(0, ask);
    ask();
  });
}
