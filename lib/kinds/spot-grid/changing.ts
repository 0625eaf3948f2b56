import { heldBy } from '../../engine/body/debt.ts';
import { cancelLadder } from '../../engine/body/ladder.ts';
import { adoptBooks, payIn, undrawnProfit } from '../../engine/body/owner-money.ts';
import { leap } from '../../engine/body/path.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { restandStops } from '../../engine/body/stop-change.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { LifeRefusal } from '../../engine/machine.ts';
import { formatAmount } from '../../money/amount.ts';
import { SPOT_GRID } from './decisions.ts';
import { planFundedGrid } from './funded-plan.ts';
import type { GridBot } from './grid-bot.ts';
import { resetOuterLevels } from './levels.ts';
import { layGrid, type OpeningPlan, type OpeningRules, planLaying } from './opening.ts';
import type { SpotGridParams } from './params.ts';
import { rangeOf } from './slots.ts';

/**
 * A running grid that its owner changes. Other stops leave its orders alone; another range, another number of grids or more
 * money lays the grid anew with what the bot holds: one order at the market brings money and coins into the new proportions.
 */

/** The bot as it is afterwards – another object –, or why it stays as it is. `deposit`: money that comes in, quote units. */
export function changeGrid(
  bot: GridBot,
  params: SpotGridParams,
  deposit: bigint,
  ticks: number,
  timeMs: number,
): GridBot | LifeRefusal {
  if (!bot.isRunning) return 'not-running';
  const next = newCoinBot(params, params.gridCount, bot.view, bot.sink);
  adoptBooks(next, bot);
  payIn(next, deposit);
  const laying = planLaying(next, RELAYING, ticks, timeMs);
  if (laying.why === 'price') return 'no-price';
  if (laying.why === 'nothing-fits') return 'no-funds';
  if (laying.why !== null) return 'cannot-be-laid';
  const before = rangeOf(bot);
  cancelLadder(bot, timeMs, 'out-of-range');
  if (deposit > 0n) {
    const told = { amount: formatAmount(deposit), asset: bot.spec.quote };
    tellOperation(next, 'increase_invest_quote', timeMs, null, told);
  }
  tellOperation(next, 'params', timeMs, before, rangeOf(next));
  layGrid(next, RELAYING, laying, ticks, timeMs);
  leap(next, SPOT_GRID, ticks, timeMs);
  return next;
}

/** Other stops on the same grid. One that the price is past already acts at once. */
export function changeStops(bot: GridBot, params: SpotGridParams, ticks: number, timeMs: number): LifeRefusal | null {
  bot.params = params;
  return restandStops(bot, SPOT_GRID, resetOuterLevels, ticks, timeMs);
}

const RELAYING: OpeningRules = { plan: planRelaying, fund: () => undefined };

/** What the bot works with: all that it holds but the profit of completed pairs that was not taken out, which stays free money. */
function planRelaying(bot: GridBot, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null {
  const { quote, base } = heldBy(bot);
  const profit = undrawnProfit(bot);
  const working = profit > 0n && profit < quote ? quote - profit : quote;
  return planFundedGrid(bot, lines, { quote: working, base }, ticks, timeMs);
}
