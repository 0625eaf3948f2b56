import type { SideLiquidation } from '../../formulas/futures-grid-liquidation.ts';
import { liquidationTicks } from '../../formulas/liquidation.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import { statementOf } from '../equity-statement.ts';
import { EQUITY_SCALE, type EquityStatement, type PositionStatement } from '../machine.ts';
import {
  accountEquityAt,
  type ContractPosition,
  closingFlow,
  entryValueOf,
  unrealisedAt,
} from './contract-position.ts';

/** What is said of an account in one contract: where it is liquidated, what it is worth, what is open. Nothing here changes it. */

/** The trades that resting orders would make: their sums. */
export interface RestingTrades {
  /** Signed contracts. */
  readonly contracts: bigint;
  readonly flow: bigint;
  readonly fee: bigint;
}

/** Nothing rests. */
export const NO_TRADES: RestingTrades = { contracts: 0n, flow: 0n, fee: 0n };

/** Mark price in ticks at which the account is liquidated with what it holds now (H39); null when it cannot be. */
export function liquidationLevel(position: ContractPosition): number | null {
  const { spec, size, cash } = position;
  if (size === 0n) return null;
  return liquidationTicks(spec, { size, entryValue: entryValueOf(position), margin: cash });
}

/**
 * Both liquidation prices of one side (H39): of what is held there, and if the resting orders that add to it fill as
 * well. `added`: so many settle units more stand in the account, fewer when negative. Null where nothing of that side is
 * held and nothing could come to be.
 */
export function sideLiquidation(
  position: ContractPosition,
  side: 'long' | 'short',
  resting: RestingTrades,
  added = 0n,
): SideLiquidation | null {
  const account = { ...position, cash: position.cash + added };
  const isThere = (size: bigint): boolean => (side === 'long' ? size > 0n : size < 0n);
  if (!isThere(account.size + resting.contracts)) return null;
  return {
    held: isThere(account.size) ? liquidationLevel(account) : null,
    full: liquidationLevelWith(account, resting),
  };
}

/** The same if these orders fill as well. `size` may be 0n: then they alone are the position. */
function liquidationLevelWith(position: ContractPosition, resting: RestingTrades): number | null {
  const size = position.size + resting.contracts;
  const basis = position.basis + resting.flow;
  const entryValue = basis < 0n ? -basis : basis;
  return liquidationTicks(position.spec, { size, entryValue, margin: position.cash - resting.fee });
}

/**
 * The identity at a price, in EquityStatement's scale. Equity is counted from the balance and the basis, everything
 * else from the flows; `gridProfit` is the kind's own part of them before fees (completed pairs or rounds), settle units.
 */
export function contractEquityAt(position: ContractPosition, ticks: number, gridProfit: bigint): EquityStatement {
  const { start, deposits, withdrawals, flows, fees, funding, insurance } = position;
  const equity = accountEquityAt(position, ticks);
  const positionProfit = flows + closingFlow(position, ticks) + insurance - gridProfit;
  return statementOf({
    start: start * EQUITY_SCALE,
    deposits: deposits * EQUITY_SCALE,
    withdrawals: withdrawals * EQUITY_SCALE,
    gridProfit: gridProfit * EQUITY_SCALE,
    positionProfit: positionProfit * EQUITY_SCALE,
    fees: fees * EQUITY_SCALE,
    funding: funding * EQUITY_SCALE,
    equity: equity * EQUITY_SCALE,
  });
}

/** Margin that the position binds at a leverage, settle units. */
export function marginOf(position: ContractPosition, leverage: number): bigint {
  return mulDivUp(entryValueOf(position), 1n, BigInt(leverage));
}

/** What the position's rows show; null without one. `full`: liquidation if all orders on the losing side fill. */
export function positionStatement(
  position: ContractPosition,
  markTicks: number,
  leverage: number,
  full: number | null,
): PositionStatement | null {
  const { size } = position;
  if (size === 0n) return null;
  return {
    size,
    entryTicks: averageEntryTicks(position),
    leverage,
    margin: marginOf(position, leverage),
    unrealised: unrealisedAt(position, markTicks),
    liquidationTicks: liquidationLevel(position),
    fullLiquidationTicks: full,
  };
}

/** Average price of the open contracts in ticks, for display: a float. NaN without a position. */
export function averageEntryTicks(position: ContractPosition): number {
  const { spec, size } = position;
  const { isInverse, quantoUnits } = spec.contract;
  const units = Number((size < 0n ? -size : size) * quantoUnits);
  const value = Number(entryValueOf(position));
  const price = isInverse ? units / value : value / units;
  return (price * Number(UNITS_PER_COIN)) / Number(spec.tickUnits);
}
