import { sharedHiddenBots } from '../pages/hidden-bots.ts';
import { createKeptReadings, type KeptReadings } from './kept-readings.ts';

/** Characters of all kept replies. */
const LARGEST_SIZE = 24 * 1024 * 1024;

declare global {
  var strategybotReadings: KeptReadings | undefined;
}

/** The one memory of public readings in this process: Next loads its files once for each of its bundles. */
export function sharedReadings(): KeptReadings {
  globalThis.strategybotReadings ??= createKeptReadings(Date.now, LARGEST_SIZE, sharedHiddenBots());
  return globalThis.strategybotReadings;
}
