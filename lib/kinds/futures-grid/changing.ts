import { endSpent } from '../../engine/body/contract-closing.ts';
import { cancelOrders, isSpent } from '../../engine/body/contract-ladder.ts';
import { adoptAccount, closedWorth } from '../../engine/body/contract-money.ts';
import { payIn } from '../../engine/body/contract-position.ts';
import { tellPaidIn } from '../../engine/body/owner-money.ts';
import { resetWake } from '../../engine/body/path.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { BotChange } from '../../engine/engine-kind.ts';
import type { LifeRefusal } from '../../engine/machine.ts';
import { lookAtStops } from './decisions.ts';
import { FuturesGridBot } from './grid-bot.ts';
import { layGrid, planLaying, rangeOf } from './opening.ts';
import type { FuturesGridParams } from './params.ts';

/**
 * A running futures grid whose range, number of grids or money is another: it is laid anew around the present price as one that
 * opens there, but that one order at the market makes what it opens with of the position that it has. The bot as it is afterwards –
 * another object –, or why it stays as it is. `deposit`: money that comes in to be worked with, settle units.
 */
export function relayFuturesGrid(
  bot: FuturesGridBot,
  params: FuturesGridParams,
  { deposit, prices, timeMs }: BotChange,
): FuturesGridBot | LifeRefusal {
  if (!bot.isRunning) return 'not-running';
  // What the mark price has called for comes first.
  if (bot.leg.isMarkTouched) return 'liquidating';
  const ticks = prices[0] as number;
  const next = new FuturesGridBot(params, bot.view, bot.sink);
  adoptAccount(next, bot);
  if (deposit > 0n) payIn(next.leg.position, deposit);
  const laying = planLaying(next, workingMoney(next, ticks, timeMs), ticks, timeMs);
  if (laying.why === 'price') return 'no-price';
  if (laying.why === 'nothing-fits') return 'no-funds';
  if (laying.why !== null) return 'cannot-be-laid';
  cancelOrders(bot, timeMs, 'out-of-range');
  if (deposit > 0n) tellPaidIn(next, deposit, params.spec.contract.settle, timeMs);
  tellOperation(next, 'params', timeMs, rangeOf(bot), rangeOf(next));
  layGrid(next, laying.plan, ticks, timeMs);
  next.follow(timeMs);
  next.setTargets();
  if (isSpent(next)) endSpent(next, ticks, timeMs);
  else lookAtStops(next, ticks, timeMs);
  if (next.isRunning) resetWake(next, timeMs);
  return next;
}

/** What the grid is laid for: the investment, or what is left of the account where that is less. Profit, and margin that came in, only stand behind it. */
function workingMoney(bot: FuturesGridBot, ticks: number, timeMs: number): bigint {
  const { investment } = bot.params;
  const worth = closedWorth(bot, ticks, timeMs);
  return worth < investment ? worth : investment;
}
