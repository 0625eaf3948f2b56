'use client';

import { mutate } from 'swr';
import { ask } from './prompts.ts';

/**
 * What happens when a session ends while somebody works: whichever call finds it out, one dialog asks to log in again in
 * place, everything that was asked waits, and then goes on. Nothing on the page is lost, nothing is sent twice.
 */

/** The trader of this tab: 0 while none has been seen. */
let traderId = 0;
let reopening: Promise<boolean> | null = null;
/** Logins and logouts of this page so far. */
let turns = 0;

/** A trader is looking, as the door says. */
export function rememberViewer(userId: number): void {
  traderId = userId;
}

/** Somebody has just logged in: the session before is over, and its answers that come now say nothing of this one. */
export function noteLogin(userId: number): void {
  turns += 1;
  rememberViewer(userId);
}

/** Whose page it is, in which of its sessions. */
export interface Standing {
  readonly traderId: number;
  readonly turn: number;
}

/** To be kept by whoever sends something, and compared with when its answer comes. */
export function standing(): Standing {
  return { traderId, turn: turns };
}

/** Who that is; 0 while none has been seen. */
export function viewerId(): number {
  return traderId;
}

/** One who logs out himself is no lost session, and answers of before say nothing of him any more. */
export function forgetViewer(): void {
  turns += 1;
  traderId = 0;
}

/** Whether there was a session in this tab that nobody ended here. */
export function isSessionMissed(): boolean {
  return traderId !== 0;
}

/**
 * Asks to log in again, once for all calls that wait. True: the same trader is back, go on. False: the dialog was closed
 * or somebody else logged in; what was asked by the first one must not go on as the second.
 */
export function reopenSession(): Promise<boolean> {
  reopening ??= reopen().finally(() => {
    reopening = null;
  });
  return reopening;
}

async function reopen(): Promise<boolean> {
  const before = traderId;
  const answer = await ask('login');
  if (answer === null) {
    forgetViewer();
    refreshAll();
    return false;
  }
  const isSame = traderId === before;
  // Calls that wait are repeated by themselves; the rest of the page learns of another trader at once.
  if (!isSame) refreshAll();
  return isSame;
}

/** Everything that was fetched for the trader before is fetched anew, for whoever looks now. */
function refreshAll(): void {
  void mutate(() => true, undefined, { revalidate: true });
}
