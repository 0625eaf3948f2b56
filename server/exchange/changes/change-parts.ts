import type { BotFigures } from '../bots/bot-equity.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { KnownMarket } from '../market/feed.ts';

/** What has to be known to say whether a bot can be made what its owner asks: as much of the present as of a past moment. */
export interface ChangeParts {
  readonly feed: KnownMarket;
  readonly ledger: Pick<Ledger, 'balance'>;
  readonly views: { figures(bot: StandingBot, nowMs: number): Pick<BotFigures, 'profit'> };
}
