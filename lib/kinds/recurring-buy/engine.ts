import { listenAnew } from '../../engine/body/boundary.ts';
import { CoinsMachine } from '../../engine/body/coins-machine.ts';
import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { readMarketsSnapshot } from '../../engine/body/markets-snapshot.ts';
import { changeRates, isSameBut } from '../../engine/body/stop-change.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView } from '../../engine/machine.ts';
import { utcCalendar } from '../../formulas/schedule.ts';
import { recurringBuy } from './decisions.ts';
import { keepForPurchases } from './deposit.ts';
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

/** Another take profit of one that runs or is paused; or more money for one that runs, for its purchases. Nothing else of it can be changed. */
export function changeRecurringBuy(
  before: RecurringBuyParams,
  after: RecurringBuyParams,
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  const { deposit, prices, timeMs } = change;
  if (deposit === 0n) return changeTakeProfit(before, after, snapshot, change, view, sink);
  if (!isSameBut(before, after, ['investment'])) return 'not-changeable';
  const bot = newMarketsBot(after, after.coins, view, sink);
  // Its money is counted from the investment, which has what comes in already.
  readMarketsSnapshot(bot, snapshot);
  return keepForPurchases(bot, RECURRING_BUY, deposit, prices, timeMs) ?? new CoinsMachine(bot, RECURRING_BUY);
}

/** Read back with another take profit it waits for that one, from where it was looked at last: its dates stay. */
function withOtherProfit(
  params: RecurringBuyParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const bot = newMarketsBot(params, params.coins, view, sink);
  readMarketsSnapshot(bot, snapshot);
  if (bot.isRunning || bot.isPaused) listenAnew(bot, RECURRING_BUY, bot.prices, bot.lookedAtMs);
  return new CoinsMachine(bot, RECURRING_BUY);
}

const changeTakeProfit = changeRates(['takeProfitE8'], withOtherProfit);

export const RECURRING_BUY_ENGINE: EngineKind<RecurringBuyParams> = {
  tradesAreWhole: false,
  create: createRecurringBuy,
  restore: restoreRecurringBuy,
  change: changeRecurringBuy,
};
