/** What notifications are about, and how each is worded: the words of the wire, of rules and of texts (messages/{lang}/notifications.json). */

/** Kinds of event that a trader can be told of; a rule is set for each. */
export const NOTIFICATION_KINDS = ['fill', 'end', 'stop', 'liquidation'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The sentence of a notification; its values stand in it. */
export const NOTIFICATION_CODES = ['fill', 'fills', 'fills-of-several', 'ended'] as const;
export type NotificationCode = (typeof NOTIFICATION_CODES)[number];

/** Notifications that are kept of an account; the oldest make room. */
export const MOST_NOTIFICATIONS = 500;
