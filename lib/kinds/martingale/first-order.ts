import type { LadderBot, LadderParams } from '../../engine/body/ladder-bot.ts';
import { roundsOf } from '../../engine/body/rounds.ts';
import { type LadderPlan, orderAt, type PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { MartingaleParams } from './params.ts';

/** On a spot market or in a contract. */
export type MartingaleBot = LadderBot<MartingaleParams & LadderParams>;

/** Rounds of asking the book model for the first order's price until size and price agree. */
const PRICING_ROUNDS = 16;

export interface FirstOrder {
  readonly plan: LadderPlan;
  readonly order: PlannedOrder;
}

/** The first order of a round, sized for the price at which the book fills it, and the plan of those that follow. */
export function planFirstOrder(bot: MartingaleBot, ticks: number, timeMs: number): FirstOrder {
  const { side } = bot.params;
  const rounds = roundsOf(bot);
  let first = planAt(bot, ticks);
  for (let round = 0; round < PRICING_ROUNDS && first.order.quantity > 0n; round += 1) {
    const { order } = first;
    const filled = bot.marketTicks(side, rounds.leg.lotsOf(order.quantity), ticks, timeMs);
    if (filled === order.ticks) break;
    // A smaller order than the one before may fill better than it was sized for; it stays as it is.
    if (round > 0 && (side === 'buy' ? filled <= order.ticks : filled >= order.ticks)) {
      first = { ...first, order: { ...order, ticks: filled } };
      break;
    }
    first = planAt(bot, filled);
  }
  if (bot.params.spec.contract !== undefined) rounds.firstSize = first.plan.sizes[0] ?? null;
  return first;
}

/** The plan stays while the money is the same, and in a contract once the first order has its size. */
function planAt(bot: MartingaleBot, ticks: number): FirstOrder {
  const { rules, plan, firstSize } = roundsOf(bot);
  const budget = budgetOf(bot);
  const isSized = bot.params.spec.contract === undefined || firstSize !== null;
  const stays = plan !== null && plan.budget === budget && isSized;
  const sized = stays ? plan : rules.plan(ticks, budget, firstSize);
  return { plan: sized, order: orderAt(sized, 0, ticks, 0n) };
}

/** Profits in coins are not put back to work: a round uses the investment, or what losses have left of it. In a contract it uses the balance. */
function budgetOf(bot: MartingaleBot): bigint {
  const { investment, spec } = bot.params;
  const money = roundsOf(bot).leg.money();
  return spec.contract === undefined && money > investment ? investment : money;
}
