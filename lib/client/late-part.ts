'use client';

import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

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

type Watch = <T>(name: string, load: () => Promise<T>, first: Promise<T>) => Promise<T>;

let begin: (watch: Watch) => void = () => undefined;
const watching = new Promise<Watch>((resolve) => {
  begin = resolve;
});

/**
 * What watches over late parts (part-line.ts) comes with the frame (frame.tsx), in the same file: alone it could be what a newer build no longer
 * has, and then nobody would ask again for what is missing, or say so.
 */
export function watchLateParts(watch: Watch): void {
  begin(watch);
}

/** The part, and beside it what watches over it: no part waits for that which comes without. */
function come<T>(name: string, load: () => Promise<T>): Promise<T> {
  const first = load();
  return Promise.any([first, watching.then((watch) => watch(name, load, first))]);
}
