import { z } from 'zod';
import { NOTIFICATION_CODES, NOTIFICATION_KINDS } from './notification-words.ts';
import { needed } from './readings.ts';
import { wholeNumber } from './whole-number.ts';
import { envelope, seconds, strategyType } from './wire.ts';

/** What a trader is told of (ours; capability `notifications`). */

const number = z.number().int().min(0);

export const notificationRow = z.object({
  /** Counted from 1 in each account: the newest has the highest. */
  id: needed(z.number().int().positive()),
  kind: z.enum(NOTIFICATION_KINDS),
  code: z.enum(NOTIFICATION_CODES),
  /** Of the latest thing that it tells. */
  time: seconds,
  is_read: z.boolean(),
  /** The bot that it is about; 0 and '' where it is about several, or none. */
  strategy_id: number,
  strategy_type: z.union([z.literal(''), strategyType]),
  /** What its owner calls the bot; '' = nothing. */
  name: z.string(),
  market: z.string(),
  /** What stands in its sentence. */
  values: z.record(z.string(), z.string()),
});
export type NotificationRow = z.output<typeof notificationRow>;

/** `unread`: how many of those that are kept; `last`: id of the newest, 0 = there was none. */
const count = z.object({ unread: needed(number), last: needed(number) });

export const NOTIFICATION_CALLS = {
  /** The newest first; `before`: those before this id. */
  notifications: {
    query: z.object({
      before: wholeNumber(1).optional(),
      page_size: wholeNumber(1, 100).optional(),
    }),
    reply: envelope(count.extend({ rows: z.array(notificationRow), has_more: z.boolean() })),
  },
  notificationCount: { reply: envelope(count) },
  /** All up to this id have been read. */
  readNotifications: { body: z.object({ to: z.number().int().positive() }), reply: envelope(count) },
} as const;
