import { CHANNEL_KINDS, type ChannelKind } from '#lib/contract/notification-words.ts';
import type { NotificationParts } from './notifications.ts';

type OfferParts = Pick<NotificationParts, 'accounts' | 'ways'>;

/** Why an account has no channels, as a refusal's issue; '' = it may have them. Those of an account whose password is published would be everybody's. */
export function notOfferedTo({ accounts }: OfferParts, userId: number): string {
  return accounts.isPublished(userId) ? 'channels-published' : '';
}

/** The ways out that this exchange has, for this account. */
export function offeredBy(parts: OfferParts, userId: number): readonly ChannelKind[] {
  if (notOfferedTo(parts, userId) !== '') return [];
  const { mail, push } = parts.ways;
  const isThere: Readonly<Record<ChannelKind, boolean>> = {
    webhook: true,
    telegram: true,
    email: mail !== null,
    push: push !== null,
  };
  return CHANNEL_KINDS.filter((kind) => isThere[kind]);
}
