import type { CoinBot } from '../../engine/body/coin-bot.ts';
import type { CoinDecisions } from '../../engine/body/rules.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { type EngineSink, type MarketView, NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '../../engine/machine.ts';
import type { InfiniteGridParams } from './params.ts';

export type InfiniteBot = CoinBot<InfiniteGridParams>;
export type InfiniteDecisions = CoinDecisions<InfiniteGridParams>;

/** Its two slots, which records know by these numbers: one buys below the last trade, the other sells above it. */
export const BUY = 0;
export const SALE = 1;
const SLOTS = 2;

/** Its lines, lowest first. */
export const BUY_LINE = 0;
export const LAST_TRADE = 1;
export const SALE_LINE = 2;

/** Where its params have them. */
export function setStops(bot: InfiniteBot): void {
  bot.stopDown = bot.params.stopLossTicks ?? NO_LEVEL_BELOW;
  bot.stopUp = bot.params.takeProfitTicks ?? NO_LEVEL_ABOVE;
}

/** An infinite grid that has not started. Its stops are prices; nothing moves them. */
export function newInfiniteBot(params: InfiniteGridParams, view: MarketView, sink: EngineSink): InfiniteBot {
  const bot = newCoinBot(params, SLOTS, view, sink);
  setStops(bot);
  bot.hasEmptyLine = false;
  bot.soldLots = [];
  return bot;
}
