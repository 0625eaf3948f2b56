import type { OrderRole } from '../../contract/bot-words.ts';
import { ceilToStep } from '../../money/amount.ts';
import { shareOfCost } from '../held-coins.ts';
import { EQUITY_SCALE } from '../machine.ts';
import { moveCoins, realise, tellTrade } from './books.ts';
import type { CoinLeg } from './coin-leg.ts';
import { changeUnits, exactOf, setTotal, wholeUnitsOf } from './exact.ts';

/** Coins that are sold at the average cost of all that are held: every sale completes a trade. */

/** Whole lots in units of the coin, at a price. */
export interface CoinTrade {
  readonly role: OrderRole;
  readonly quantity: bigint;
  readonly ticks: number;
}

/** Coins that the trader brings come in at the price of the start. */
export function bring(leg: CoinLeg, quantity: bigint, ticks: number): void {
  const value = quantity * BigInt(ticks) * leg.spec.tickUnits;
  leg.held = quantity;
  setTotal(leg.start, value);
  setTotal(leg.positionCash, -value);
  setTotal(leg.paid, ceilToStep(value, EQUITY_SCALE));
}

export function buyCoins(leg: CoinLeg, { role, quantity, ticks }: CoinTrade, timeMs: number): void {
  const moved = moveCoins(leg, { side: 'buy', quantity, ticks }, 'market', timeMs);
  changeUnits(leg.paid, moved.quote);
  tellTrade(leg, { side: 'buy', role, level: -1, quantity, matchProfit: null }, moved, timeMs);
}

/** Sells some of the leg's coins. Returns what they brought net of both fees, less what they cost. `completes`: that is told as the fill's own. */
export function sellCoins(
  leg: CoinLeg,
  { role, quantity, ticks }: CoinTrade,
  completes: boolean,
  timeMs: number,
): bigint {
  const all = { base: leg.held, paid: wholeUnitsOf(leg.paid), carry: -exactOf(leg.positionCash) };
  const cost = shareOfCost(all, quantity);
  const moved = moveCoins(leg, { side: 'sell', quantity, ticks }, 'market', timeMs);
  realise(leg, moved.quote * EQUITY_SCALE - cost.carry);
  changeUnits(leg.paid, -cost.paid);
  const profit = moved.quote - moved.fee - cost.paid;
  const matchProfit = completes ? profit : null;
  tellTrade(leg, { side: 'sell', role, level: -1, quantity, matchProfit }, moved, timeMs);
  return profit;
}
