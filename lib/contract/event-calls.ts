import { z } from 'zod';
import { TOPIC } from './event-carriage.ts';
import { MARKET_CALLS } from './market-calls.ts';
import { finishReason, id, operationType, seconds, signedDecimal, status, step, strategyType } from './wire.ts';

/** The event stream (H59): what changes on the exchange, as soon as its disk has it. */

/** Lists in one event hold at most so many rows; the newest are kept. */
export const MOST_ROWS = 20;
/** Prices that one stream carries: those of what a tab shows. */
const MOST_TOPICS = 8;

const topic = z.string().regex(TOPIC);
const fill = z.object({
  market: z.string(),
  side: z.enum(['buy', 'sell']),
  price: z.string(),
  qty: z.string(),
  amount: z.string(),
  fee: z.string(),
  fee_asset: z.string(),
  profit: z.union([z.literal(''), signedDecimal]),
  time: seconds,
});

/** The first word of a stream. `is_resumed`: nothing was missed since the last id; else what was shown may have changed. */
const hello = z.object({
  type: z.literal('hello'),
  is_resumed: z.boolean(),
  /** Whose events it carries; 0 = a guest's, who has none. */
  user_id: z.number().int().min(0),
  /** Prices that it carries: of those asked for, the ones that there are. */
  topics: z.array(topic),
  /** His running bots, of which the stream tells. */
  bots: z.array(id),
  /** Something is sent at least this often. */
  heartbeat_s: z.number().int().min(1),
});
/** Prices of a topic as the `tickers` call gives them: the newest, whatever was missed. */
const tickers = z.object({
  type: z.literal('tickers'),
  topic,
  rows: MARKET_CALLS.tickers.reply.shape.data.unwrap(),
});
/** An own bot did something, or something was done to it: how it stands now, its fills and operations. */
const bot = z.object({
  type: z.literal('bot'),
  strategy_id: id,
  strategy_type: strategyType,
  status,
  step,
  finish_as: z.union([z.literal(''), finishReason]),
  fills: z.array(fill).max(MOST_ROWS),
  /** All fills, of which those are the newest. */
  fill_count: z.number().int().min(0),
  operations: z.array(z.object({ op_type: operationType, time: seconds })).max(MOST_ROWS),
});
/** Free money of the trader changed: which of his accounts, and which asset. */
const balance = z.object({
  type: z.literal('balance'),
  account: z.string(),
  assets: z.array(z.string()).max(MOST_ROWS),
});
/** There is a new notification, or the trader has read some (maybe in another tab). */
const notification = z.object({ type: z.literal('notification') });
/** The trader's account was looked at for its limits, or how it stands to them has changed: another value, reached, armed again, a bot ended. */
const protection = z.object({ type: z.literal('protection') });
/** An own plan or order of what is earned without a bot has changed: made, bought, cancelled, settled. */
const earn = z.object({ type: z.literal('earn') });
/** Prices and the time moved what own bots, plans and orders that run are; told now and then. */
const figures = z.object({ type: z.literal('figures') });
/** Events were dropped (a slow reader, a restart): whatever is shown may have changed. */
const gap = z.object({ type: z.literal('gap') });
/** The last word: the session is over, or the exchange stops. */
const end = z.object({ type: z.literal('end'), reason: z.enum(['session', 'stopping']) });

export const streamEvent = z.discriminatedUnion('type', [
  hello,
  tickers,
  bot,
  balance,
  notification,
  protection,
  earn,
  figures,
  gap,
  end,
]);
export type StreamEvent = z.output<typeof streamEvent>;

export const EVENT_CALLS = {
  /** `topics`: prices to be told, comma-separated, each `type` (every market of it) or `type:market`. */
  events: {
    query: z.object({
      topics: z
        .string()
        .max(400)
        .refine((text) => text.split(',').length <= MOST_TOPICS && text.split(',').every((one) => TOPIC.test(one)))
        .optional(),
    }),
    reply: streamEvent,
  },
} as const;
