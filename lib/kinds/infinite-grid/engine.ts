import { CoinMachine } from '../../engine/body/coin-machine.ts';
import type { BotMachine, EngineSink, MarketView, WithheldOrder } from '../../engine/machine.ts';
import { INFINITE_GRID } from './decisions.ts';
import { BUY, newInfiniteBot, SALE } from './infinite-bot.ts';
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

  override snapshot(): unknown {
    return takeInfinite(this.bot);
  }
}

/** An infinite grid that has not started. */
export function createInfiniteGrid(params: InfiniteGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new InfiniteGrid(newInfiniteBot(params, view, sink), INFINITE_GRID);
}

/** An infinite grid as it was when `snapshot()` was taken, for the same params. */
export function restoreInfiniteGrid(
  params: InfiniteGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new InfiniteGrid(readInfinite(params, snapshot, view, sink), INFINITE_GRID);
}
