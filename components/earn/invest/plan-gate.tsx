'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { GuestPrompt } from '#components/addresses/guest-prompt.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { isFramed } from '#lib/client/page-around.ts';
import { useSession } from '#lib/client/session.ts';

/** A page of a trader's plans: guests are shown the way in, and back to `path` (E-054). */
export function PlanGate({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const t = useTranslations('invest');
  const { session, error } = useSession();
  if (session === undefined) return <LiveGap error={error} className="h-[70dvh] w-full" />;
  if (session.logged_in) return children;
  // No page but redemption may stand in a frame.
  return <GuestPrompt hint={t('guest')} path={path} leavesFrame={isFramed()} />;
}
