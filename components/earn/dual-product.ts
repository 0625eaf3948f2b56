import type { DualProduct } from '#components/addresses/paths.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';

/** Where a page of offers leads: made on the server, so that no page brings the addresses of all the others. */
export interface DualAddresses {
  /** The way in, and back to these offers. */
  readonly login: string;
  /** The offers of every term. */
  readonly allTerms: string;
}

/** Of which offers a page is. */
export interface DualQuestion {
  readonly product: DualProduct;
  readonly market: string;
  /** The term that is looked at; null: any. */
  readonly days: number | null;
  readonly addresses: DualAddresses;
}

/** Sell high is a call, buy low a put (E-002). */
export function typeOf(product: DualProduct): DualType {
  return product === 'sell-high' ? 'call' : 'put';
}

export function productOf(type: DualType): DualProduct {
  return type === 'call' ? 'sell-high' : 'buy-low';
}

export type Offers = NonNullable<ReplyOf<'dualOffers'>['data']>;
export type Offer = Offers['offers'][number];
export type DualRow = NonNullable<ReplyOf<'dualOrders'>['data']>['data'][number];

/** The coin, and what is put in: the coin itself, or USDT. */
export function assetsOf({ pair, type }: Pick<Offers, 'pair' | 'type'>) {
  const [coin = ''] = pair.split('_');
  return { coin, invested: type === 'call' ? coin : 'USDT', exchanged: type === 'call' ? 'USDT' : coin };
}

/** Whether an offer can be ordered now: the house may have set aside all that it can pay. */
export function isAvailable({ max_amount: most }: Pick<Offer, 'max_amount'>): boolean {
  return most === '' || /[1-9]/.test(most);
}

/** The most that an order of an offer takes. */
export function mostOf(offers: Pick<Offers, 'max_amount'>, offer: Pick<Offer, 'max_amount'>): string {
  return offer.max_amount === '' ? offers.max_amount : offer.max_amount;
}

/** How far the exercise price is from the index price, a fraction of that; null where the index price is not known. */
export function strikeDistance(
  { exercise_price: strike }: Pick<Offer, 'exercise_price'>,
  index: string,
): string | null {
  return Number(index) > 0 ? (Number(strike) / Number(index) - 1).toFixed(6) : null;
}

/** Offers of one term; null: of any. */
export function ofTerm(offers: readonly Offer[], days: number | null): Offer[] {
  return offers.filter(({ invest_days }) => days === null || invest_days === days);
}

/** How an offer is told from the others, whatever its rate is by now. */
export function offerKey({ exercise_price: price, delivery_timest: time }: Offer): string {
  return `${time}-${price}`;
}
