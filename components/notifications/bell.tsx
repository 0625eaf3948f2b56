'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { toast } from '#lib/client/toasts.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';

const Centre = lateDialog('notification-centre', () => import('./centre.tsx').then((part) => part.NotificationCentre));

/** How often it is asked while no event stream says that there is something new. */
const REFRESH_MS = 30_000;
/** From here on the exact number says nothing more. */
const MOST_SHOWN = 99;

/** Says once that this browser has ended its subscription by itself: nothing else would say so before there is something to push. */
function useLossTold(isOffered: boolean): void {
  const text = useTranslations('common.nav')('pushLost');
  useEffect(() => {
    if (!isOffered) return;
    void import('#lib/client/web-push.ts')
      .then(({ isLossNews }) => isLossNews())
      .then((isNews) => isNews && toast('warning', text))
      .catch(() => {});
  }, [isOffered, text]);
}

/** The way to the notifications, with how many are unread. Nothing where the exchange has none; its place is kept until it has said. */
export function NotificationBell() {
  const t = useTranslations('common.nav');
  const isOffered = useAnnounces('notifications');
  const { data } = useCall('notificationCount', isOffered ? {} : null, { refreshInterval: REFRESH_MS });
  const [isOpen, setIsOpen] = useState(false);
  useLossTold(isOffered);
  const unread = data?.data?.unread ?? 0;
  if (!isOffered) return <span className="size-11 md:size-9" />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? t('notificationsUnread', { count: unread }) : t('notifications')}
        className="relative flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-9"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="bell" size={20} />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1 start-1/2 min-w-4 rounded-full bg-danger px-1 text-center text-2xs leading-4 font-semibold text-surface-1 tabular-nums"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
      {isOpen && <Centre onClose={() => setIsOpen(false)} />}
    </>
  );
}
