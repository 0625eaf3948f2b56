'use client';

import { lineOf } from './live-lines.ts';
import { fetchLive } from './use-call.ts';

/** The line of a part (live-lines.ts). */
export function partKey(name: string): string {
  return `part ${name}`;
}

/**
 * For `dynamic(() => latePart('name', () => import('…')))`: a part of the page that is loaded when it is wanted. One that
 * cannot be loaded takes nothing else of the page with it: its placeholder stays, the page says that it is offline or late, and
 * it is asked for again as every live call. On the server it is there.
 */
export function latePart<T>(name: string, load: () => Promise<T>): Promise<T> {
  if (typeof window === 'undefined') return load();
  const key = partKey(name);
  return new Promise((resolve) => {
    const ask = (): void => {
      fetchLive(key, load).then(
        (part) => {
          end();
          resolve(part);
        },
        // The line asks again.
        () => undefined,
      );
    };
    const end = lineOf(key).watch(0, ask);
    ask();
  });
}
