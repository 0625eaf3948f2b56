import { borrow, heldBy } from '../../engine/body/debt.ts';
import { type AssetPair, loanOf } from '../../formulas/margin-loan.ts';
import { planFundedGrid } from '../spot-grid/funded-plan.ts';
import type { GridBot } from '../spot-grid/grid-bot.ts';
import type { OpeningPlan, OpeningRules } from '../spot-grid/opening.ts';
import { debtOf } from './debt.ts';

/** A margin grid opens with its investment and its loan. */
export const FUNDED_OPENING: OpeningRules = {
  plan: planFunded,
  fund: (bot, ticks, timeMs) => borrow(bot, debtOf(bot), loanAt(bot, ticks), timeMs),
};

function loanAt(bot: GridBot, ticks: number): AssetPair {
  return loanOf({ ...bot.params, ...debtOf(bot).terms, ticks });
}

/** The grid that the investment and the loan fund together, and the one order that brings them into its proportions. */
function planFunded(bot: GridBot, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null {
  const loan = loanAt(bot, ticks);
  const own = heldBy(bot);
  return planFundedGrid(bot, lines, { quote: own.quote + loan.quote, base: own.base + loan.base }, ticks, timeMs);
}
