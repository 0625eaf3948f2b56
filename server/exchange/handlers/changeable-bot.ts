import { CODE } from '#lib/contract/vocabulary.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { ExchangeRequest, UpstreamEndpointName } from '../http/handler.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import { type HandlerParts, isRefusal, ownSeenBot } from './bot-parts.ts';

/**
 * The owner's bot. A copy of a bot whose parameters are closed stays as it is: what a change leaves as it was – the range, when
 * only a stop is asked for – would be told by what is refused (H54).
 */
export async function changeableBot(
  { book }: Pick<HandlerParts, 'book'>,
  request: Pick<ExchangeRequest<UpstreamEndpointName>, 'user'>,
  id: string | number,
): Promise<LiveBot | Refusal> {
  const seen = await ownSeenBot(book, request, id);
  if (isRefusal(seen)) return seen;
  return seen.sight.params ? seen.bot : refuse(CODE.conflict, 'bot-not-changeable');
}
