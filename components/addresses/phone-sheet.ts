'use client';

import { atom, getDefaultStore } from 'jotai';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';

/** Whether the phone's sheet is open, in which the strategy panel stands. */
export const sheetOpenAtom = atom(false);

const KEY = 'trade_sheet';

/**
 * What is pressed in the panel leads to another page of it: the other market of the form, a kind of the other page, the login and back. Out of the sheet
 * one goes on in it, and does not look at a chart with the form behind a bar.
 */
export function takeSheetAlong(): void {
  if (getDefaultStore().get(sheetOpenAtom)) writeStored('session', KEY, '1');
}

/** Whether somebody came from the sheet; asked once, for it is not so of the next visit. */
export function cameWithSheet(): boolean {
  const came = readStored('session', KEY) === '1';
  if (came) writeStored('session', KEY, null);
  return came;
}
