'use client';

import { useEffect } from 'react';
import { useSession } from '#lib/client/session.ts';
import { tellViewer } from '#lib/client/viewer.ts';

/** Tells what the page loaded first who is looking (lib/client/viewer.ts). */
export function ViewerTeller() {
  const { session } = useSession();
  useEffect(() => tellViewer(session), [session]);
  // Whoever comes after it is asked for anew.
  useEffect(() => () => tellViewer(undefined), []);
  return null;
}
