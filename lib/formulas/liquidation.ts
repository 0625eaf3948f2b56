import { UNITS_PER_COIN } from '../money/amount.ts';
import type { ContractTerms, RiskTier } from '../money/market-spec.ts';
import { type ContractSpec, type ExactValue, ticksNearValue } from './contract-value.ts';

/** The step of the contract's risk limits that a position value (settle units) falls into; the last one has no upper end. */
export function riskTierOf(terms: ContractTerms, value: bigint): RiskTier {
  const tiers = terms.riskTiers;
  for (const tier of tiers) {
    if (value <= tier.upToUnits) return tier;
  }
  const last = tiers.at(-1);
  if (last === undefined) throw new Error('A contract has at least one risk tier');
  return last;
}

const COIN = Number(UNITS_PER_COIN);

export interface HeldPosition {
  /** Signed contracts, not 0. */
  readonly size: bigint;
  /** Value at entry, settle units. */
  readonly entryValue: bigint;
  /** What stands behind the position: the account's balance without the unrealised profit, settle units. */
  readonly margin: bigint;
}

/**
 * The position value at which it is liquidated: where balance + unrealised profit = value × (mmr + taker). Null when
 * no price does that. Published form (Gate help 27724, decision H39), long (entry − margin/size) / (1 − (mmr + taker)),
 * short (entry + margin/size) / (1 + (mmr + taker)), multiplied by the size.
 *
 * An inverse contract's profit runs against its value (a long is short of the settle asset), so the two forms change
 * places: long (entryValue + margin) / (1 + (mmr + taker)), short (entryValue − margin) / (1 − (mmr + taker)).
 *
 * The maintenance rate is that of the tier of the value at entry, so that the form stays closed. `extraE8` is added to
 * the rate: where a bot acts that keeps away from its liquidation.
 */
export function liquidationValue(
  spec: ContractSpec,
  { size, entryValue, margin }: HeldPosition,
  extraE8 = 0n,
): ExactValue | null {
  const rate = riskTierOf(spec.contract, entryValue).maintenanceE8 + spec.contract.takerE8 + extraE8;
  const losesWithValue = size > 0n !== spec.contract.isInverse;
  const left = losesWithValue ? entryValue - margin : entryValue + margin;
  if (left <= 0n) return null;
  return {
    numerator: left * UNITS_PER_COIN,
    denominator: losesWithValue ? UNITS_PER_COIN - rate : UNITS_PER_COIN + rate,
  };
}

/** The rate of the last position that was asked about: a bot asks after every fill, nearly always about the same tier. */
const known: { terms: ContractTerms | null; tier: RiskTier | null; extraE8: bigint; rate: number } = {
  terms: null,
  tier: null,
  extraE8: 0n,
  rate: 0,
};

/** Maintenance, taker fee and `extraE8` as a fraction. */
function rateNear(terms: ContractTerms, tier: RiskTier, extraE8: bigint): number {
  if (terms === known.terms && tier === known.tier && extraE8 === known.extraE8) return known.rate;
  known.terms = terms;
  known.tier = tier;
  known.extraE8 = extraE8;
  known.rate = Number(tier.maintenanceE8 + terms.takerE8 + extraE8) / COIN;
  return known.rate;
}

/**
 * The mark price in ticks at which a position is liquidated: a long at or below it, a short at or above it. Rounded so
 * that exactly the prices past the formula's are included. Null when there is none. `extraE8` as in liquidationValue.
 */
export function liquidationTicks(spec: ContractSpec, position: HeldPosition, extraE8 = 0n): number | null {
  const { size, entryValue, margin } = position;
  if (size === 0n) return null;
  const isLong = size > 0n;
  const losesWithValue = isLong !== spec.contract.isInverse;
  const left = losesWithValue ? entryValue - margin : entryValue + margin;
  if (left <= 0n) return null;
  // The same as liquidationValue in floats, which is what decides but beside whole ticks.
  const rate = rateNear(spec.contract, riskTierOf(spec.contract, entryValue), extraE8);
  const near = Number(left) / (losesWithValue ? 1 - rate : 1 + rate);
  const exact = (): ExactValue => {
    const value = liquidationValue(spec, position, extraE8);
    if (value === null) throw new Error('A position that can be liquidated has no value to be liquidated at');
    return value;
  };
  const ticks = ticksNearValue(spec, isLong ? size : -size, near, exact, isLong ? 'down' : 'up');
  return ticks > 0 && Number.isFinite(ticks) ? ticks : null;
}
