'use client';

import { mutate } from 'swr';
import { writeStored } from './browser-storage.ts';
import { askAround, isFramed } from './page-around.ts';
import { ask } from './prompts.ts';
import { TYPED_KEY, tellTraderLeft, tellTraderSeen } from './trader-leaves.ts';

/**
 * What happens when a session ends while somebody works: whichever call finds it out, one dialog asks to log in again in
 * place, everything that was asked waits, and then goes on. Nothing on the page is lost, nothing is sent twice.
 */

/** The trader of this tab: 0 while none has been seen. */
let traderId = 0;
let reopening: Promise<boolean> | null = null;
/** Sessions that have come and gone while this page stands, as far as it knows. */
let turns = 0;
/** Logouts that are on their way. */
let leaving = 0;

function become(userId: number): void {
  const hasLeft = traderId !== 0 && userId !== traderId;
  traderId = userId;
  tellTraderSeen(userId);
  if (!hasLeft) return;
  // What he typed and left lies there also where no form of this page would take it away.
  writeStored('session', TYPED_KEY, null);
  tellTraderLeft();
}

/** A trader is looking, as the door says. Another one than before has logged in elsewhere in this browser: nothing here is his. */
export function rememberViewer(userId: number): void {
  if (userId === traderId) return;
  const isFirst = traderId === 0;
  become(userId);
  if (isFirst) return;
  turns += 1;
  refreshAll();
}

/** Somebody has just logged in: the session before is over, and its answers that come now say nothing of this one. */
export function noteLogin(userId: number): void {
  turns += 1;
  become(userId);
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
  become(0);
}

/** Whether somebody was logged in while this page stands, and nobody is any more. */
export function isSessionGone(): boolean {
  return traderId === 0 && turns > 0;
}

/** Sends a logout. What is told of the session's end before the logout itself is answered is no news. */
export async function whileLeaving<T>(logout: () => Promise<T>): Promise<T> {
  leaving += 1;
  try {
    return await logout();
  } finally {
    leaving -= 1;
  }
}

/** Whether there was a session in this tab that nobody ends here. */
export function isSessionMissed(): boolean {
  return traderId !== 0 && leaving === 0;
}

/** Asks the door whose session this browser has now; 0: nobody's, or it is not known. */
export type Look = () => Promise<number>;

/**
 * Asks to log in again, once for all calls that wait, unless another tab has done it already. True: the same trader is
 * back, go on. False: the dialog was closed or somebody else logged in; what was asked by the first one must not go on as
 * the second.
 */
export function reopenSession(look: Look): Promise<boolean> {
  reopening ??= reopen(look).finally(() => {
    reopening = null;
  });
  return reopening;
}

async function reopen(look: Look): Promise<boolean> {
  const before = standing();
  const isFound = await isSomebodyHere(look);
  if (!isFound && turns === before.turn && (await askSomewhere(look)) === null) forgetViewer();
  const isSame = traderId === before.traderId;
  // Calls that wait are repeated by themselves; the rest of the page learns of another trader at once.
  if (!isSame) refreshAll();
  return isSame;
}

/** The tabs of a browser share its session: whoever logs in in one of them is logged in here, too. */
async function isSomebodyHere(look: Look): Promise<boolean> {
  const { turn } = standing();
  const seenId = await look();
  if (seenId === 0 || turn !== turns) return false;
  noteLogin(seenId);
  return true;
}

/** Asks, or has the page around ask: null when nobody has come back. */
async function askSomewhere(look: Look): Promise<string | null> {
  if (!isFramed()) return askToLogIn(look);
  const { turn } = standing();
  await askAround();
  return turn !== turns || (await isSomebodyHere(look)) ? '' : null;
}

/** The dialog, which also goes when its trader comes back from another tab where he has logged in. */
async function askToLogIn(look: Look): Promise<string | null> {
  const elsewhere = Promise.withResolvers<string>();
  const lookAgain = async (): Promise<void> => {
    if (await isSomebodyHere(look)) elsewhere.resolve('');
  };
  const onFocus = () => void lookAgain();
  window.addEventListener('focus', onFocus);
  try {
    return await ask('login', elsewhere.promise);
  } finally {
    window.removeEventListener('focus', onFocus);
  }
}

/** Everything that was fetched for the trader before is fetched anew, for whoever looks now. */
function refreshAll(): void {
  void mutate(() => true, undefined, { revalidate: true });
}
