import { type DualType, dualMostFor } from '#lib/formulas/dual-outcome.ts';
import { type AmountBounds, wholeAmount } from '#lib/formulas/dual-terms.ts';
import { DUAL_HOUSE } from '../ledger/account-names.ts';
import type { Dual } from './dual.ts';
import type { DualOffer } from './dual-offers.ts';

/** What the house takes now: it sets aside with every order what that can cost it. */

/** Open orders of all accounts. */
const MOST_OPEN_OF_ALL = 200_000;

type House = Pick<Dual, 'book' | 'parts'>;

export function isHouseFull({ book }: Pick<Dual, 'book'>): boolean {
  return book.size >= MOST_OPEN_OF_ALL;
}

/** The most that may be put into an order of an offer now, in two digits where the house cannot take all that its bounds allow; 0n = not even the least. */
export function roomOf(house: House, type: DualType, { least, most }: AmountBounds, offer: DualOffer): bigint {
  if (isHouseFull(house)) return 0n;
  const free = house.parts.ledger.balance(DUAL_HOUSE, 'USDT');
  const room = dualMostFor({ ...offer, type }, free);
  if (room >= most) return most;
  const whole = wholeAmount(room);
  return whole < least ? 0n : whole;
}
