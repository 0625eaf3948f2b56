'use client';

import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { bring } from './bring.ts';

/** What stands in the place of a part that nobody sees before it is there (a dialog). Without a placeholder of its own, what is around it would be gone while it loads. */
export function nothingYet(): null {
  return null;
}

/**
 * For `dynamic(() => latePart('name', () => import('…')), { loading })`: a part of the page that is loaded when it is wanted. One that
 * cannot be loaded takes nothing else of the page with it: its placeholder stays, the page says that it is offline or late, and
 * it is asked for again as every live call (part-line.ts). On the server it is there.
 */
export function latePart<T>(name: string, load: () => Promise<T>): Promise<T> {
  if (typeof window === 'undefined') return load();
  // One question for all who want it: a line asks the first of its watchers again, and the others would wait for ever.
  const known = coming.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const part = come(name, load);
  coming.set(name, part);
  return part;
}

/**
 * The same as a component, for what loads before its page is alive, in a `Suspense` with its placeholder: `next/dynamic` weighs more there
 * than this does.
 */
export function lazyPart<P>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await latePart(name, load) }));
}

const coming = new Map<string, Promise<unknown>>();

/** The part, and beside it what watches over it: that comes late itself, and no part waits for it that comes without. */
function come<T>(name: string, load: () => Promise<T>): Promise<T> {
  const first = load();
  const watched = bring(() => import('./part-line.ts')).then(({ askUntilThere }) => askUntilThere(name, load, first));
  return Promise.any([first, watched]);
}
