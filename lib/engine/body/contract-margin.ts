import { mulDivUp } from '../../money/amount.ts';
import type { ContractLeg, RestingOrders } from './contract-leg.ts';
import { accountEquityAt, type ContractPosition } from './contract-position.ts';
import { liquidationLevel, NO_TRADES, type RestingTrades } from './contract-statement.ts';

/** How much of a contract account stands free: what its owner may take out while it works. */

/**
 * The most margin that the account can come to need, settle units: of the position as it is, with every buy filled, or with every sell
 * filled – whichever is the most –, and the fees of those orders.
 */
export function neededMargin(leg: ContractLeg, { buys, sells }: RestingOrders): bigint {
  let most = 0n;
  for (const orders of [NO_TRADES, buys, sells]) {
    const needed = marginWith(leg, orders);
    if (needed > most) most = needed;
  }
  return most;
}

function marginWith({ position, leverage }: ContractLeg, { flow, fee }: RestingTrades): bigint {
  const basis = position.basis + flow;
  return mulDivUp(basis < 0n ? -basis : basis, 1n, BigInt(leverage)) + fee;
}

/** What stands behind the account's margin at a price, settle units: a gain that is not realised yet is no money, a loss that is not realised counts. */
export function ownMoney({ position }: ContractLeg, ticks: number): bigint {
  const equity = accountEquityAt(position, ticks);
  return equity < position.cash ? equity : position.cash;
}

/**
 * What may be taken out at a price, settle units, 0n at least: what balance and equity both have beyond the margin that could be needed,
 * and so little that the price stays before the liquidation price. Nothing without a position: there is no margin to be less then (M-184).
 */
export function reducibleMargin(leg: ContractLeg, orders: RestingOrders, ticks: number): bigint {
  const { position, isOpen, isMarkTouched } = leg;
  if (!isOpen || isMarkTouched) return 0n;
  const free = ownMoney(leg, ticks) - neededMargin(leg, orders);
  if (free <= 0n || !staysBefore(position, ticks, 0n)) return 0n;
  if (staysBefore(position, ticks, free)) return free;
  let most = 0n;
  let tooMuch = free;
  while (tooMuch - most > 1n) {
    const middle = (most + tooMuch) / 2n;
    if (staysBefore(position, ticks, middle)) most = middle;
    else tooMuch = middle;
  }
  return most;
}

/** Whether a price, were it the mark, does not liquidate the position when so much has been taken out. */
function staysBefore(position: ContractPosition, ticks: number, takenOut: bigint): boolean {
  const level = liquidationLevel({ ...position, cash: position.cash - takenOut });
  if (level === null) return true;
  return position.size > 0n ? ticks > level : ticks < level;
}
