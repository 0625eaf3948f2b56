import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { wholeUnitsOf } from '../../engine/body/exact.ts';
import { payOut, undrawnProfit } from '../../engine/body/owner-money.ts';
import { newCoinBot, readSnapshot } from '../../engine/body/snapshot.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView } from '../../engine/machine.ts';
import { formatAmount } from '../../money/amount.ts';
import { changeGrid, changeStops, OWN_MONEY, worksWith } from './changing.ts';
import { SPOT_GRID } from './decisions.ts';
import { windowLine } from './levels.ts';
import type { SpotGridParams } from './params.ts';
import { leastSwing } from './swing.ts';

/** A spot grid that has not started. */
export function createSpotGrid(params: SpotGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new SpotGrid(newCoinBot(params, params.gridCount, view, sink), SPOT_GRID);
}

/** A spot grid as it was when `snapshot()` was taken, for the same params. */
export function restoreSpotGrid(
  params: SpotGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const lineAt = (shift: number, index: number): number => windowLine(params, shift, index);
  return new SpotGrid(readSnapshot(params, params.gridCount, snapshot, lineAt, view, sink), SPOT_GRID);
}

/**
 * The spot grid that `before` described and `snapshot` saw, as `after` and a deposit (quote units) make it; why not, and then
 * nothing has happened.
 */
export function changeSpotGrid(
  before: SpotGridParams,
  after: SpotGridParams,
  snapshot: unknown,
  { deposit, isLaidAnew, prices, timeMs }: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  const lineAt = (shift: number, index: number): number => windowLine(before, shift, index);
  const bot = readSnapshot(before, before.gridCount, snapshot, lineAt, view, sink);
  const ticks = prices[0] as number;
  if (!isLaidAnew) {
    return changeStops(bot, after, ticks, timeMs, OWN_MONEY) ?? new SpotGrid(bot, SPOT_GRID);
  }
  const next = changeGrid(bot, after, deposit, ticks, timeMs, OWN_MONEY);
  return typeof next === 'string' ? next : new SpotGrid(next, SPOT_GRID);
}

/** A machine whose profit can be taken out while it works (M-247, M-269). */
class SpotGrid extends CoinMachine<SpotGridParams> {
  /** The profit of completed pairs less what was taken out already, as far as no order needs the money. */
  withdrawable(): { readonly asset: string; readonly amount: bigint } {
    const { bot } = this;
    const left = undrawnProfit(bot);
    const free = wholeUnitsOf(bot.freeQuote);
    const most = left < free ? left : free;
    return { asset: bot.spec.quote, amount: most > 0n && (bot.isRunning || bot.isPaused) ? most : 0n };
  }

  worksWith(ticks: readonly number[]): bigint {
    return worksWith(this.bot, ticks[0] as number);
  }

  withdraw(amount: bigint, timeMs: number): LifeRefusal | null {
    const { bot } = this;
    if (!bot.isRunning && !bot.isPaused) return 'not-running';
    if (amount <= 0n || amount > this.withdrawable().amount) return 'no-funds';
    payOut(bot, amount);
    tellOperation(bot, 'withdraw_profit', timeMs, null, { amount: formatAmount(amount), asset: bot.spec.quote });
    return null;
  }
}

export const SPOT_GRID_ENGINE: EngineKind<SpotGridParams> = {
  tradesAreWhole: false,
  leastSwing,
  create: createSpotGrid,
  restore: restoreSpotGrid,
  change: changeSpotGrid,
};
