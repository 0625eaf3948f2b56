import type { ReplyOf } from '#lib/contract/contract.ts';
import type { DualStatus } from '#lib/contract/dual-words.ts';
import { dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { HOUSE_SHARE } from '#lib/formulas/dual-price.ts';
import { QUOTE_HOLDS_MS } from '#lib/formulas/dual-terms.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { DualOffer, DualQuote } from './dual-offers.ts';
import { assetOf, baseOf, type DualEnd, type DualOrder, statusAt } from './dual-order.ts';

type DualRow = NonNullable<ReplyOf<'dualOrders'>['data']>['data'][number];
type OffersData = NonNullable<ReplyOf<'dualOffers'>['data']>;

/** An order that has not ended. `price`: what it will be settled at, where that is known already (E-067: it is told while it is being settled). */
export function openRow(order: DualOrder, nowMs: number, price: bigint | null): DualRow {
  const status = statusAt(order, nowMs);
  if (status !== 'SETTLEMENT_PROCESSING' || price === null) return row(order, status, null);
  const { side, paid, profit } = dualOutcome(order, price);
  return row(order, status, { price, asset: side === 'base' ? baseOf(order) : 'USDT', paid, profit });
}

export function endedRow(order: DualOrder, { status, settled }: DualEnd): DualRow {
  return row(order, status, settled);
}

function row(order: DualOrder, status: DualStatus, settled: DualEnd['settled']): DualRow {
  const { id, type, market, strike, deliveryMs } = order;
  const day = new Date(deliveryMs).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    id,
    instrument_name: `${market}-${day}-${formatAmount(strike)}-${type === 'call' ? 'C' : 'P'}`,
    create_timest: toSeconds(order.createMs),
    start_timest: toSeconds(order.startMs),
    exercise_currency: type === 'call' ? 'USDT' : baseOf(order),
    invest_currency: assetOf(order),
    invest_amount: formatAmount(order.invested),
    exercise_price: formatAmount(strike),
    status,
    profit: settled === null ? '' : formatAmount(settled.profit),
    settlement_currency: settled?.asset ?? '',
    settlement_amount: settled === null ? '' : formatAmount(settled.paid),
    delivery_timest: toSeconds(deliveryMs),
    apy_display: formatAmount(order.aprE8),
    invest_days: order.days,
    settlement_price: settled === null ? '' : formatAmount(settled.price),
  };
}

/** `mostOf`: how much of an offer may be ordered now (dual-room.ts). */
export function offersView(
  pair: string,
  type: OffersData['type'],
  quote: DualQuote,
  mostOf: (offer: DualOffer) => bigint,
): OffersData {
  const { quoteMs, startMs, index, volatility, bounds, offers } = quote;
  return {
    pair,
    type,
    quote_time: toSeconds(quoteMs),
    valid_until: toSeconds(quoteMs + QUOTE_HOLDS_MS),
    index_price: index === null ? '' : formatAmount(index),
    volatility: volatility === null ? '' : volatility.toFixed(6),
    house_share: `${HOUSE_SHARE}`,
    min_amount: formatAmount(bounds.least),
    max_amount: formatAmount(bounds.most),
    offers: offers.map((offer) => {
      const { strike, deliveryMs, days, aprE8, fairE8 } = offer;
      return {
        exercise_price: formatAmount(strike),
        delivery_timest: toSeconds(deliveryMs),
        invest_days: days,
        apy_display: formatAmount(aprE8),
        fair_apy: formatAmount(fairE8),
        max_amount: formatAmount(mostOf(offer)),
      };
    }),
    start_timest: toSeconds(startMs),
  };
}
