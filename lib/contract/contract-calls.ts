import { z } from 'zod';
import { needed, standIn } from './readings.ts';
import { wholeNumber } from './whole-number.ts';
import {
  asset,
  decimal,
  envelope,
  figure,
  fundpass,
  id,
  liquidationPrices,
  market,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
} from './wire.ts';

/** X1: what an answer without a largest grid count means. */
const LEAST_MAX_GRID = 100;
/** Eight hours. */
const FUNDING_INTERVAL_S = 28_800;
/** Margin pair info (§4): what an answer without a multiple means. */
const MARGIN_MULTIPLE = 10;
/** The decimals are those of the mark price then (lib/client/market-rows.ts). */
const UNKNOWN_DECIMALS = -1;

/** Contracts, margin, trial funds and the trader's accounts. */
export const CONTRACT_CALLS = {
  futuresContracts: {
    query: z.object({ settle: z.enum(['usdt', 'btc']) }),
    reply: envelope(z.null()).extend({
      futures_contracts_data: z.array(
        z.object({
          name: market,
          mark_price: needed(figure),
          index_price: figure,
          last_price: figure,
          leverage_max: needed(z.number().int()),
          order_size_min: needed(z.number()),
          order_size_max: needed(z.number()),
          quanto_multiplier: needed(decimal),
          // The documented call ends here (C-146, M-325): an exchange that gives no more is read with these.
          price_decimals: standIn(z.number().int(), UNKNOWN_DECIMALS),
          /** Smallest order value that the market takes, quote. */
          min_quote_amount: standIn(decimal, '0'),
          max_grid: standIn(z.number().int(), LEAST_MAX_GRID),
          maintenance_rate: standIn(decimal, '0.005'),
          taker_fee_rate: standIn(decimal, '0.0005'),
          maker_fee_rate: standIn(decimal, '0.0002'),
          liquidation_fee_rate: standIn(decimal, '0'),
          is_inverse: z.boolean(),
          funding_rate: signedDecimal,
          funding_interval: standIn(seconds, FUNDING_INTERVAL_S),
          funding_next_apply: seconds,
          risk_tiers: z.array(
            z.object({
              up_to: needed(decimal),
              maintenance_rate: needed(decimal),
              leverage_max: needed(z.number().int()),
            }),
          ),
        }),
      ),
    }),
  },
  /** Rates settled in [from, to), oldest first, at most 100, the newest. Longs pay when positive. */
  fundingRates: {
    query: z.object({
      market,
      settle: z.enum(['usdt', 'btc']),
      from: wholeNumber(0),
      to: wholeNumber(0),
    }),
    reply: envelope(z.array(z.tuple([seconds, signedDecimal]))),
  },
  marginPair: {
    query: z.object({ market }),
    reply: envelope(
      z.object({
        max_multiple: standIn(z.number().int(), MARGIN_MULTIPLE),
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
      /** Absent: the bot's own (E-299). */
      leverage: z.string().max(8).optional(),
      follow_id: z.number().int().min(0).optional(),
    }),
    reply: envelope(z.null()).extend(liquidationPrices),
  },
  trialBalance: {
    query: z.object({ currency: asset }),
    reply: envelope(
      z.object({
        available_experience: z.array(
          z.object({ experience_type: z.enum(['follow', 'signal']), available: needed(decimal) }),
        ),
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
          available: needed(decimal),
          locked: standIn(decimal, '0'),
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
