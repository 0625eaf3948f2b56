import { dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { usdtPrice } from '../bots/bot-equity.ts';
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
  /** USDT units per coin: what it has expired at, else the last price of the coin; null = the market's index is not known. */
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

/**
 * A trader's orders of both types. One that has not expired, or at a price that is still looked for, stands at the price that coins are valued at now
 * and not at the index, which is up to a minute older: coins that it would be by the one and that are worth more by the other would be
 * more than the order can ever be, and a peak of the account that never was.
 */
export function openOrders(dual: Dual, userId: number, nowMs: number): readonly OpenOrder[] {
  const { book, markets, parts } = dual;
  const prices = new Map<string, bigint | null>();
  const priceNow = (name: string): bigint | null => {
    const known = prices.get(name);
    if (known !== undefined) return known;
    const market = markets.get(name);
    const index = market === undefined ? null : indexAt(parts.feed, market, nowMs);
    const price = market === undefined || index === null ? null : usdtPrice(parts.feed, market.spec.base, nowMs);
    prices.set(name, price ?? index);
    return price ?? index;
  };
  return (['call', 'put'] as const).flatMap((type) =>
    book.ofOwner(userId, type).map((order) => {
      const fixed = settlementPrice(dual, order, nowMs);
      return { order, price: fixed ?? priceNow(order.market), isFixed: fixed !== null };
    }),
  );
}
