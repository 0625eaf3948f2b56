import type { CoinBot } from '../../engine/body/coin-bot.ts';
import { heldBy } from '../../engine/body/debt.ts';
import { cancelLadder } from '../../engine/body/ladder.ts';
import { adoptBooks, idleProfit, payIn, tellDeposit } from '../../engine/body/owner-money.ts';
import { leap, resetWake } from '../../engine/body/path.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { isSame, restandStops } from '../../engine/body/stop-change.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { LifeRefusal } from '../../engine/machine.ts';
import type { AssetPair } from '../../formulas/margin-loan.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks, quoteValueDown } from '../../money/market-spec.ts';
import { SPOT_GRID } from './decisions.ts';
import { planFundedGrid } from './funded-plan.ts';
import type { GridBot, GridDecisions } from './grid-bot.ts';
import { resetOuterLevels } from './levels.ts';
import { layGrid, type OpeningPlan, type OpeningRules, planLaying } from './opening.ts';
import type { SpotGridParams } from './params.ts';
import { rangeOf } from './slots.ts';

/**
 * A running grid that its owner changes. Other stops leave its orders alone; another range, another number of grids or more
 * money lays the grid anew with what the bot holds: one order at the market brings money and coins into the new proportions.
 */

/** What differs between kinds whose grid is laid anew. */
export interface Relaying {
  readonly decisions: GridDecisions;
  /** Other money that comes with the deposit, as a loan does; what the kind has beside its grid, the next bot takes over. Units. */
  bring(next: GridBot, bot: GridBot, deposit: bigint, ticks: number): AssetPair;
  /** Takes that money into the bot, now that it is certain. */
  fund(next: GridBot, brought: AssetPair, timeMs: number): void;
}

/** A spot grid works with what is its own. */
export const OWN_MONEY: Relaying = {
  decisions: SPOT_GRID,
  bring: () => ({ quote: 0n, base: 0n }),
  fund: () => undefined,
};

/** The bot as it is afterwards – another object –, or why it stays as it is. `deposit`: money that comes in, quote units. */
export function changeGrid<P extends SpotGridParams>(
  bot: CoinBot<P>,
  params: P,
  deposit: bigint,
  ticks: number,
  timeMs: number,
  { decisions, bring, fund }: Relaying,
): CoinBot<P> | LifeRefusal {
  if (!bot.isRunning) return 'not-running';
  const next = newCoinBot(params, params.gridCount, bot.view, bot.sink);
  adoptBooks(next, bot);
  const idle = idleProfit(bot);
  payIn(next, deposit);
  const brought = bring(next, bot, deposit, ticks);
  const rules: OpeningRules = {
    plan: (_bot, lines) => planRelaying(next, lines, { brought, idle }, ticks, timeMs),
    fund: () => fund(next, brought, timeMs),
  };
  const laying = planLaying(next, rules, ticks, timeMs);
  if (laying.why === 'price') return 'no-price';
  if (laying.why === 'nothing-fits') return 'no-funds';
  if (laying.why !== null) return 'cannot-be-laid';
  const before = rangeOf(bot);
  cancelLadder(bot, timeMs, 'out-of-range');
  tellDeposit(next, deposit, timeMs);
  tellOperation(next, 'params', timeMs, before, rangeOf(next));
  layGrid(next, rules, laying, ticks, timeMs);
  decisions.afterFills?.(next, ticks, timeMs);
  if (!next.isRunning) return next;
  resetWake(next, timeMs);
  leap(next, decisions, ticks, timeMs);
  return next;
}

/** Other stops and other limits of trailing on the same grid. What the price is past already acts at once. */
export function changeStops<P extends SpotGridParams>(
  bot: CoinBot<P>,
  params: P,
  ticks: number,
  timeMs: number,
  { decisions }: Relaying,
): LifeRefusal | null {
  const [from, to] = [trailingOf(bot.params), trailingOf(params)];
  const isTrailed = !isSame(from, to);
  bot.params = params;
  // A move that waited for its momentum is asked for by the new one.
  if (isTrailed) bot.isTrailArmed = 0;
  return restandStops(bot, decisions, resetOuterLevels, ticks, timeMs, isTrailed ? { from, to } : null);
}

/** Where it may move to and from which momentum on, as records say it; '': nowhere. */
function trailingOf({ spec, trailUpLimitTicks: up, trailDownLimitTicks: down, momentumE8 }: SpotGridParams) {
  return {
    stop_upward_price: up === null ? '' : formatTicks(spec, up),
    stop_downward_price: down === null ? '' : formatTicks(spec, down),
    moving_average_momentum: up === null && down === null ? '' : formatAmount(momentumE8),
  };
}

/** What a grid would be laid anew with at a price, its coins among it: quote units. */
export function worksWith(bot: GridBot, ticks: number): bigint {
  const { quote, base } = heldBy(bot);
  return quote - idleProfit(bot) + quoteValueDown(bot.spec, base, ticks);
}

/**
 * The bot works with all that it holds and what is brought, but for the profit that lay idle before: of what comes in everything
 * works, however little money there was.
 */
function planRelaying(
  bot: GridBot,
  lines: readonly number[],
  { brought, idle }: { readonly brought: AssetPair; readonly idle: bigint },
  ticks: number,
  timeMs: number,
): OpeningPlan | null {
  const { quote, base } = heldBy(bot);
  const funds = { quote: quote - idle + brought.quote, base: base + brought.base };
  return planFundedGrid(bot, lines, funds, ticks, timeMs);
}
