import { CoinsMachine } from '../../engine/body/coins-machine.ts';
import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { readMarketsSnapshot } from '../../engine/body/markets-snapshot.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { utcCalendar } from '../../formulas/schedule.ts';
import { recurringBuy } from './decisions.ts';
import type { RecurringBuyParams } from './params.ts';

const RECURRING_BUY = recurringBuy(utcCalendar);

/** A recurring buy that has not started. Prices by coin, in the order of `params.coins`. */
export function createRecurringBuy(params: RecurringBuyParams, view: MarketView, sink: EngineSink): BotMachine {
  return new CoinsMachine(newMarketsBot(params, params.coins, view, sink), RECURRING_BUY);
}

/** A recurring buy as it was when `snapshot()` was taken; of the same params. */
export function restoreRecurringBuy(
  params: RecurringBuyParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const bot = newMarketsBot(params, params.coins, view, sink);
  readMarketsSnapshot(bot, snapshot);
  return new CoinsMachine(bot, RECURRING_BUY);
}
