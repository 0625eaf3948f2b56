'use client';

import { call } from './call.ts';
import { onTheWay } from './on-the-way.ts';
import { whileLeaving } from './session-loss.ts';
import { pushStanding, unsubscribeHere } from './web-push.ts';

/**
 * Whoever logs out of a browser is told nothing on its screen any more: his channel to it is removed while he may still say so, and the
 * browser forgets its subscription, whatever the exchange answers. Never throws: nobody is kept from leaving.
 */
export async function leavePush(): Promise<void> {
  await onTheWay(() => whileLeaving(leave));
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
