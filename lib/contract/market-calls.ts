import { z } from 'zod';
import { needed, standIn } from './readings.ts';
import { wholeNumber } from './whole-number.ts';
import { asset, decimal, envelope, figure, market, seconds, signedDecimal, strategyType } from './wire.ts';

/** Markets, prices, candles, books and the rules of trading there. */

const period = z.enum(['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d']);
/** Where a market is traded; absent = spot. */
const marketType = z.enum(['spot', 'futures_usdt', 'futures_btc']).optional();
/** X1: what an answer without a largest grid count means. */
const LEAST_MAX_GRID = 100;
const candle = z.tuple([seconds, decimal, decimal, decimal, decimal, decimal]);

export const MARKET_CALLS = {
  capabilities: { reply: envelope(z.array(z.string())) },
  markets: {
    reply: envelope(
      z.array(
        z.object({
          market,
          base: asset,
          quote: asset,
          price_decimals: needed(z.number().int()),
          amount_decimals: needed(z.number().int()),
          min_base_amount: needed(decimal),
          min_quote_amount: needed(decimal),
          max_grid: standIn(z.number().int(), LEAST_MAX_GRID),
        }),
      ),
    ),
  },
  tickers: {
    query: z.object({ market: market.optional(), type: marketType }),
    reply: envelope(
      z.array(
        z.object({
          market,
          last: figure,
          change_24h: signedDecimal,
          high_24h: figure,
          low_24h: figure,
          base_volume_24h: decimal,
          quote_volume_24h: decimal,
          time: seconds,
        }),
      ),
    ),
  },
  /** Candles [open time s, open, high, low, close, base volume], oldest first, at most 1500. */
  candles: {
    query: z.object({
      market,
      type: marketType,
      period,
      from: wholeNumber(0),
      to: wholeNumber(0),
    }),
    reply: envelope(z.array(candle)),
  },
  candleDay: {
    query: z.object({
      market,
      type: marketType,
      /** mark: the mark price of each minute (contracts only) as a candle with four equal prices. */
      price: z.enum(['last', 'mark']).optional(),
      /** 1: with the traded volume of each minute (last prices only). */
      volumes: z.literal('1').optional(),
      /** 1: the day as it was recorded, of spot markets, not what is shown on that date (capability `recorded_days`); refused where it was not. */
      recorded: z.literal('1').optional(),
      day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    }),
    reply: z.instanceof(Uint8Array),
  },
  depth: {
    query: z.object({ market, type: marketType, limit: wholeNumber(1, 50).optional() }),
    reply: envelope(
      z.object({
        asks: z.array(z.tuple([decimal, decimal])),
        bids: z.array(z.tuple([decimal, decimal])),
        last: figure,
      }),
    ),
  },
  gridBase: {
    query: z.object({ market, settle: z.string().max(8).optional(), strategy_type: strategyType }),
    reply: envelope(z.object({ max_grid: z.number().int().optional() })),
  },
  lastPrice: {
    query: z.object({ symbol: market, type: z.enum(['futures_usdt', 'futures_btc', 'spot']) }),
    reply: z.object({ last_price: z.union([z.literal('--'), decimal]) }),
  },
  spotPrice: {
    query: z.object({ type: z.literal('gate_spot'), pair: market }),
    reply: z.object({ last_price: z.union([z.literal('--'), decimal]) }),
  },
  /** prec_v amount, prec_t total, prec_r price decimals (H35). */
  symbolInfo: {
    query: z.object({ symbol: market }),
    reply: z.union([
      z.object({
        prec_v: needed(z.number().int()),
        prec_t: needed(z.number().int()),
        prec_r: needed(z.number().int()),
        curra_min_order_amount: needed(decimal),
        currb_min_order_amount: needed(decimal),
      }),
      envelope(z.null()),
    ]),
  },
  strategyFee: {
    query: z.object({ market, strategy_type: strategyType }),
    reply: envelope(
      z.object({
        taker_fee: needed(decimal),
        futures_taker_fee: needed(decimal),
        futures_maker_fee: needed(decimal),
        vip_fee_discount: standIn(decimal, '1'),
      }),
    ),
  },
} as const;
