'use client';

import { useSyncExternalStore } from 'react';
import type { SessionInfo } from './session.ts';

/**
 * Who is looking, for what a page loads first: the frame, which comes late, asks (session.ts) and tells it here. So nobody who only reads has
 * to load what asks, keeps and repeats calls before his page is alive.
 */

let seen: SessionInfo | undefined;
const listeners = new Set<() => void>();

/** Undefined: it is not known (any more). */
export function tellViewer(session: SessionInfo | undefined): void {
  if (session === seen) return;
  seen = session;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined while unknown (until the frame is there and has its answer), then guest or trader. Public HTML never depends on it. */
export function useViewer(): SessionInfo | undefined {
  return useSyncExternalStore(
    listen,
    () => seen,
    () => undefined,
  );
}
