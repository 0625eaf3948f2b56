import { z } from 'zod';
import { DUAL_LISTS, DUAL_STATUSES, DUAL_TYPES } from './dual-words.ts';
import { needed } from './readings.ts';
import {
  acknowledged,
  asset,
  decimal,
  envelope,
  flag,
  fundpass,
  id,
  market,
  paging,
  refusable,
  seconds,
  signedDecimal,
} from './wire.ts';

/** Sell high and buy low: offers, orders and their ends. Good answers have code 0 (X54). Offers and ordering are ours: an upstream announces them as `dual_offers`. */

const type = z.enum(DUAL_TYPES);
const days = z.number().int().min(1).max(366);
/** '' = not known (yet). */
const figure = z.union([z.literal(''), decimal]);

const order = z.object({
  id,
  instrument_name: z.string(),
  create_timest: seconds,
  /** Ours: until then it is INIT; 0 = not told. */
  start_timest: seconds,
  exercise_currency: asset,
  invest_currency: asset,
  invest_amount: needed(decimal),
  exercise_price: needed(decimal),
  /** '' of another exchange's word that nobody knows: the order and its money are there. */
  status: z.union([z.literal(''), z.enum(DUAL_STATUSES)]),
  /** In `invest_currency`, at the settlement price; '' while there is none (E-067). */
  profit: z.union([z.literal(''), signedDecimal]),
  /** What is paid out in; '' while that is not known. */
  settlement_currency: z.union([z.literal(''), asset]),
  /** Ours: what is paid out. */
  settlement_amount: figure,
  delivery_timest: seconds,
  /** A fraction (E-070). */
  apy_display: needed(decimal),
  /** 0 = not told: an order is more than its term. */
  invest_days: z.number().int().min(0),
  /** USDT; '' while there is none (E-072). */
  settlement_price: figure,
});

export const DUAL_CALLS = {
  dualOrders: {
    query: z.object({ type, status: z.enum(DUAL_LISTS).optional(), ...paging }),
    reply: envelope(z.object({ data: z.array(order), total: needed(z.number().int().min(0)) })),
  },
  cancelDualOrder: { body: z.object({ order_id: id }), reply: acknowledged({ order_id: id }) },
  dualSettings: {
    query: z.object({ market: market.optional() }),
    reply: envelope(
      z.array(
        z.object({
          pair: market,
          type,
          /** In what is put in: the coin (call) or USDT (put). */
          min_amount: needed(decimal),
          max_amount: needed(decimal),
          invest_days: z.array(days),
          enabled: flag,
        }),
      ),
    ),
  },
  /** What is offered at one moment. `quote_time` goes back with an order: the offer holds until `valid_until`. */
  dualOffers: {
    query: z.object({ market, type }),
    reply: envelope(
      z.object({
        pair: market,
        type,
        quote_time: needed(seconds),
        valid_until: seconds,
        /** USDT; '' = not known now, and nothing is offered. */
        index_price: figure,
        /** Realised, of a year, a fraction; '' = the market was not seen for long enough, and nothing is offered. */
        volatility: figure,
        /** Of the option's worth the house keeps this part. */
        house_share: decimal,
        min_amount: needed(decimal),
        max_amount: needed(decimal),
        offers: z.array(
          z.object({
            exercise_price: needed(decimal),
            delivery_timest: needed(seconds),
            invest_days: needed(days),
            apy_display: needed(decimal),
            /** The rate at which an order is worth what is put in, by the same model. */
            fair_apy: needed(decimal),
            /** The most of an order of it now; 0 = the house has set aside all that it can pay, and it is not available; '' = `max_amount` of all. */
            max_amount: figure,
          }),
        ),
        /** When an order of now begins: until then it can be cancelled. */
        start_timest: seconds,
      }),
    ),
  },
  /** An order of an offer as it was shown: with another rate or another expiry it is refused. */
  subscribeDual: {
    body: z.object({
      market,
      type,
      exercise_price: decimal,
      delivery_timest: seconds,
      apy_display: decimal,
      quote_time: seconds,
      amount: decimal,
      fundpass,
    }),
    reply: refusable(order),
  },
} as const;
