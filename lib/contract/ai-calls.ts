import { z } from 'zod';
import { curvePoint } from './strategy.ts';
import { decimal, envelope, flagText, market, seconds, signedDecimal } from './wire.ts';

/** AI parameters and AI backtests. */

/** What a search over the engine found, with both results: on the part it was fitted on, and on the part held out. */
const judged = z.object({
  /** Profit rate over the fitted and over the held-out part of the window, fractions. */
  fitted_rate: signedDecimal,
  held_out_rate: signedDecimal,
  /** Just holding over the held-out part. */
  hold_rate: signedDecimal,
  /** Spread of the held-out result over neighbouring parameters. */
  neighbour_low: signedDecimal,
  neighbour_high: signedDecimal,
  /** A (solid) … D (do not trust), from held-out result and spread. */
  grade: z.enum(['A', 'B', 'C', 'D']),
  cycle: z.number().int(),
  /** Seconds: when it was computed, and the window that it looked at. */
  computed_at: seconds,
  from: seconds,
  split: seconds,
  to: seconds,
});
export type JudgedResult = z.infer<typeof judged>;

/** What every AI recommendation carries (C-120): its window, what the bot would be, and what that gave. */
const recommendation = judged.extend({
  side: z.enum(['buy', 'sell', 'neutral']),
  leverage: z.string(),
  /** Profit rate of the held-out part, and its curve. */
  rate: signedDecimal,
  back_profit: z.array(curvePoint),
  /** Martingales: fraction of the average cost; '' otherwise. */
  take_profit_per_cycle: z.string(),
  /** Martingales: how risky, by the wire's word (C-141 … C-143); '' otherwise. */
  type: z.enum(['', 'stock_up', 'high_risk_arb', 'low_risk_arb']),
});
export type Recommendation = z.infer<typeof recommendation>;

export const AI_CALLS = {
  aiSpotGrid: {
    query: z.object({ symbol: market, cycle: z.enum(['7', '30']).optional() }),
    reply: envelope(
      recommendation.extend({ low_price: decimal, high_price: decimal, grid_num: z.string(), price_type: flagText }),
    ),
  },
  aiFuturesGrid: {
    query: z.object({ market, settle: z.enum(['usdt', 'btc']), cycle: z.enum(['7', '30']).optional() }),
    reply: envelope(
      recommendation.extend({ low_price: decimal, high_price: decimal, grid_num: z.string(), price_type: flagText }),
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
        price_step: decimal,
        frequency: z.number().int(),
        take_profit: decimal,
        multiplier: decimal,
      }),
    ),
  },
  aiTrades: {
    query: z.object({ market, instrument_type: z.string().max(32), cycle: z.enum(['7', '30']) }),
    reply: envelope(
      z.array(z.object({ time: seconds, side: z.enum(['buy', 'sell']), price: decimal, amount: decimal })),
    ),
  },
} as const;
