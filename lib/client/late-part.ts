'use client';

import { lineOf, PART_PREFIX } from './live-lines.ts';
import { fetchLive } from './use-call.ts';

/** The line of a part (live-lines.ts). */
export function partKey(name: string): string {
  return `${PART_PREFIX}${name}`;
}

/** What stands in the place of a part that nobody sees before it is there (a dialog). Without a placeholder of its own, what is around it would be gone while it loads. */
export function nothingYet(): null {
  return null;
}

/**
 * For `dynamic(() => latePart('name', () => import('…')), { loading })`: a part of the page that is loaded when it is wanted. One that
 * cannot be loaded takes nothing else of the page with it: its placeholder stays, the page says that it is offline or late, and
 * it is asked for again as every live call. On the server it is there.
 */
export function latePart<T>(name: string, load: () => Promise<T>): Promise<T> {
  if (typeof window === 'undefined') return load();
  // One question for all who want it: a line asks the first of its watchers again, and the others would wait for ever.
  const known = coming.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const part = askUntilThere(partKey(name), load);
  coming.set(name, part);
  return part;
}

const coming = new Map<string, Promise<unknown>>();

function askUntilThere<T>(key: string, load: () => Promise<T>): Promise<T> {
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
