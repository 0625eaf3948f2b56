import { ContractMachine, type PriceTrigger } from '../../engine/body/contract-machine.ts';
import { readSnapshot, takeSnapshot } from '../../engine/body/contract-snapshot.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { FUTURES_GRID, lookAtStops } from './decisions.ts';
import { FuturesGridBot, layLadder } from './grid-bot.ts';
import type { FuturesGridParams } from './params.ts';

/** A futures grid that has not started. */
export function createFuturesGrid(params: FuturesGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new FuturesGrid(new FuturesGridBot(params, view, sink), FUTURES_GRID);
}

/** A futures grid as it was when `snapshot()` was taken, for the same params. */
export function restoreFuturesGrid(
  params: FuturesGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const bot = new FuturesGridBot(params, view, sink);
  readSnapshot(bot, snapshot, (wanted, openedAt) => layLadder(bot, wanted, openedAt));
  bot.setTargets();
  return new FuturesGrid(bot, FUTURES_GRID);
}

class FuturesGrid extends ContractMachine<FuturesGridBot> {
  protected get trigger(): PriceTrigger | null {
    return this.bot.params.trigger;
  }

  protected get openingSide(): 'buy' | 'sell' {
    return this.bot.params.side === 'short' ? 'sell' : 'buy';
  }

  protected override moneyMoved(amount: bigint, ticks: readonly number[], timeMs: number): void {
    super.moneyMoved(amount, ticks, timeMs);
    const { bot } = this;
    bot.setTargets();
    lookAtStops(bot, ticks[0] as number, timeMs);
    if (bot.isEnding) return;
    resetOuter(bot);
    resetSlot(bot);
  }

  snapshot(): unknown {
    return takeSnapshot(this.bot);
  }
}
