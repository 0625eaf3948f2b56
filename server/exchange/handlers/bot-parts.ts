import { CODE } from '#lib/contract/vocabulary.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import { type ExchangeRequest, type Refusal, refuse, type UpstreamEndpointName } from '../http/handler.ts';
import type { ExchangeParts } from '../parts.ts';
import type { BotViews } from '../views/bot-views.ts';
import type { PublicIndex } from '../views/public-index.ts';
import { isOwner, isVisible } from '../views/visibility.ts';

/** What the bots' handlers work with. */
export interface HandlerParts
  extends Pick<ExchangeParts, 'store' | 'ledger' | 'accounts' | 'feed' | 'candles' | 'hasher' | 'door'> {
  readonly book: BotBook;
  readonly turns: MarketTurns;
  readonly views: BotViews;
  readonly index: PublicIndex;
}

type AnyRequest = Pick<ExchangeRequest<UpstreamEndpointName>, 'user'>;

export function viewerOf(request: AnyRequest): number | null {
  return request.user?.id ?? null;
}

/** The bot if it exists for this viewer; another's hidden bot is as unknown as none (404). */
export function visibleBot(book: BotBook, request: AnyRequest, id: string): LiveBot | Refusal {
  const bot = book.get(Number(id));
  if (bot === undefined || !isVisible(bot.record, viewerOf(request))) return refuse(CODE.unknown, 'bot-unknown');
  return bot;
}

/** The bot if it belongs to the session's account: 404 when there is none, 403 when it is another's. */
export function ownBot(book: BotBook, request: AnyRequest, id: string | number): LiveBot | Refusal {
  const bot = book.get(Number(id));
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  if (!isOwner(bot.record, viewerOf(request))) return refuse(CODE.forbidden, 'not-owner');
  return bot;
}

export function isRefusal(value: LiveBot | Refusal): value is Refusal {
  return 'code' in value;
}
