import { borrow, heldBy } from '../../engine/body/debt.ts';
import { priceOpening } from '../../engine/kinds/opening-price.ts';
import { layOutFundedGrid } from '../../formulas/margin-grid-layout.ts';
import { type AssetPair, loanOf } from '../../formulas/margin-loan.ts';
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
  const { params, view } = bot;
  const loan = loanAt(bot, ticks);
  const own = heldBy(bot);
  const funds = { quote: own.quote + loan.quote, base: own.base + loan.base };
  // Which side the order is on may change with the price; the distance to be budgeted for only grows.
  let distance = 0;
  const planAt = (openTicks: number) => {
    distance = Math.max(distance, Math.abs(openTicks - ticks));
    const buyTicks = ticks + distance;
    const sellTicks = Math.max(1, ticks - distance);
    const layout = layOutFundedGrid({ ...params, lines, lastTicks: ticks, funds, buyTicks, sellTicks });
    const side = layout.openSell > 0n ? ('sell' as const) : ('buy' as const);
    return { layout, side, quantity: side === 'sell' ? layout.openSell : layout.openBuy };
  };
  return priceOpening(ticks, planAt, (side, quantity) => view.marketFillTicks(0, side, quantity, ticks, timeMs));
}
