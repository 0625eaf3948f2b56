import { z } from 'zod';
import { judged } from './ai-judged.ts';
import { needed, standIn } from './readings.ts';
import { curvePoint } from './strategy.ts';
import { STRATEGY_TYPES } from './vocabulary.ts';
import { decimal, envelope, finishReason, flagText, market, seconds, signedDecimal, strategyType } from './wire.ts';

/** AI parameters and AI backtests. */

const SIDES = ['buy', 'sell', 'neutral'] as const;

/** What every AI recommendation carries (C-120): its window, what the bot would be, and what that gave. */
const recommendation = judged.extend({
  /** Where there is a choice it is said; on spot there is none, and the documented replies leave it out. */
  side: standIn(z.enum(SIDES), 'buy'),
  leverage: z.string(),
  /** Profit rate over all judged weeks, each with what was found before it, and its curve: their sum so far. */
  rate: signedDecimal,
  back_profit: z.array(curvePoint),
  /** Martingales: fraction of the average cost; '' otherwise. */
  take_profit_per_cycle: z.string(),
  /** Martingales: how risky, by the wire's word (C-141 … C-143); '' otherwise. */
  type: z.enum(['', 'stock_up', 'high_risk_arb', 'low_risk_arb']),
});
export type Recommendation = z.infer<typeof recommendation>;

const instrumentType = z.enum(['spot', 'futures_usdt', 'futures_btc']);

/** A bot with typical parameters on a market, replayed over the last 7, 30 and 90 days before a midnight. Rates are fractions, none is annualised. */
const typicalReplay = z.object({
  strategy_type: strategyType,
  market,
  instrument_type: instrumentType,
  /** End of the days, seconds. */
  to: seconds,
  /** What the form of the kind would be filled in with at the price of that time, by field. */
  params: z.record(z.string(), z.string()),
  /** Fewer where the market is not known for so long. */
  windows: z.array(
    z.object({
      days: z.number().int(),
      rate: signedDecimal,
      hold_rate: signedDecimal,
      max_draw_down: decimal,
      matches: z.number().int(),
      fills: z.number().int(),
      /** Why it would have ended; '' = it would run on. */
      finish_as: z.union([z.literal(''), finishReason]),
    }),
  ),
});
export type TypicalRow = z.infer<typeof typicalReplay>;

export const AI_CALLS = {
  /** Ours: of a kind, of a market, of both or of all; what has not been worked out is absent. */
  typicalReplays: {
    query: z.object({ strategy_type: strategyType.optional(), market: market.optional() }),
    reply: envelope(z.array(typicalReplay)),
  },
  aiSpotGrid: {
    query: z.object({ symbol: market, cycle: z.enum(['7', '30']).optional() }),
    reply: envelope(
      recommendation.extend({ low_price: decimal, high_price: decimal, grid_num: z.string(), price_type: flagText }),
    ),
  },
  aiFuturesGrid: {
    query: z.object({ market, settle: z.enum(['usdt', 'btc']), cycle: z.enum(['7', '30']).optional() }),
    reply: envelope(
      recommendation.extend({
        side: z.enum(SIDES),
        low_price: decimal,
        high_price: decimal,
        grid_num: z.string(),
        price_type: flagText,
      }),
    ),
  },
  aiInfiniteGrid: {
    query: z.object({ market, cycle: z.enum(['7', '30']).optional() }),
    reply: envelope(recommendation.extend({ low_price: decimal, high_price: decimal })),
  },
  gridBacktestProfit: {
    query: z.object({
      strategy_type: z.enum(['spot', 'infinite_grid', 'futures_grid']),
      market,
      cycle: z.enum(['7', '30']),
    }),
    reply: envelope(recommendation),
  },
  martingaleBacktestProfit: {
    query: z.object({
      market,
      strategy_type: z.literal('grid_martingale'),
      sub_type: z.enum(['stock_up', 'high_risk_arb', 'low_risk_arb']),
      cycle: z.enum(['7', '30']),
    }),
    reply: envelope(
      recommendation.extend({
        price_step: needed(decimal),
        frequency: needed(z.number().int()),
        take_profit: needed(decimal),
        multiplier: needed(decimal),
      }),
    ),
  },
  aiParams: {
    path: z.object({ type: z.enum(STRATEGY_TYPES) }),
    query: z.object({
      market,
      instrument_type: instrumentType,
      cycle: z.enum(['7', '30']),
      /** Kinds that are searched in variants (martingales: the transaction type): which. */
      variant: z.string().max(64).optional(),
    }),
    /** What the form of the kind is filled in with, by field. */
    reply: envelope(recommendation.extend({ params: z.record(z.string(), z.string()) })),
  },
  aiTrades: {
    query: z.object({ market, instrument_type: z.string().max(32), cycle: z.enum(['7', '30']) }),
    reply: envelope(
      z.array(z.object({ time: seconds, side: z.enum(['buy', 'sell']), price: decimal, amount: decimal })),
    ),
  },
} as const;
