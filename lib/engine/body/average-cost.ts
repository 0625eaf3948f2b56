import { mulDivUp } from '../../money/amount.ts';
import { EQUITY_SCALE } from '../machine.ts';
import { type CoinTrade, changeTotal, enterTrade, tellTrade } from './books.ts';
import type { CoinLeg } from './coin-leg.ts';
import { exactOf, setTotal, wholeUnitsOf } from './exact.ts';

/** Coins that are sold at the average cost of all that are held: every sale completes a trade. */

type Trade = Omit<CoinTrade, 'side'>;

/** Coins that the trader brings come in at the price of the start. */
export function bring(leg: CoinLeg, quantity: bigint, ticks: number): void {
  const value = quantity * BigInt(ticks) * leg.spec.tickUnits;
  leg.held = quantity;
  setTotal(leg.start, value);
  setTotal(leg.positionCash, -value);
  setTotal(leg.paid, ((value + EQUITY_SCALE - 1n) / EQUITY_SCALE) * EQUITY_SCALE);
}

export function buyCoins(leg: CoinLeg, trade: Trade, timeMs: number): void {
  const bought = { ...trade, side: 'buy' } as const;
  const booked = enterTrade(leg, bought);
  changeTotal(leg.paid, booked.quote * EQUITY_SCALE);
  tellTrade(leg, bought, booked, null, timeMs);
}

/** Sells some of the leg's coins. Returns what they brought net of both fees; what they cost is rounded up. `completes`: it is told as the fill's own. */
export function sellCoins(leg: CoinLeg, trade: Trade, completes: boolean, timeMs: number): bigint {
  const sold = { ...trade, side: 'sell' } as const;
  const { held } = leg;
  const cost = (-exactOf(leg.positionCash) * trade.quantity) / held;
  const paid = mulDivUp(wholeUnitsOf(leg.paid), trade.quantity, held);
  const booked = enterTrade(leg, sold);
  const gained = booked.quote * EQUITY_SCALE - cost;
  changeTotal(leg.gridProfit, gained);
  changeTotal(leg.positionCash, -gained);
  changeTotal(leg.paid, -paid * EQUITY_SCALE);
  const profit = booked.quote - booked.fee - paid;
  tellTrade(leg, sold, booked, completes ? profit : null, timeMs);
  return profit;
}
