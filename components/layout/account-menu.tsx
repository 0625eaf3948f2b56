'use client';

import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { Avatar } from '#components/ui/avatar.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { LateMenu } from '#components/ui/late-menu.tsx';
import { useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { ViewerPlace } from './viewer-place.tsx';

/** Visitors have no notifications: who is not logged in does not load them. */
const bellPart = toldPart('notification-bell', () =>
  import('#components/notifications/bell.tsx').then((part) => part.NotificationBell),
);

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
  const NotificationBell = bellPart.usePart(session?.logged_in === true);
  if (session === undefined) return <ViewerPlace />;
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
  return (
    // Three digits of what is unread reach beyond the bell.
    <div className="flex items-center md:gap-2">
      {NotificationBell === undefined ? <span className="size-11 md:size-9" /> : <NotificationBell />}
      <LateMenu
        name="account"
        load={() => import('./account-list.tsx').then((part) => part.AccountList)}
        button={{
          className: 'flex min-h-11 items-center gap-2 rounded-md px-2 hover:bg-surface-2 md:min-h-9',
          children: (
            <>
              <span className="sr-only">{t('nav.account')}</span>
              <Avatar seed={session.anonymous} />
              <span className="max-w-28 truncate text-sm max-md:hidden">{session.nickname}</span>
            </>
          ),
        }}
        rest={{ nickname: session.nickname, uid: session.uid }}
      />
    </div>
  );
}
