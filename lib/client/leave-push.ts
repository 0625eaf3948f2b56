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
  try {
    const standing = await pushStanding();
    if (standing.is === 'able' && standing.device !== '') await removeChannel(standing.device);
  } finally {
    // Of one that is lost the note as well: whoever comes next has lost nothing.
    await unsubscribeHere();
  }
}

async function removeChannel(here: string): Promise<void> {
  const { data } = await call('notificationSettings');
  const channel = data?.channels.find(({ device }) => device === here);
  if (channel !== undefined) await call('removeNotificationChannel', { body: { id: channel.id } });
}
