import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { wholeUnitsOf } from '../../engine/body/exact.ts';
import { isSameBut, restandStops } from '../../engine/body/stop-change.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView, WithheldOrder } from '../../engine/machine.ts';
import { relayInfinite } from './changing.ts';
import { INFINITE_GRID } from './decisions.ts';
import { BUY, newInfiniteBot, SALE, setStops } from './infinite-bot.ts';
import { nextBuy, nextSale } from './next-orders.ts';
import type { InfiniteGridParams } from './params.ts';
import { readInfinite, takeInfinite } from './stored.ts';

/** A machine whose lines without an order are where one would be. */
class InfiniteGrid extends CoinMachine<InfiniteGridParams> {
  override withheldOrders(): readonly WithheldOrder[] {
    const { bot } = this;
    if (!bot.isRunning && !bot.isPaused) return super.withheldOrders();
    const lines = [
      { side: 'buy', level: BUY, next: nextBuy(bot) },
      { side: 'sell', level: SALE, next: nextSale(bot) },
    ] as const;
    return lines.flatMap(({ side, level, next }) => {
      const reason = bot.isPaused ? 'paused' : bot.reasonOf(level);
      return reason === null ? [] : [{ side, level, ticks: next.ticks, reason }];
    });
  }

  keptValue(): bigint {
    return wholeUnitsOf(this.bot.keptValue);
  }

  override snapshot(): unknown {
    return takeInfinite(this.bot);
  }
}

/** An infinite grid that has not started. */
export function createInfiniteGrid(params: InfiniteGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new InfiniteGrid(newInfiniteBot(params, view, sink), INFINITE_GRID);
}

/** One as its owner changes it: other stops leave its orders alone; another fall or rise, or more money, lays them anew. */
export function changeInfiniteGrid(
  before: InfiniteGridParams,
  after: InfiniteGridParams,
  snapshot: unknown,
  { deposit, isLaidAnew, prices, timeMs }: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  if (!isSameBut(before, after, CHANGEABLE)) return 'not-changeable';
  const bot = readInfinite(before, snapshot, view, sink);
  bot.params = after;
  const ticks = prices[0] as number;
  const refusal = isLaidAnew
    ? relayInfinite(bot, before, deposit, ticks, timeMs)
    : restandStops(bot, INFINITE_GRID, setStops, ticks, timeMs);
  return refusal ?? new InfiniteGrid(bot, INFINITE_GRID);
}

const CHANGEABLE = ['fallE8', 'riseE8', 'investment', 'triggerTicks', 'stopLossTicks', 'takeProfitTicks'] as const;

/** An infinite grid as it was when `snapshot()` was taken, for the same params. */
export function restoreInfiniteGrid(
  params: InfiniteGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new InfiniteGrid(readInfinite(params, snapshot, view, sink), INFINITE_GRID);
}

export const INFINITE_GRID_ENGINE: EngineKind<InfiniteGridParams> = {
  tradesAreWhole: false,
  create: createInfiniteGrid,
  restore: restoreInfiniteGrid,
  change: changeInfiniteGrid,
};
