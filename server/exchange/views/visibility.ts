import type { BotBook } from '../bots/bot-book.ts';
import type { BotRecord } from '../bots/bot-record.ts';

/**
 * What is visible to whom (H54): the one place where it is decided. Calls ask for the sight of a bot and show what it
 * grants; nobody else looks at a bot's flags. A test holds the whole table: kind × flags × viewer × call.
 */

/** Who looks: an account id, or null for a guest. Ownership is by account, never by the anonymous id (X42). */
export type ViewerId = number | null;

export interface Sight {
  /** The parameters themselves (C-345, M-277). */
  readonly params: boolean;
  /** Money, profit and holdings in amounts. Rates, counters and times are statistics: everybody sees them (M-278). */
  readonly amounts: boolean;
  /** Leverage and liquidation prices: what the bot can lose at worst. */
  readonly exposure: boolean;
  /** What the bot will do and at which prices: resting orders, withheld ones, stops, values of operations. */
  readonly plans: boolean;
  /** Executed orders: as they were, by UTC day with side and result only, or not at all. */
  readonly trades: 'whole' | 'days' | 'none';
  /** What its owner's account has to do with it: that a limit of the account ended it. Others read that its owner did. */
  readonly account: boolean;
}

type Flags = Pick<BotRecord, 'ownerId' | 'followId' | 'isAi' | 'isOpenParams' | 'isHide' | 'isHideOrder'>;

export function isOwner(record: Pick<BotRecord, 'ownerId'>, viewer: ViewerId): boolean {
  return viewer !== null && record.ownerId === viewer;
}

/**
 * What of a bot is seen by who looks; null when it does not exist for him: a hidden bot is like an unknown one.
 * `hasCopied` tells whether the viewer has ever made a copy of it, and is asked only where it matters.
 */
export function sightOf(record: Flags, viewer: ViewerId, hasCopied: () => boolean): Sight | null {
  const isMine = isOwner(record, viewer);
  const isOpen = record.isAi || record.isOpenParams;
  if (isMine) return isOpen || record.followId === 0 ? OWN : OWN_COPY_OF_CLOSED;
  if (record.isHide && !hasCopied()) return null;
  if (!isOpen) return { ...CLOSED, exposure: hasCopied(), trades: record.isHideOrder ? 'none' : 'days' };
  return record.isHideOrder ? { ...OPEN, plans: false, trades: 'none' } : OPEN;
}

const OPEN: Sight = { params: true, amounts: true, exposure: true, plans: true, trades: 'whole', account: false };
const OWN: Sight = { ...OPEN, account: true };
/** A copier's own bot: his money and his executed orders are his own business, the parameters are the provider's. */
const OWN_COPY_OF_CLOSED: Sight = { ...OWN, params: false, plans: false };
const CLOSED = { params: false, amounts: false, plans: false, account: false } as const;
/** Of a bot that does not exist for the viewer: calls answer 'unknown' before they come to a row. */
export const UNSEEN: Sight = { ...CLOSED, exposure: false, trades: 'none' };

/** The same for a bot of the book, which knows who copied whom. */
export function sightIn(book: Pick<BotBook, 'hasCopied'>, record: BotRecord, viewer: ViewerId): Sight | null {
  return sightOf(record, viewer, () => viewer !== null && book.hasCopied(viewer, record.id));
}

/** Whether a bot counts for its provider: it stood in public lists once, whether it does now or is hidden since (H54, H57). */
export function wasEverListed(record: Pick<BotRecord, 'listedMs'>): boolean {
  return record.listedMs !== null;
}

/** Whether a bot may stand in public lists: its owner shows it. */
export function isListed(record: Pick<BotRecord, 'isHide'>): boolean {
  return !record.isHide;
}

/** Whether everybody has seen a bot all its life long: it was listed from its creation on and never hidden. */
export function isShownSinceBirth({ shownMs, createMs }: Pick<BotRecord, 'shownMs' | 'createMs'>): boolean {
  return shownMs !== null && shownMs <= createMs;
}
