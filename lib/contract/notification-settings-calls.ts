import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
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
  /** Push: which browser it leads to, 32 digits of the SHA-256 of its subscription's address; '' for other ways. */
  device: z.string(),
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
  /** Ways that this exchange has for the account. */
  offered: z.array(z.enum(CHANNEL_KINDS)),
  /** Why it has none for this account, as a refusal's issue; '' = it has. */
  not_offered: z.string(),
  /** What a browser subscribes to (VAPID, P-256, base64url); '' = nothing is pushed. */
  push_key: z.string(),
});
export type NotificationSettings = z.output<typeof settings>;
const byId = z.object({ id: channelId });

export const NOTIFICATION_SETTINGS_CALLS = {
  notificationSettings: { reply: envelope(settings) },
  /** What is not sent stays: nothing that was saved elsewhere meanwhile is undone by somebody who has not changed it. */
  saveNotificationRules: {
    body: z.object({
      rules: z.array(rule).max(RULE_KINDS.length),
      liquidation_percent: decimal.optional(),
      funding_percent: decimal.optional(),
    }),
    reply: refusable(settings),
  },
  /**
   * `target`: address of the webhook, chat of Telegram, e-mail address, or of a browser's subscription; `token`: of the trader's own
   * Telegram bot; `keys` and `name`: of the subscription, and what its browser is called. A browser that is subscribed already keeps its
   * channel, and belongs to the account that subscribed it last.
   */
  addNotificationChannel: {
    body: z.object({
      kind: z.enum(CHANNEL_KINDS),
      target: z.string().min(1).max(2_000),
      token: z.string().max(200).optional(),
      keys: z.object({ p256dh: z.string().max(120), auth: z.string().max(60) }).optional(),
      name: z.string().max(60).optional(),
      /** Language of its messages. */
      lang: z.enum(LANGUAGES),
    }),
    /** `secret`: what a webhook's messages are signed with, shown this once; '' for other ways. */
    reply: refusable(z.object({ id: channelId, secret: needed(z.string()) })),
  },
  confirmNotificationChannel: { body: byId.extend({ code: z.string().min(1).max(32) }), reply: refusable(byId) },
  removeNotificationChannel: { body: byId, reply: refusable(byId) },
  /** Sends a message now and says what became of it. */
  testNotificationChannel: { body: byId, reply: refusable(byId) },
} as const;
