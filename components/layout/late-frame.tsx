'use client';

import { useTranslations } from 'next-intl';
import { useDeferredValue, useEffect } from 'react';
import { bring } from '#lib/client/bring.ts';
import '#lib/client/first-ear.ts';
import { createTold } from '#lib/client/told.ts';
import { ViewerPlace } from './viewer-place.tsx';

/**
 * The frame of the page (frame.tsx) is loaded when the page is alive: it is a fifth of what a reader's page may weigh, and nothing of
 * it is there before the exchange has said who looks.
 */
type FrameParts = typeof import('./frame.tsx');

/** Tries after which the frame counts as lost (a newer build has another): half a minute. */
const LOST_AFTER = 5;

/** Each page loads what it has not yet: the bundle leaves out of a late file only what is there wherever the file is asked for. */
let load = (): Promise<FrameParts> => import('./frame.tsx');

/** For a page that has most of what the frame is made of: from there the frame is what is missing, and not all of it a second time. */
export function loadFrameBy(own: () => Promise<FrameParts>): void {
  load = own;
}

const frame = createTold<FrameParts | 'lost'>();
let isComing = false;

function bringFrame(): void {
  if (isComing) return;
  isComing = true;
  let failures = 0;
  const ask = (): Promise<FrameParts> =>
    load().catch((error: unknown) => {
      failures += 1;
      // Without a network a page loaded anew would be none.
      if (failures >= LOST_AFTER && navigator.onLine) frame.tell('lost');
      throw error;
    });
  void bring(ask).then(frame.tell);
}

function useFrame(): FrameParts | 'lost' | undefined {
  useEffect(bringFrame, []);
  // Drawn piece by piece, after its script has run: both together would hold up a tap that comes in that moment.
  return useDeferredValue(frame.useTold());
}

export function LateFrame() {
  const there = useFrame();
  if (there === 'lost') return <LostFrame />;
  return there === undefined ? null : <there.Frame />;
}

/** The frame would say what is missing (LiveNotice): where it is what is missing, the way to it is said here. */
function LostFrame() {
  const t = useTranslations('common.state');
  return (
    <p
      role="alert"
      className="fixed inset-x-0 bottom-20 z-[55] mx-auto w-fit rounded-full border bg-surface-3 px-3 text-2xs text-warn shadow-xl md:bottom-4"
    >
      {t('lost')}{' '}
      <button type="button" onClick={() => window.location.reload()} className="min-h-11 underline md:min-h-6">
        {t('reload')}
      </button>
    </p>
  );
}

/** The viewer's corner, with its place kept. */
export function LateAccountMenu() {
  const there = useFrame();
  return there === undefined || there === 'lost' ? <ViewerPlace /> : <there.AccountMenu />;
}
