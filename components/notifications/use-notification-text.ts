'use client';

import { useLocale, useTranslations } from 'next-intl';
import { textAt } from '#lib/client/keyed-texts.ts';
import { type NotificationText, notificationText, type ToldNotification } from '#lib/contract/notification-text.ts';

/** A notification in the page's language. */
export function useNotificationText(): (row: ToldNotification) => NotificationText {
  const own = useTranslations('notifications');
  const bots = useTranslations('bots');
  const plans = useTranslations('invest');
  const locale = useLocale();
  return (row) =>
    notificationText(row, {
      own: (key, values) => textAt(own, key, values),
      bots: (key, values) => textAt(bots, key, values),
      plans: (key, values) => textAt(plans, key, values),
      locale,
    });
}
