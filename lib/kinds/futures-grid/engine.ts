import { ladderOrders } from '../../engine/body/contract-ladder.ts';
import { ContractMachine, type PriceTrigger } from '../../engine/body/contract-machine.ts';
import { neededMargin, ownMoney } from '../../engine/body/contract-margin.ts';
import { readSnapshot, takeSnapshot } from '../../engine/body/contract-snapshot.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import { isSame, isSameBut, rateText } from '../../engine/body/stop-change.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type LifeRefusal,
  type MarketView,
} from '../../engine/machine.ts';
import { relayFuturesGrid } from './changing.ts';
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
  return readFuturesGrid(params, snapshot, view, sink);
}

/**
 * One as its owner changes it. Other stops, another leverage – which binds more or less margin, and moves neither orders nor liquidation –
 * and more margin (settle units) leave its orders alone; 'no-funds' where the account does not bear the margin. Another range, another number
 * of grids or more investment lay its grid anew.
 */
export function changeFuturesGrid(
  before: FuturesGridParams,
  after: FuturesGridParams,
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  const { deposit, isLaidAnew, prices, timeMs } = change;
  if (!isSameBut(before, after, [...STANDING, ...(isLaidAnew ? RELAID : LEVERED)])) return 'not-changeable';
  if (isLaidAnew) {
    const next = relayFuturesGrid(readBot(before, snapshot, view, sink), after, change);
    return typeof next === 'string' ? next : new FuturesGrid(next, FUTURES_GRID);
  }
  const machine = readFuturesGrid(after, snapshot, view, sink);
  if (deposit > 0n) {
    const refusal = machine.increaseMargin(deposit, prices, timeMs);
    if (refusal !== null) return refusal;
  }
  return machine.changed(before, prices, timeMs) ?? machine;
}

/** What can be changed without an order being moved; the trigger is behind a bot that runs. */
const STANDING = ['stopLossE8', 'takeProfitE8', 'trigger'] as const;
const LEVERED = ['leverage'] as const;
const RELAID = ['lowTicks', 'highTicks', 'gridCount', 'investment'] as const;

function readFuturesGrid(
  params: FuturesGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): FuturesGrid {
  return new FuturesGrid(readBot(params, snapshot, view, sink), FUTURES_GRID);
}

function readBot(params: FuturesGridParams, snapshot: unknown, view: MarketView, sink: EngineSink): FuturesGridBot {
  const bot = new FuturesGridBot(params, view, sink);
  readSnapshot(bot, snapshot, (wanted, openedAt) => layLadder(bot, wanted, openedAt));
  bot.setTargets();
  return bot;
}

class FuturesGrid extends ContractMachine<FuturesGridBot> {
  protected get trigger(): PriceTrigger | null {
    return this.bot.params.trigger;
  }

  protected get openingSide(): 'buy' | 'sell' {
    return this.bot.params.side === 'short' ? 'sell' : 'buy';
  }

  /** Its equity, no more than what it was laid for: profit, and margin that came in, only stand behind it. */
  worksWith(ticks: readonly number[]): bigint {
    const worth = this.equity(ticks).equity / EQUITY_SCALE;
    const { investment } = this.bot.params;
    return worth < investment ? worth : investment;
  }

  protected override moneyMoved(amount: bigint, ticks: readonly number[], timeMs: number): void {
    super.moneyMoved(amount, ticks, timeMs);
    this.restandStops(ticks, timeMs);
  }

  /** Where the params and the account want them now: one that is reached already acts at once. */
  private restandStops(ticks: readonly number[], timeMs: number): void {
    const { bot } = this;
    bot.setTargets();
    lookAtStops(bot, ticks[0] as number, timeMs);
    if (bot.isEnding) return;
    resetOuter(bot);
    resetSlot(bot);
    this.keepMarkCall(timeMs);
  }

  /** The owner has changed its params, which were `before`. */
  changed(before: FuturesGridParams, ticks: readonly number[], timeMs: number): LifeRefusal | null {
    const { bot } = this;
    const { leg, params } = bot;
    if (!bot.isRunning && !bot.isPaused) return 'not-running';
    if (params.leverage < before.leverage && neededMargin(leg, ladderOrders(bot)) > ownMoney(leg, leg.markOf(ticks)))
      return 'no-funds';
    if (!isSame(before, params)) tellOperation(bot, 'params', timeMs, toldOf(before), toldOf(params));
    this.restandStops(ticks, timeMs);
    return null;
  }

  snapshot(): unknown {
    return takeSnapshot(this.bot);
  }
}

function toldOf({ stopLossE8, takeProfitE8, leverage }: FuturesGridParams): Readonly<Record<string, string>> {
  return { stop_loss: rateText(stopLossE8), stop_profit: rateText(takeProfitE8), leverage: `${leverage}` };
}

export const FUTURES_GRID_ENGINE: EngineKind<FuturesGridParams> = {
  tradesAreWhole: false,
  create: createFuturesGrid,
  restore: restoreFuturesGrid,
  change: changeFuturesGrid,
};
