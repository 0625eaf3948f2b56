import { z } from 'zod';
import { QUIET_REASONS } from './bot-words.ts';
import { standIn } from './readings.ts';
import { decimal, envelope, market, operationType, paging, seconds, withId } from './wire.ts';

/** Why a bot's orders are there, and why others are not. Ours. */

/** An order, or a line that has none; bots of several markets say where. */
const line = {
  market: standIn(market, ''),
  account: standIn(z.enum(['spot', 'futures']), 'spot'),
  side: z.enum(['buy', 'sell']),
  level: z.number().int(),
  price: decimal,
  /** The engine's word. */
  reason: z.string().max(32),
};

export const WHY_CALLS = {
  /** As it stands now. */
  botWhy: {
    path: withId,
    reply: envelope(
      z.object({
        /** What it waits for; '' once its end has begun. */
        waits_for: z.union([z.literal(''), z.enum(QUIET_REASONS)]),
        /** It has not traded for seven days. */
        is_quiet: z.boolean(),
        /** 0 before the first. */
        last_trade: seconds,
        /** Lines without an order. */
        missing: z.array(z.object(line)),
      }),
    ),
  },
  /** What became of its orders, the newest first. */
  orderReasons: {
    path: withId,
    query: z.object(paging),
    reply: envelope(
      z.array(
        z.object({
          time: seconds,
          ...line,
          kind: z.enum(['placed', 'withheld', 'cancelled']),
          qty: decimal,
          /** What happened at that moment and brought it about, as far as the journal says. */
          cause: z
            .object({
              /** The fill that it answers: which one of the bot's, from 1. */
              fill: z
                .object({
                  number: z.number().int().min(1),
                  side: z.enum(['buy', 'sell']),
                  price: decimal,
                  time: seconds,
                })
                .nullable(),
              /** What its owner, its trailing or its end did. */
              operation: z.union([z.literal(''), operationType]),
              /** Of bots with rounds, from 1; 0 of others. */
              round: z.number().int().min(0),
            })
            .optional(),
        }),
      ),
    ),
  },
} as const;
