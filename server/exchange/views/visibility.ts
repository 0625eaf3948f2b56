import type { BotRecord } from '../bots/bot-record.ts';

/** Who looks: an account id, or null for a guest. Ownership is by account, never by the anonymous id (X42). */
export type ViewerId = number | null;

export function isOwner(record: Pick<BotRecord, 'ownerId'>, viewer: ViewerId): boolean {
  return viewer !== null && record.ownerId === viewer;
}

/** Parameters and statistics show if the bot is AI-made, open, or the viewer made it and copies nobody (C-345, M-277). */
export function showsParams(
  record: Pick<BotRecord, 'ownerId' | 'isAi' | 'isOpenParams' | 'followId'>,
  viewer: ViewerId,
): boolean {
  return record.isAi || record.isOpenParams || (isOwner(record, viewer) && record.followId === 0);
}

/** Trades, open orders and the details of operations are closed to others when the owner says so (C-348). */
export function showsTrades(record: Pick<BotRecord, 'ownerId' | 'isHideOrder'>, viewer: ViewerId): boolean {
  return isOwner(record, viewer) || !record.isHideOrder;
}

/** A hidden strategy exists for its owner only (C-348): others find it neither in a list nor by its id. */
export function isVisible(record: Pick<BotRecord, 'ownerId' | 'isHide'>, viewer: ViewerId): boolean {
  return isOwner(record, viewer) || !record.isHide;
}
