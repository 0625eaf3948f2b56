'use client';

import type { Language } from '../i18n/languages.ts';
import { call } from './call.ts';
import { subscribedHere } from './web-push.ts';

/** A login waits no longer for it. */
const WAIT_MS = 3_000;

/**
 * Whoever has logged in again in a browser that his news is pushed to: its channel hangs on this session from now on, and ends with it,
 * also when that is ended from elsewhere. The session that had subscribed it has run out by then. Never throws: nobody is kept from going on.
 */
export async function keepPush(lang: Language): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([late, keep(lang).catch(() => {})]);
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
