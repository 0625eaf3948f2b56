'use client';

import type { Language } from '../i18n/languages.ts';
import { call } from './call.ts';
import { onTheWay } from './on-the-way.ts';
import { subscribedHere } from './web-push.ts';

/**
 * Whoever has logged in again in a browser that his news is pushed to: its channel hangs on this session from now on, and ends with it,
 * also when that is ended from elsewhere. The session that had subscribed it has run out by then. Never throws: nobody is kept from going on.
 */
export async function keepPush(lang: Language): Promise<void> {
  await onTheWay(() => keep(lang));
}

async function keep(lang: Language): Promise<void> {
  const here = await subscribedHere();
  if (here === null) return;
  const { device, ...subscribed } = here;
  const { data } = await call('notificationSettings');
  const own = data?.channels.find((channel) => channel.device === device);
  // Another trader's, or of nobody any more: it is subscribed upon a press alone.
  if (own === undefined) return;
  await call('addNotificationChannel', { body: { kind: 'push', ...subscribed, name: own.label, lang } });
}
