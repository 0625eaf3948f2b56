import { CODE } from '#lib/contract/vocabulary.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { ShownPlans } from '../bots/shown-plans.ts';
import type { EarnSource } from '../earn/earn-source.ts';
import type { HiddenBots } from '../events/hidden-bots.ts';
import type { ExchangeRequest, UpstreamEndpointName } from '../http/handler.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { ToldReply } from '../public-lists/kept-up.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import type { BotViews } from '../views/bot-views.ts';
import type { GuestItem } from '../views/guest-item.ts';
import type { PickerCards } from '../views/picker-cards.ts';
import type { PublicIndex } from '../views/public-index.ts';
import type { Ranked } from '../views/ranking.ts';
import { isOwner, type Sight, sightIn } from '../views/visibility.ts';

/** What the bots' handlers work with. */
export interface HandlerParts
  extends Pick<
    ExchangeParts,
    'store' | 'ledger' | 'accounts' | 'feed' | 'candles' | 'hasher' | 'random' | 'door' | 'settings'
  > {
  readonly book: BotBook;
  readonly turns: MarketTurns;
  readonly views: BotViews;
  /** What owners were shown before they act. */
  readonly plans: ShownPlans;
  readonly index: PublicIndex;
  /** Hears of what a list has told of its bots. */
  readonly onTold?: (items: readonly { readonly entry: Ranked; readonly item: GuestItem }[], nowMs: number) => void;
  readonly picker: PickerCards;
  /** Hears of replies that are worked out of all bots. */
  readonly onReply?: (told: ToldReply) => void;
  /** Hears of each bot that is hidden. */
  readonly hidden: HiddenBots;
  /** What is earned without a bot, product by product. */
  readonly earn: readonly EarnSource[];
}

type AnyRequest = Pick<ExchangeRequest<UpstreamEndpointName>, 'user'>;

export function viewerOf(request: AnyRequest): number | null {
  return request.user?.id ?? null;
}

/** A bot, and what of it the viewer may see. */
export interface SeenBot {
  readonly bot: LiveBot;
  readonly sight: Sight;
}

/** The bot if it exists for this viewer; another's hidden bot is as unknown as none (404). */
export async function seenBot(book: BotBook, request: AnyRequest, id: string | number): Promise<SeenBot | Refusal> {
  const bot = await book.get(Number(id));
  const sight = bot === undefined ? null : sightIn(book, bot.record, viewerOf(request));
  return bot === undefined || sight === null ? refuse(CODE.unknown, 'bot-unknown') : { bot, sight };
}

/** The same of a bot that is said to be of a kind. */
export async function seenBotOfKind(
  book: BotBook,
  request: AnyRequest,
  id: string | number,
  kind: string,
): Promise<SeenBot | Refusal> {
  const seen = await seenBot(book, request, id);
  return isRefusal(seen) || seen.bot.record.kind === kind ? seen : refuse(CODE.unknown, 'bot-unknown');
}

/** The bot if it belongs to the session's account: 403 when it is another's, 404 when it does not exist for him (H54). */
export async function ownBot(book: BotBook, request: AnyRequest, id: string | number): Promise<LiveBot | Refusal> {
  const own = await ownSeenBot(book, request, id);
  return isRefusal(own) ? own : own.bot;
}

/** The same of a bot that is said to be of a kind: one of another kind is unknown. Undefined: nothing is said. */
export async function ownBotOfKind(
  book: BotBook,
  request: AnyRequest,
  id: string | number,
  kind: string | undefined,
): Promise<LiveBot | Refusal> {
  const bot = await ownBot(book, request, id);
  if (isRefusal(bot) || kind === undefined || bot.record.kind === kind) return bot;
  return refuse(CODE.unknown, 'bot-unknown');
}

/** Why nothing is told where a question names its bot twice, and not the same one: whoever asks means one of them. */
export function namedOtherwise(id: string, also: string | undefined): Refusal | null {
  return also === undefined || also === id ? null : refuse(CODE.unknown, 'bot-unknown');
}

/** The same with what its owner may see of it: of a copy of a closed bot that is not everything. */
export async function ownSeenBot(book: BotBook, request: AnyRequest, id: string | number): Promise<SeenBot | Refusal> {
  const seen = await seenBot(book, request, id);
  if (isRefusal(seen)) return seen;
  return isOwner(seen.bot.record, viewerOf(request)) ? seen : refuse(CODE.forbidden, 'not-owner');
}

/** Some bots of a list, whole; one whose row a damaged disk has lost is left out. */
export async function wholeBots(
  book: BotBook,
  bots: readonly { readonly record: { readonly id: number } }[],
): Promise<LiveBot[]> {
  const found = await Promise.all(bots.map(({ record }) => book.get(record.id)));
  return found.filter((bot) => bot !== undefined);
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value;
}
