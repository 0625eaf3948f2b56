/** What notifications are about, and how each is worded: the words of the wire, of rules and of texts (messages/{lang}/notifications.json). */

/** Kinds of event that a rule is set for. */
export const RULE_KINDS = ['fill', 'end', 'stop', 'liquidation', 'funding', 'range'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** `delivery`: a channel that does not work; there is no rule for it, it is told in the app. */
export const NOTIFICATION_KINDS = [...RULE_KINDS, 'delivery'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The sentence of a notification; its values stand in it. */
export const NOTIFICATION_CODES = [
  'fill',
  'fills',
  'fills-of-several',
  'ended',
  'liquidation-near',
  'funding-out',
  'range-left',
  'delivery-failed',
  'test',
] as const;
export type NotificationCode = (typeof NOTIFICATION_CODES)[number];

/** Ways to a trader outside of the app. */
export const CHANNEL_KINDS = ['webhook', 'telegram', 'email'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Why a channel's last message did not arrive. */
export const DELIVERY_ERRORS = ['refused', 'unreachable', 'guard', 'sealed'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Notifications that are kept of an account; the oldest make room. */
export const MOST_NOTIFICATIONS = 500;
export const MOST_CHANNELS = 10;
/** Percent; whole or with two decimals. */
export const LIQUIDATION_PERCENT = { least: '0.5', most: '50' } as const;
export const FUNDING_PERCENT = { least: '0.01', most: '5' } as const;
