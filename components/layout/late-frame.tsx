'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { bring } from '#lib/client/bring.ts';
import { ViewerPlace } from './viewer-place.tsx';

/**
 * The frame of the page (frame.tsx) is loaded when the page is alive: it is a fifth of what a reader's page may weigh, and nothing of
 * it is there before the exchange has said who looks.
 */
type FrameParts = typeof import('./frame.tsx');

let parts: FrameParts | undefined;
let isComing = false;
const listeners = new Set<() => void>();

function bringFrame(): void {
  if (isComing) return;
  isComing = true;
  void bring(() => import('./frame.tsx')).then((loaded) => {
    parts = loaded;
    for (const listener of listeners) listener();
  });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useFrame(): FrameParts | undefined {
  useEffect(bringFrame, []);
  return useSyncExternalStore(
    listen,
    () => parts,
    () => undefined,
  );
}

export function LateFrame() {
  const there = useFrame();
  return there === undefined ? null : <there.Frame />;
}

/** The viewer's corner, with its place kept. */
export function LateAccountMenu() {
  const there = useFrame();
  return there === undefined ? <ViewerPlace /> : <there.AccountMenu />;
}
