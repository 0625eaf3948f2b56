import { z } from 'zod';
import {
  asset,
  decimal,
  envelope,
  finishReason,
  id,
  optionalDecimal,
  refusable,
  refusalData,
  seconds,
  signedDecimal,
  withId,
} from './wire.ts';

/** The fork of a bot (ours): its life from a moment of its past on, as it was and as it would have been with other values, along the same candles. */

/**
 * What may be asked of a running bot; what is not said stays. `money`: so much more to work with, by a plan (`changeGridParams`). `margin`:
 * so much more behind its contract (`increaseBalance`), of a futures grid with another `leverage` (`updateGrid`); beside these nothing else.
 */
const change = {
  low_price: decimal.optional(),
  high_price: decimal.optional(),
  grid_num: z.string().max(24).optional(),
  stop_profit: optionalDecimal,
  stop_loss: optionalDecimal,
  money: decimal.optional(),
  margin: decimal.optional(),
  leverage: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional(),
};

/** One of the two lives; figures since the moment. */
const side = z.object({
  /** At the end, with what was taken out meanwhile. */
  equity: signedDecimal,
  profit: signedDecimal,
  max_draw_down: decimal,
  fills: z.number().int(),
  fees: signedDecimal,
  /** How it ended on the way; '' and 0: it has not. */
  finish_as: z.union([z.literal(''), finishReason]),
  finish_time: seconds,
  /** What its owner did to the real bot later: made here too, not possible here, left out because the fork has values of its own. */
  later: z.object({ made: z.number().int(), refused: z.number().int(), held: z.number().int() }),
});

const result = z.object({
  outcome: z.enum([
    'compared',
    /** The change was not possible then: `refusal` has the exchange's words. */
    'refused',
    /** The bot began before tapes were kept; its tape was full before the moment; today's engine does not follow it. */
    'no-tape',
    'tape-full',
    'off-tape',
    /** It had not started at the moment, or was over. */
    'not-begun',
    'over',
    /** What it was asked to be at the moment was not kept; the market of then is not kept. */
    'unkept',
    'no-candles',
  ]),
  refusal: refusalData.extend({ code: z.number().int() }).nullable(),
  /** Of a market that is not kept: the first moment from which it is; 0: none, or nobody asked. */
  known_from: seconds,
  comparison: z
    .object({
      /** What amounts are in. */
      asset,
      from: seconds,
      to: seconds,
      /** What the bot was at the moment, of what can be changed; '' where it had none. */
      was: z.record(z.string(), z.string()),
      life: side,
      fork: side,
      /** What the bot really had at the end: its fills came from prices as they were seen, not from candles. Null: not known, its tape was full. */
      real_equity: signedDecimal.nullable(),
      /** Minutes in which one of its markets has no price. */
      unknown_minutes: z.number().int(),
      /** The bot's tape was full at `to`: what happened to it after that is not known. */
      is_tape_full: z.boolean(),
      /** Profit of both since `from`: money that came in later is none. */
      curve: z.array(z.object({ time: seconds, life: signedDecimal, fork: signedDecimal })),
    })
    .nullable(),
  took_ms: z.number().int(),
});

const asked = z.object({ time: seconds, ...change });

const fork = z.object({
  /** none: nobody has asked, or its result is not kept any more. */
  status: z.enum(['none', 'queued', 'running', 'done', 'cancelled', 'failed']),
  /** 0…1 */
  progress: z.number(),
  /** What was asked for, of one that is done. */
  asked: asked.nullable(),
  result: result.nullable(),
});
export type ForkReply = z.infer<typeof fork>;
export type ForkResult = NonNullable<ForkReply['result']>;
export type ForkComparison = NonNullable<ForkResult['comparison']>;
export type ForkSide = ForkComparison['fork'];

export const FORK_CALLS = {
  /** `time`: any moment of the bot's life; its minute's beginning is taken. */
  startFork: {
    path: withId,
    body: z.strictObject({ time: seconds, ...change }),
    reply: refusable(z.object({ strategy_id: id })),
  },
  fork: { path: withId, reply: envelope(fork) },
  cancelFork: { path: withId, reply: refusable(z.object({ strategy_id: id })) },
} as const;
