'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { loginPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useSession } from '#lib/client/session.ts';
import { isFramed } from './redeem-messages.ts';

/** A page of a trader's plans: guests are shown the way in, and back to `path` (E-054). */
export function PlanGate({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const t = useTranslations();
  const language = useLocale();
  const { session } = useSession();
  if (session === undefined) return <Skeleton className="h-[70dvh] w-full" />;
  if (session.logged_in) return children;
  return (
    <EmptyState
      title={t('common.state.guest')}
      hint={t('invest.guest')}
      action={
        // No page but redemption may stand in a frame.
        <a href={loginPath(language, path)} target={isFramed() ? '_top' : undefined} className={buttonClass('primary')}>
          {t('common.nav.login')}
        </a>
      }
    />
  );
}
