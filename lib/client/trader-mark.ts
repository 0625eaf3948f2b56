import { TRADER_KEY } from '../appearance-script.ts';
import { writeStored } from './browser-storage.ts';

/** For pages that begin with the trader's own bots: the next one that is loaded leaves them their place, or leaves it no more. */
export function markTrader(isTrader: boolean): void {
  writeStored('local', TRADER_KEY, isTrader ? '1' : null);
}
