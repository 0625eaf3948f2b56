import type { CoinBot } from '../../engine/body/coin-bot.ts';
import type { CoinParams } from '../../engine/body/coin-params.ts';
import { wholeUnitsOf } from '../../engine/body/exact.ts';
import { roundsOf } from '../../engine/body/round-life.ts';
import type { MartingaleParams } from '../../engine/martingale-params.ts';
import { type LadderPlan, orderAt, type PlannedOrder } from '../../formulas/martingale-ladder.ts';

export type MartingaleBotParams = MartingaleParams & CoinParams;

/** Rounds of asking the book model for the first order's price until size and price agree. */
const PRICING_ROUNDS = 16;

export interface FirstOrder {
  readonly plan: LadderPlan;
  readonly order: PlannedOrder;
}

/** The first order of a round, sized for the price at which the book fills it, and the plan of those that follow. */
export function planFirstOrder(bot: CoinBot<MartingaleBotParams>, ticks: number, timeMs: number): FirstOrder {
  const { side } = bot.params;
  const plan = planOf(bot, ticks);
  let at = ticks;
  let order = orderAt(plan, 0, at, 0n);
  for (let round = 0; round < PRICING_ROUNDS && order.quantity > 0n; round += 1) {
    const filled = bot.view.marketFillTicks(0, side, order.quantity, ticks, timeMs);
    if (filled === at) break;
    // A smaller order than the one before may fill better than it was sized for; it stays as it is.
    if (round > 0 && (side === 'buy' ? filled <= at : filled >= at))
      return { plan, order: { ...order, ticks: filled } };
    at = filled;
    order = orderAt(plan, 0, at, 0n);
  }
  return { plan, order };
}

/** Profits are not put back to work: a round uses the investment, or what losses have left of it. */
function planOf(bot: CoinBot<MartingaleBotParams>, ticks: number): LadderPlan {
  const { rules, plan } = roundsOf(bot);
  const { investment } = bot.params;
  const money = wholeUnitsOf(bot.quote);
  const budget = money < investment ? money : investment;
  return plan !== null && plan.budget === budget ? plan : rules.plan(ticks, budget);
}
