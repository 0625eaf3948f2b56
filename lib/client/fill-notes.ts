'use client';

import { readStored, writeStored } from './browser-storage.ts';

/** Whether fills of own bots are said in short messages, in this browser. */
export type FillNotes = 'on' | 'off';

const KEY = 'fill_notes';

export function currentFillNotes(): FillNotes {
  return readStored('local', KEY) === 'off' ? 'off' : 'on';
}

export function setFillNotes(chosen: FillNotes): void {
  writeStored('local', KEY, chosen);
}
