import { heldBy } from '../../engine/body/debt.ts';
import { cancelLadder } from '../../engine/body/ladder.ts';
import { payIn, raiseKeptValue, tellDeposit } from '../../engine/body/owner-money.ts';
import { leap, resetWake } from '../../engine/body/path.ts';
import { tellOperation } from '../../engine/body/tell.ts';
import type { LifeRefusal } from '../../engine/machine.ts';
import { fitsLadder } from '../../formulas/largest-order.ts';
import { formatAmount, mulDivDown, UNITS_PER_COIN } from '../../money/amount.ts';
import { INFINITE_GRID, rebalance } from './decisions.ts';
import { type InfiniteBot, setStops } from './infinite-bot.ts';
import type { InfiniteGridParams } from './params.ts';

/**
 * A running infinite grid whose fall or rise is another, or that is given more money (quote units): V rises by what that buys net
 * of its fee, one order at the market brings the coins to V, and both orders are laid around the present price. The money
 * of sales stays there to buy back with. `before`: its params until now. Null, or why it cannot be; nothing was told then.
 */
export function relayInfinite(
  bot: InfiniteBot,
  before: InfiniteGridParams,
  deposit: bigint,
  ticks: number,
  timeMs: number,
): LifeRefusal | null {
  if (!bot.isRunning) return 'not-running';
  const { params, spec } = bot;
  const bought = mulDivDown(deposit, UNITS_PER_COIN - params.feeRate, UNITS_PER_COIN);
  const coins = mulDivDown(bought, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  if (!fitsLadder(spec, [heldBy(bot).base + coins], 0)) return 'cannot-be-laid';
  cancelLadder(bot, timeMs, 'out-of-range');
  payIn(bot, deposit);
  raiseKeptValue(bot, bought);
  tellDeposit(bot, deposit, timeMs);
  tellOperation(bot, 'params', timeMs, swingOf(before), swingOf(params));
  setStops(bot);
  rebalance(bot, ticks, timeMs);
  resetWake(bot, timeMs);
  // A stop that the price is past already acts at once.
  leap(bot, INFINITE_GRID, ticks, timeMs);
  return null;
}

/** As the wire says them: fractions of the last trade. */
function swingOf({ fallE8, riseE8 }: InfiniteGridParams): { low_price: string; high_price: string } {
  return { low_price: formatAmount(fallE8), high_price: formatAmount(riseE8) };
}
