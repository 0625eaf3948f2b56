import type { Place, PlaceRefusal } from './exchange-kind.ts';

/** The contract of a market that settles in an asset (`usdt`, `btc`). `field`: where the payload says so. */
export function placeOfContract(market: string, settle: string, field: string): Place | PlaceRefusal {
  const type = `futures_${settle.toLowerCase()}`;
  if (type !== 'futures_usdt' && type !== 'futures_btc') return { field, issue: 'instrument-unknown' };
  return { market, type };
}
