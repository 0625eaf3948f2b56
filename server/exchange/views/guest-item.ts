import type { RankParts, RecommendedItem } from '#lib/contract/strategy.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { BotViews } from './bot-views.ts';
import type { PublicIndex } from './public-index.ts';
import { rankParts } from './rank-parts.ts';
import type { Ranked } from './ranking.ts';
import { isListed } from './visibility.ts';

/**
 * Public lists are kept in shared caches: they are the same for everybody, so even an owner is shown what a guest may
 * see.
 */
const GUEST = null;

export interface GuestItemParts {
  readonly book: Pick<BotBook, 'get'>;
  readonly views: Pick<BotViews, 'item'>;
  readonly index: Pick<PublicIndex, 'providerScoreOf'>;
}

/** A bot of a ranking as public lists show it. */
export type GuestItem = RecommendedItem & { readonly rank_parts: RankParts };

/** A bot as a guest may see it; null of one that was hidden since it was ranked, or whose row a damaged disk has lost. */
export async function guestItem(
  { book, views, index }: GuestItemParts,
  entry: Ranked,
  nowMs: number,
): Promise<GuestItem | null> {
  const bot = await book.get(entry.bot.record.id);
  if (bot === undefined || !isListed(bot.record)) return null;
  const item = await views.item(bot, GUEST, nowMs);
  // Its owner may have hidden it while its original was read.
  if (!isListed(bot.record)) return null;
  return { ...item, rank_parts: rankParts(bot, entry, index.providerScoreOf(bot)) };
}
