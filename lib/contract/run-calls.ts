import { z } from 'zod';
import { runStrategyBody } from './create-bodies.ts';
import { MARTINGALE_WIRE } from './kinds/martingale.ts';
import { needed, standIn } from './readings.ts';
import { wholeNumber } from './whole-number.ts';
import {
  acknowledged,
  asset,
  byStrategy,
  decimal,
  envelope,
  figure,
  fingerprint,
  fundpass,
  id,
  market,
  maskable,
  maskableDecimal,
  paging,
  refusable,
  seconds,
  signedDecimal,
  strategyType,
  tradeResult,
  withId,
} from './wire.ts';

/** Kinds that are not plain grids: creating, ending, and the rounds of martingales. */

const roundOrder = z.object({
  cycle_index: z.number().int(),
  order_type: z.string(),
  side: z.enum(['buy', 'sell']),
  order_price: decimal,
  match_price: figure,
  qty: decimal,
  match_qty: decimal,
  match_amount: decimal,
  fee: decimal,
  // '' is a word of another exchange: whatever is not "running" is over (M-147).
  status: z.enum(['', 'running', 'finished']),
  finish_as: z.enum(['', 'filled', 'cancelled', 'failed']),
  create_time: seconds,
});

const roundSummary = z.object({
  base_hold_amount: decimal,
  quote_hold_amount: signedDecimal,
  invest_total_amount: decimal,
  average_hold_cost: figure,
  take_profit_price: figure,
  stop_loss_price: figure,
  liq_price: figure,
  margin: figure,
  margin_ratio: figure,
});

export const RUN_STRATEGY_CALLS = {
  runStrategy: { body: runStrategyBody, reply: refusable(z.object({ strategy_id: id })) },
  batchRun: {
    // How many bots one call starts is said in the documented words, not by the shape (C-309).
    body: z.strictObject({ fundpass, bots: z.array(MARTINGALE_WIRE.create).max(100) }),
    reply: refusable(
      z.array(
        z.object({ bot: market, code: needed(z.number().int()), message: z.string(), strategy_id: z.number().int() }),
      ),
    ),
  },
  stopStrategy: {
    path: withId,
    query: z.object({ strategy_type: strategyType.optional() }),
    body: z.strictObject({ fundpass, fingerprint }).optional(),
    reply: acknowledged({ strategy_id: id }),
  },
  cycleOrders: {
    query: byStrategy.extend({
      cycle_index: wholeNumber(-1),
      side: z.enum(['buy', 'sell']).optional(),
      ...paging,
    }),
    reply: envelope(roundSummary.extend({ orders: z.array(roundOrder) })),
  },
  completedRounds: {
    query: byStrategy.extend(paging),
    reply: envelope(
      z.array(
        z.object({
          cycle_index: z.number().int(),
          create_time: seconds,
          finish_time: seconds,
          invest_amount: maskableDecimal,
          profit: maskable,
          result: tradeResult,
          settle: standIn(asset, ''),
        }),
      ),
    ),
  },
  roundDetail: {
    query: byStrategy.extend({ cycle_index: wholeNumber(0), ...paging }),
    reply: envelope(z.object({ orders: z.array(roundOrder) })),
  },
  futuresAccountBook: {
    query: byStrategy.extend({ query_type: z.literal('fund'), ...paging }),
    reply: envelope(
      z.array(z.object({ time: seconds, change: needed(signedDecimal), asset: standIn(asset, ''), type: z.string() })),
    ),
  },
} as const;
