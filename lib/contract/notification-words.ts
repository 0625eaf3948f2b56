/** What notifications are about, and how each is worded: the words of the wire, of rules and of texts (messages/{lang}/notifications.json). */

/** Kinds of event that a rule is set for. */
export const RULE_KINDS = [
  'fill',
  'end',
  'stop',
  'liquidation',
  'funding',
  'range',
  'protection',
  'dual',
  'plan',
  'copy',
] as const;
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
  'drawdown-warn',
  'drawdown-stop-creating',
  'drawdown-stop-all',
  'exposure-warn',
  'exposure-stop-creating',
  'exposure-stop-all',
  'dual-settled',
  'dual-failed',
  'plan-failed',
  'plans-failed',
  'copied',
  'share-received',
  'original-ended',
  'delivery-failed',
  'channel-gone',
  'test',
] as const;
export type NotificationCode = (typeof NOTIFICATION_CODES)[number];

interface Told {
  readonly kind: NotificationKind;
  readonly code: NotificationCode;
}

/** What has not happened yet, or stops nothing: it waits for what has. */
const WARNINGS: ReadonlySet<NotificationCode> = new Set(['liquidation-near', 'drawdown-warn', 'exposure-warn']);
const RANK_OF_WARNINGS = 1;
const RANKS: Readonly<Record<NotificationKind, number>> = {
  liquidation: 0,
  protection: 0,
  stop: 2,
  end: 2,
  dual: 2,
  plan: 2,
  delivery: 3,
  copy: 3,
  funding: 3,
  range: 3,
  fill: 4,
};
export const LAST_PRECEDENCE = Math.max(...Object.values(RANKS));

/**
 * Which gives way when more wait than there is room for, and which is brought out first: the lower the more it matters. What was lost
 * or ended cannot be made good by looking later, a fill stands in the lists anyway.
 */
export function precedenceOf({ kind, code }: Told): number {
  return WARNINGS.has(code) ? RANK_OF_WARNINGS : RANKS[kind];
}

/** Messages of an account's hour that are kept for what matters most, and for warnings of it: of each kind its own, so that none takes another's. */
export interface Reserve {
  readonly of: string;
  readonly isWarning: boolean;
}

export function reserveOf(told: Told): Reserve | null {
  const rank = precedenceOf(told);
  return rank > RANK_OF_WARNINGS ? null : { of: told.kind, isWarning: rank === RANK_OF_WARNINGS };
}

/** Ways to a trader outside of the app. */
export const CHANNEL_KINDS = ['webhook', 'telegram', 'email', 'push'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Why a channel's last message did not arrive; `gone`: there is nobody any more, and the channel is removed. */
export const DELIVERY_ERRORS = ['refused', 'unreachable', 'guard', 'sealed', 'gone'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Notifications that are kept of an account; the oldest make room. */
export const MOST_NOTIFICATIONS = 500;
export const MOST_CHANNELS = 10;
/** Percent; whole or with two decimals. */
export const LIQUIDATION_PERCENT = { least: '0.5', most: '50' } as const;
export const FUNDING_PERCENT = { least: '0.01', most: '5' } as const;
