import type { EndObstacle } from '#lib/contract/protection-words.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { isMarketCloseDisabled, spreadBand } from '#lib/formulas/termination.ts';
import { sellsInOneBook } from '#lib/kinds/close-book.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { legsOf } from '../bots/bot-markets.ts';
import { STOPPABLE } from '../bots/bot-states.ts';
import type { ClosePreview } from '../bots/close-preview.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import { enquiryTicks } from '../views/enquiry-price.ts';

export interface EndParts {
  readonly feed: MarketFeed;
  readonly ledger: Pick<Ledger, 'balance'>;
  readonly turns: Pick<MarketTurns, 'cursorMs' | 'trials'>;
}

/** Each bot is closed at the market: coins that were kept would leave the account as exposed as it was. */
export const AT_MARKET: CloseInstruction = { type: 'market' };

/** One bot's end by the plan that ends many (portfolio): what it brings, or why it is left out. */
export type AccountEnd =
  | { readonly bot: LiveBot; readonly obstacle: EndObstacle; readonly preview: null }
  | { readonly bot: LiveBot; readonly obstacle: null; readonly preview: ClosePreview };

export function endOf(parts: EndParts, bot: LiveBot): AccountEnd {
  const obstacle = obstacleOf(parts, bot);
  if (obstacle !== null) return { bot, obstacle, preview: null };
  return { bot, obstacle, preview: parts.turns.trials.close(bot, AT_MARKET) };
}

/** Why a bot is not ended with the others, by the rules of the plan that its owner would make; null = it is. */
export function obstacleOf({ feed, ledger, turns: { cursorMs } }: EndParts, bot: LiveBot): EndObstacle | null {
  const { record, spec } = bot;
  if (!STOPPABLE.includes(record.status)) return 'state';
  if (knownPrices(feed, spec, cursorMs) === null) return 'unknown';
  const leg = legsOf(spec).find(({ kind }) => kind === 'spot')?.spec;
  if (leg === undefined || !sellsInOneBook(record.kind, spec.contract !== undefined)) return null;
  const ticks = enquiryTicks(feed, leg, ledger.balance(botAccount(record.id), leg.base), cursorMs);
  const last = feed.lastTicks(leg.market, cursorMs);
  const band = ticks === null || last === null ? 'high' : (spreadBand(`${ticks}`, `${last}`) ?? 'high');
  return isMarketCloseDisabled(band, 'spot', []) ? 'spread' : null;
}
