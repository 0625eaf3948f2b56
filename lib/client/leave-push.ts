'use client';

import { call } from './call.ts';
import { whileLeaving } from './session-loss.ts';
import { pushStanding, unsubscribeHere } from './web-push.ts';

/** A logout waits no longer for it. */
const WAIT_MS = 3_000;

/**
 * Whoever logs out of a browser is told nothing on its screen any more: his channel to it is removed while he may still say so, and the
 * browser forgets its subscription, whatever the exchange answers. Never throws: nobody is kept from leaving.
 */
export async function leavePush(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([late, whileLeaving(leave).catch(() => {})]);
}

async function leave(): Promise<void> {
  const standing = await pushStanding();
  if (standing.is !== 'able' || standing.device === '') return;
  try {
    const { data } = await call('notificationSettings');
    const here = data?.channels.find(({ device }) => device === standing.device);
    if (here !== undefined) await call('removeNotificationChannel', { body: { id: here.id } });
  } finally {
    await unsubscribeHere();
  }
}
