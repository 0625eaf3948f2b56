import { mulDivDown, mulDivUp } from '../money/amount.ts';
import { EQUITY_SCALE } from './machine.ts';

/**
 * Coins that were bought to be sold as one, and what they cost. `base` are the position's; parts of a lot, or coins worth
 * less than the market takes, that an earlier position could not sell are `spareBase` – they keep their share of the cost
 * and go along with the next whole sale. `paid` and `sparePaid` are quote units with the fees taken in coins; `carry` and
 * `spareCarry` are in EquityStatement's scale, before fees.
 */
export interface HeldCoins {
  base: bigint;
  paid: bigint;
  carry: bigint;
  spareBase: bigint;
  sparePaid: bigint;
  spareCarry: bigint;
}

export function newHeldCoins(): HeldCoins {
  return { base: 0n, paid: 0n, carry: 0n, spareBase: 0n, sparePaid: 0n, spareCarry: 0n };
}

/** Coins have come in for so much; `feeValue`: the fee that was taken out of them, at the price of the purchase. */
export function takeIn(held: HeldCoins, coins: bigint, paid: bigint, feeValue: bigint): void {
  held.base += coins;
  held.paid += paid;
  held.carry += paid * EQUITY_SCALE - feeValue;
}

/** The share of so many of the coins in what all of them cost: what was paid rounded up, what they cost before fees rounded down. */
export function shareOfCost(
  { base, paid, carry }: Pick<HeldCoins, 'base' | 'paid' | 'carry'>,
  quantity: bigint,
): Pick<HeldCoins, 'paid' | 'carry'> {
  return { paid: mulDivUp(paid, quantity, base), carry: mulDivDown(carry, quantity, base) };
}

/** Some of the coins are sold: takes them out with their share of the cost, and returns it. */
export function takeOut(held: HeldCoins, quantity: bigint): Pick<HeldCoins, 'paid' | 'carry'> {
  const cost = shareOfCost(held, quantity);
  held.base -= quantity;
  held.paid -= cost.paid;
  held.carry -= cost.carry;
  return cost;
}

/** Before a sale of everything: the spare coins go along. */
export function gatherSpare(position: HeldCoins): void {
  position.base += position.spareBase;
  position.paid += position.sparePaid;
  position.carry += position.spareCarry;
  position.spareBase = 0n;
  position.sparePaid = 0n;
  position.spareCarry = 0n;
}

/** The position is over: what is left of it is spare. */
export function leaveSpare(position: HeldCoins): void {
  position.spareBase += position.base;
  position.sparePaid += position.paid;
  position.spareCarry += position.carry;
  position.base = 0n;
  position.paid = 0n;
  position.carry = 0n;
}

/** All coins, spare ones included. */
export function coinsOf({ base, spareBase }: HeldCoins): bigint {
  return base + spareBase;
}
