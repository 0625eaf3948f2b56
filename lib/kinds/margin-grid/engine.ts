import type { CoinBot } from '../../engine/body/coin-bot.ts';
import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { forcedPair, loanOfBot } from '../../engine/body/debt.ts';
import { resetOuter } from '../../engine/body/path.ts';
import { newCoinBot, readSnapshot, takeSnapshot } from '../../engine/body/snapshot.ts';
import { isSameBut } from '../../engine/body/stop-change.ts';
import { readTime, storedTime } from '../../engine/body/stored-times.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, LoanStatement, MarketView } from '../../engine/machine.ts';
import type { PlannedLiquidations, SideLiquidation } from '../../formulas/futures-grid-liquidation.ts';
import type { ForcedClose } from '../../formulas/margin-loan.ts';
import { changeGrid, changeStops, worksWith } from '../spot-grid/changing.ts';
import type { GridBot } from '../spot-grid/grid-bot.ts';
import { windowLine } from '../spot-grid/levels.ts';
import { LENT_MONEY } from './changing.ts';
import { debtOf, noDebt } from './debt.ts';
import { MARGIN_GRID } from './decisions.ts';
import type { MarginGridParams } from './params.ts';

/** A margin grid that has not started. */
export function createMarginGrid(params: MarginGridParams, view: MarketView, sink: EngineSink): BotMachine {
  const bot = newCoinBot(params, params.gridCount, view, sink);
  bot.debt = noDebt(params);
  return new MarginGrid(bot, MARGIN_GRID);
}

/** Version 1: a spot grid's snapshot and the loan. Amounts as decimal text; null is "never". */
interface MarginGridSnapshot {
  readonly version: 1;
  readonly grid: unknown;
  readonly owedQuote: string;
  readonly owedBase: string;
  readonly interest: string;
  readonly interestAtMs: number | null;
  readonly askedAtMs: number | null;
  readonly forcedBelow: number;
  readonly forcedAbove: number;
}

/** A margin grid as it was when `snapshot()` was taken, for the same params. The store is our own: another version is a bug and throws. */
export function restoreMarginGrid(
  params: MarginGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new MarginGrid(readMarginGrid(params, value, view, sink), MARGIN_GRID);
}

/**
 * One as its owner changes it: other stops leave its orders alone; another range, another number of grids or more money lays its grid
 * anew. Money that comes in brings the loan that belongs to it; what is owed already stays.
 */
export function changeMarginGrid(
  before: MarginGridParams,
  after: MarginGridParams,
  value: unknown,
  { deposit, isLaidAnew, prices, timeMs }: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  if (!isSameBut(before, after, CHANGEABLE)) return 'not-changeable';
  const bot = readMarginGrid(before, value, view, sink);
  const ticks = prices[0] as number;
  if (!isLaidAnew) {
    return changeStops(bot, after, ticks, timeMs, LENT_MONEY) ?? new MarginGrid(bot, MARGIN_GRID);
  }
  const next = changeGrid(bot, after, deposit, ticks, timeMs, LENT_MONEY);
  return typeof next === 'string' ? next : new MarginGrid(next, MARGIN_GRID);
}

/** Its terms are those of its loan for good. */
const CHANGEABLE = [
  'lowTicks',
  'highTicks',
  'gridCount',
  'investment',
  'triggerTicks',
  'stopLossTicks',
  'takeProfitTicks',
] as const;

function readMarginGrid(
  params: MarginGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): CoinBot<MarginGridParams> {
  const snapshot = value as MarginGridSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a margin grid');
  const lineAt = (shift: number, index: number): number => windowLine(params, shift, index);
  const bot = readSnapshot(params, params.gridCount, snapshot.grid, lineAt, view, sink);
  bot.debt = {
    ...noDebt(params),
    quote: BigInt(snapshot.owedQuote),
    base: BigInt(snapshot.owedBase),
    interest: BigInt(snapshot.interest),
  };
  bot.timerAtMs = readTime(snapshot.interestAtMs);
  bot.askedAtMs = readTime(snapshot.askedAtMs);
  bot.forcedBelow = snapshot.forcedBelow;
  bot.forcedAbove = snapshot.forcedAbove;
  resetOuter(bot);
  return bot;
}

function snapshotOf(bot: GridBot): MarginGridSnapshot {
  const { quote, base, interest } = debtOf(bot);
  return {
    version: 1,
    grid: takeSnapshot(bot),
    owedQuote: `${quote}`,
    owedBase: `${base}`,
    interest: `${interest}`,
    interestAtMs: storedTime(bot.timerAtMs),
    askedAtMs: storedTime(bot.askedAtMs),
    forcedBelow: bot.forcedBelow,
    forcedAbove: bot.forcedAbove,
  };
}

/** A machine that owes. */
class MarginGrid extends CoinMachine<MarginGridParams> {
  loan(ticks: readonly number[]): LoanStatement | null {
    return loanOfBot(this.bot, debtOf(this.bot), ticks[0] as number);
  }

  /** Of what it works with, its own and what is lent, the part that the investment is of a new one. */
  worksWith(ticks: readonly number[]): bigint {
    return worksWith(this.bot, ticks[0] as number) / BigInt(this.bot.params.leverage);
  }

  /** By side: falling prices close what holds more coins than it owes, rising ones what owes more. */
  liquidations(added: bigint): PlannedLiquidations {
    const { held, full } = forcedPair(this.bot, debtOf(this.bot), added);
    const of = (side: ForcedClose['side']): SideLiquidation | null => {
      const ticksOn = (one: ForcedClose | null): number | null => (one?.side === side ? one.ticks : null);
      const [now, filled] = [ticksOn(held), ticksOn(full)];
      return now === null && filled === null ? null : { held: now, full: filled };
    };
    return { long: of('below'), short: of('above') };
  }

  override snapshot(): unknown {
    return snapshotOf(this.bot);
  }
}

export const MARGIN_GRID_ENGINE: EngineKind<MarginGridParams> = {
  tradesAreWhole: false,
  create: createMarginGrid,
  restore: restoreMarginGrid,
  change: changeMarginGrid,
};
