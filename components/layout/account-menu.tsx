'use client';

import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useDisclosure } from '#components/ui/use-disclosure.ts';
import { call } from '#lib/client/call.ts';
import { useForgetPrivateData, useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';

/**
 * The query of login and registration that brings the trader back to this page, its own query included; between the two
 * pages it stays what it is. The page itself checks it again against open redirects.
 */
function returnQuery(pathname: string): string {
  const { search } = window.location;
  if (/\/(login|register)$/.test(pathname)) return search;
  return `?return=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** The viewer's corner. It hydrates from /api/session: the HTML around it is the same for everyone. */
export function AccountMenu() {
  const t = useTranslations('common');
  const language = useLocale();
  const pathname = usePathname();
  const { session } = useSession();
  const forget = useForgetPrivateData();
  const { details } = useDisclosure();
  const [isLeaving, setIsLeaving] = useState(false);
  if (session === undefined) return <Skeleton className="h-9 w-24" />;
  if (!session.logged_in) {
    // Only ever rendered in a browser: on the server nobody is known yet.
    const query = returnQuery(pathname);
    return (
      <div className="flex items-center gap-2">
        <a href={`/${language}/login${query}`} className={buttonClass('ghost')}>
          {t('nav.login')}
        </a>
        <a href={`/${language}/register${query}`} className={`${buttonClass('primary')} max-md:hidden`}>
          {t('nav.register')}
        </a>
      </div>
    );
  }
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    try {
      await call('logout');
      await forget();
    } catch {
      toast('error', t('error.network'));
    } finally {
      setIsLeaving(false);
    }
  };
  return (
    <details {...details} className="relative" name="site-menu">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md px-2 hover:bg-surface-2 md:min-h-9">
        <span className="sr-only">{t('nav.account')}</span>
        <Avatar seed={session.anonymous} />
        <span className="max-w-28 truncate text-sm max-md:hidden">{session.nickname}</span>
      </summary>
      <div className="absolute top-full right-0 z-50 mt-1 w-52 rounded-lg border bg-surface-1 p-2 shadow-2xl">
        <p className="truncate px-2 py-1 text-sm">{session.nickname}</p>
        <p className="px-2 pb-2 text-2xs text-ink-3">UID {session.uid}</p>
        <a href={`/${language}/account`} className={buttonClass('ghost', 'md', true)}>
          {t('nav.security')}
        </a>
        <Button tone="ghost" isWide isBusy={isLeaving} onClick={() => void leave()}>
          {t('nav.logout')}
        </Button>
      </div>
    </details>
  );
}
