import { CODE } from '#lib/contract/vocabulary.ts';
import { isFinished } from '../bots/bot-record.ts';
import { isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type ExchangeRequest, signedIn } from '../http/handler.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import { type HandlerParts, isRefusal, seenBot } from './bot-parts.ts';

/** Living copies that a bot may have: what one provider does moves so many accounts at most. */
const MAX_COPIES = 1_000;
/** And of these one account: nobody takes the places of all others, and several amounts or leverages are tried side by side. */
const MAX_COPIES_OF_ACCOUNT = 10;

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
  return closedDoor({ book }, followId, signedIn(request).id) ?? seen.bot;
}

/** Why a bot cannot be copied now, by this account or by anybody; asked again in the turn. */
export function closedDoor({ book }: Pick<HandlerParts, 'book'>, followId: number, userId: number): Refusal | null {
  const bot = book.known(followId);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { status, followId: original, isHide } = bot.record;
  if (isArchived(bot) || status === 'finished' || status === 'stopping' || status === 'finishing') {
    return refuse(CODE.conflict, 'follow-ended');
  }
  if (original > 0) return refuse(CODE.conflict, 'follow-copy');
  if (isHide) return refuse(CODE.conflict, 'follow-hidden');
  const living = [...book.copiesOf(followId)].filter(({ record }) => !isFinished(record));
  if (living.length >= MAX_COPIES) return refuse(CODE.conflict, 'follow-full', { max: `${MAX_COPIES}` });
  return living.filter(({ record }) => record.ownerId === userId).length < MAX_COPIES_OF_ACCOUNT
    ? null
    : refuse(CODE.conflict, 'follow-often', { max: `${MAX_COPIES_OF_ACCOUNT}` });
}
