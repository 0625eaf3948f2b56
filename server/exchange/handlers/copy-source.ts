import { CODE } from '#lib/contract/vocabulary.ts';
import { isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type ExchangeRequest, signedIn } from '../http/handler.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import { type HandlerParts, isRefusal, seenBot } from './bot-parts.ts';

/** Living copies that a bot may have: what one provider does moves so many accounts at most. */
const MAX_COPIES = 1_000;

export type AskedFollow = Pick<ExchangeRequest<'followGrid' | 'followStrategy'>, 'user' | 'nowMs'>;

/** Why a bot cannot be copied by who asks; else the bot. */
export async function sourceOf(
  { book }: HandlerParts,
  request: AskedFollow,
  followId: number,
): Promise<LiveBot | Refusal> {
  const seen = await seenBot(book, request, followId);
  if (isRefusal(seen)) return seen;
  const { record } = seen.bot;
  if (record.ownerId === signedIn(request).id) return refuse(CODE.conflict, 'follow-own');
  return closedDoor({ book }, followId) ?? seen.bot;
}

/** Why nobody can copy a bot now; asked again in the turn. */
export function closedDoor({ book }: Pick<HandlerParts, 'book'>, followId: number): Refusal | null {
  const bot = book.known(followId);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { status, followId: original, isHide } = bot.record;
  if (isArchived(bot) || status === 'finished' || status === 'stopping' || status === 'finishing') {
    return refuse(CODE.conflict, 'follow-ended');
  }
  if (original > 0) return refuse(CODE.conflict, 'follow-copy');
  if (isHide) return refuse(CODE.conflict, 'follow-hidden');
  return book.followersOf(followId) < MAX_COPIES
    ? null
    : refuse(CODE.conflict, 'follow-full', { max: `${MAX_COPIES}` });
}
