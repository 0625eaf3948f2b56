import { z } from 'zod';
import {
  asset,
  decimal,
  envelope,
  fundpass,
  id,
  liquidationPrices,
  market,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
} from './wire.ts';

/** Contracts, margin, trial funds and the trader's accounts. */
export const CONTRACT_CALLS = {
  futuresContracts: {
    query: z.object({ settle: z.enum(['usdt', 'btc']) }),
    reply: envelope(z.null()).extend({
      futures_contracts_data: z.array(
        z.object({
          name: market,
          mark_price: z.string(),
          index_price: z.string(),
          last_price: z.string(),
          leverage_max: z.number().int(),
          order_size_min: z.number(),
          order_size_max: z.number(),
          quanto_multiplier: decimal,
          price_decimals: z.number().int(),
          /** Smallest order value that the market takes, quote. */
          min_quote_amount: decimal,
          max_grid: z.number().int(),
          maintenance_rate: decimal,
          taker_fee_rate: decimal,
          maker_fee_rate: decimal,
          liquidation_fee_rate: decimal,
          is_inverse: z.boolean(),
          funding_rate: signedDecimal,
          funding_interval: seconds,
          funding_next_apply: seconds,
          risk_tiers: z.array(z.object({ up_to: decimal, maintenance_rate: decimal, leverage_max: z.number().int() })),
        }),
      ),
    }),
  },
  /** Rates settled in [from, to), oldest first, at most 100, the newest. Longs pay when positive. */
  fundingRates: {
    query: z.object({
      market,
      settle: z.enum(['usdt', 'btc']),
      from: z.coerce.number().int().min(0),
      to: z.coerce.number().int().min(0),
    }),
    reply: envelope(z.array(z.tuple([seconds, signedDecimal]))),
  },
  marginPair: {
    query: z.object({ market }),
    reply: envelope(
      z.object({
        max_multiple: z.number().int(),
        hourly_rate: decimal,
        base_borrow_max: decimal,
        quote_borrow_max: decimal,
      }),
    ),
  },
  liquidationPrice: {
    body: z.object({
      strategy_id: id,
      money: decimal,
      leverage: z.string().max(8),
      follow_id: z.number().int().min(0).optional(),
    }),
    reply: envelope(z.null()).extend(liquidationPrices),
  },
  trialBalance: {
    query: z.object({ currency: asset }),
    reply: envelope(
      z.object({
        available_experience: z.array(z.object({ experience_type: z.enum(['follow', 'signal']), available: decimal })),
      }),
    ),
  },
  trialMarkets: { reply: envelope(z.array(z.object({ market, strategy_type: strategyType }))) },
  wallet: {
    reply: envelope(
      z.array(
        z.object({
          account: z.enum(['spot', 'margin', 'futures_usdt', 'futures_btc']),
          asset,
          available: decimal,
          locked: decimal,
        }),
      ),
    ),
  },
  transfer: {
    body: z.object({
      from: z.enum(['spot', 'margin', 'futures_usdt', 'futures_btc']),
      to: z.enum(['spot', 'margin', 'futures_usdt', 'futures_btc']),
      asset,
      amount: decimal,
      fundpass,
    }),
    reply: refusable(z.object({}).loose()),
  },
} as const;
