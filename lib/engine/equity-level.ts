import { type ContractSpec, ticksNearValue } from '../formulas/contract-value.ts';
import type { ContractPosition } from './body/contract-position.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from './machine.ts';

/** An equity, settle units: exact, and as a number where one holds it. Bots with stops on their equity ask for their levels after every fill. */
export interface EquityTarget {
  readonly exact: bigint;
  /** NaN: no number holds it. */
  readonly near: number;
}

export function targetOf(exact: bigint): EquityTarget {
  const near = Number(exact);
  return { exact, near: Number.isSafeInteger(near) ? near : Number.NaN };
}

/** What every level of a position's equity follows from: worked out once for several of them. Needs a position. */
export interface EquityBase {
  readonly spec: ContractSpec;
  readonly isLong: boolean;
  /** Contracts, > 0. */
  readonly contracts: bigint;
  /** Balance and basis: what is left is the value of the position at a price. */
  readonly worth: EquityTarget;
}

export function equityBaseOf({ spec, size, cash, basis }: ContractPosition): EquityBase {
  const isLong = size > 0n;
  return { spec, isLong, contracts: isLong ? size : -size, worth: targetOf(cash + basis) };
}

/**
 * The price level at which an account's equity (balance and profit not yet realised, settle units) is at most, or at
 * least, `target`. For a long, "at most" holds at and below the level and "at least" at and above it; for a short the
 * other way round. NO_LEVEL_… on the side that it lies on when no price does it; the far end of that side when every
 * price does.
 */
export function equityLevelOf(base: EquityBase, target: EquityTarget, wanted: 'atMost' | 'atLeast'): number {
  const { spec, isLong, contracts, worth } = base;
  const isBelow = isLong === (wanted === 'atMost');
  const gainsWithValue = isLong !== spec.contract.isInverse;
  const exact = (): bigint => (gainsWithValue ? target.exact - worth.exact : worth.exact - target.exact);
  let value = gainsWithValue ? target.near - worth.near : worth.near - target.near;
  if (Number.isNaN(value)) value = Number(exact());
  if (value <= 0) {
    const isEverywhere = gainsWithValue !== (wanted === 'atMost');
    return isBelow === isEverywhere ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW;
  }
  const fraction = () => ({ numerator: exact(), denominator: 1n });
  const ticks = ticksNearValue(spec, contracts, value, fraction, isBelow ? 'down' : 'up');
  return ticks < NO_LEVEL_ABOVE ? ticks : NO_LEVEL_ABOVE;
}

/** equityLevelOf for one level. Needs a position. */
export function equityLevel(position: ContractPosition, target: bigint, wanted: 'atMost' | 'atLeast'): number {
  return equityLevelOf(equityBaseOf(position), targetOf(target), wanted);
}
