import { z } from 'zod';
import { CHANNEL_KINDS, DELIVERY_ERRORS, MOST_CHANNELS, RULE_KINDS } from './notification-words.ts';
import { needed } from './readings.ts';
import { decimal, envelope, refusable, seconds } from './wire.ts';

/** Of which events a trader is told, and by which ways (ours; capability `notifications`). */

const channelId = z.number().int().positive();
const rule = z.object({
  kind: z.enum(RULE_KINDS),
  /** Whether it is listed in the app. */
  app: z.boolean(),
  channels: z.array(channelId).max(MOST_CHANNELS),
});
const channel = z.object({
  id: needed(channelId),
  kind: z.enum(CHANNEL_KINDS),
  /** Where it leads, without what is secret of it. */
  label: z.string(),
  /** E-mail: a code has to be typed in before anything else is sent. */
  is_confirmed: z.boolean(),
  /** Of the last message that arrived; 0 = none has. */
  last_time: seconds,
  /** Why the last one did not; '' = it did. */
  error: z.union([z.literal(''), z.enum(DELIVERY_ERRORS)]),
  /** Messages that were given up. */
  given_up: z.number().int().min(0),
});
export type NotificationChannel = z.output<typeof channel>;

const settings = z.object({
  rules: z.array(rule),
  /** A bot whose mark price is nearer to its liquidation price than this is told of; percent of the mark price. */
  liquidation_percent: decimal,
  /** A contract whose expected funding rate is beyond this, either way, is told of; percent a settlement. */
  funding_percent: decimal,
  channels: z.array(channel),
  /** Ways that this exchange has. */
  offered: z.array(z.enum(CHANNEL_KINDS)),
});
export type NotificationSettings = z.output<typeof settings>;
const byId = z.object({ id: channelId });

export const NOTIFICATION_SETTINGS_CALLS = {
  notificationSettings: { reply: envelope(settings) },
  saveNotificationRules: {
    body: z.object({
      rules: z.array(rule).max(RULE_KINDS.length),
      liquidation_percent: decimal,
      funding_percent: decimal,
    }),
    reply: refusable(settings),
  },
  /** `target`: address of the webhook, chat of Telegram, or e-mail address; `token`: of the trader's own Telegram bot. */
  addNotificationChannel: {
    body: z.object({
      kind: z.enum(CHANNEL_KINDS),
      target: z.string().min(1).max(2_000),
      token: z.string().max(200).optional(),
      /** Language of its messages. */
      lang: z.enum(['en', 'zh']),
    }),
    /** `secret`: what a webhook's messages are signed with, shown this once; '' for other ways. */
    reply: refusable(z.object({ id: channelId, secret: needed(z.string()) })),
  },
  confirmNotificationChannel: { body: byId.extend({ code: z.string().min(1).max(32) }), reply: refusable(byId) },
  removeNotificationChannel: { body: byId, reply: refusable(byId) },
  /** Sends a message now and says what became of it. */
  testNotificationChannel: { body: byId, reply: refusable(byId) },
} as const;
