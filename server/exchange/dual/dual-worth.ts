import { dualOutcome } from '#lib/formulas/dual-outcome.ts';
import type { Dual } from './dual.ts';
import { indexAt } from './dual-markets.ts';
import { baseOf, type DualOrder } from './dual-order.ts';

/** Units of an asset. */
export interface Payout {
  readonly asset: string;
  readonly amount: bigint;
}

/** An order that has not ended, and what it would be settled at now. */
export interface OpenOrder {
  readonly order: DualOrder;
  /** USDT units per coin; null = the market's index is not known. */
  readonly price: bigint | null;
  /** Whether it has expired at that price: what the market does now changes nothing any more. */
  readonly isFixed: boolean;
}

/**
 * What an order would pay if it were settled at a price, without its interest, which is not earned before it is paid. It is the lesser, at that
 * price, of what was put in and what that is exchanged for; at the settlement price interest alone is between it and what is paid.
 */
export function payoutAt(order: DualOrder, price: bigint): Payout {
  const { side, paid } = dualOutcome({ ...order, aprE8: 0n }, price);
  return { asset: side === 'base' ? baseOf(order) : 'USDT', amount: paid };
}

/** What an order that has expired is settled at; null before, and where the feed does not know it. */
export function settlementPrice({ markets, parts, book }: Dual, order: DualOrder, nowMs: number): bigint | null {
  const { market, deliveryMs } = order;
  const found = markets.get(market);
  if (nowMs < deliveryMs || found === undefined) return null;
  return book.priceOf({ key: `${market}|${deliveryMs}` }) ?? indexAt(parts.feed, found, deliveryMs);
}

/** A trader's orders of both types. One that has expired at a price that is still looked for stands at the index of now. */
export function openOrders(dual: Dual, userId: number, nowMs: number): readonly OpenOrder[] {
  const { book, markets, parts } = dual;
  const indexes = new Map<string, bigint | null>();
  const indexOf = (market: string): bigint | null => {
    const known = indexes.get(market);
    if (known !== undefined) return known;
    const found = markets.get(market);
    const index = found === undefined ? null : indexAt(parts.feed, found, nowMs);
    indexes.set(market, index);
    return index;
  };
  return (['call', 'put'] as const).flatMap((type) =>
    book.ofOwner(userId, type).map((order) => {
      const fixed = settlementPrice(dual, order, nowMs);
      return { order, price: fixed ?? indexOf(order.market), isFixed: fixed !== null };
    }),
  );
}
