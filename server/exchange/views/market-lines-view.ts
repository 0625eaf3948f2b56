import type { StrategyLine } from '#lib/contract/strategy.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { MarketLine } from '#lib/engine/market-line.ts';
import type { Prices } from '../bots/bot-equity.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { averageText } from './holdings-view.ts';
import { settleOf } from './strategy-row.ts';
import type { Sight } from './visibility.ts';

/** What of a sight a line tells: money, what can be lost at worst, or what the bot will do. */
const TELLS = {
  cost: 'amounts',
  entry: 'amounts',
  liquidation: 'exposure',
  rebalance: 'plans',
  reduction: 'plans',
} as const satisfies Readonly<Record<MarketLine['role'], keyof Sight>>;

/** The prices of a bot of several markets that a chart of one of them draws, rounded to the nearest tick; of what the viewer may not see, none. */
export function marketLinesView({ spec, machine }: LiveBot, prices: Prices, sight: Sight): StrategyLine[] {
  const lines = machine?.marketLines?.(prices) ?? [];
  return lines
    .filter(({ role }) => sight[TELLS[role]])
    .map(({ feed, role, ticks }) => {
      const market = marketOfFeed(spec, feed);
      return { market: market.market, settle: settleOf(market), role, price: averageText(market, ticks) };
    });
}
