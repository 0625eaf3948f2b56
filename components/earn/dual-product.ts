import type { DualProduct } from '#components/addresses/paths.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';

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

/** How an offer is told from the others, whatever its rate is by now. */
export function offerKey({ exercise_price: price, delivery_timest: time }: Offer): string {
  return `${time}-${price}`;
}
