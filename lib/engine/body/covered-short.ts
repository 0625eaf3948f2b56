import { liquidationTicks } from '../../formulas/liquidation.ts';
import { ContractLeg } from './contract-leg.ts';
import { entryValueOf } from './contract-position.ts';
import { settleFundingAt } from './contract-trade.ts';

/**
 * Contracts that were sold beside coins. Every part of them that is bought back completes a pair with the coins that were sold
 * with it: it takes its share of the fees and of the funding along.
 */
export class CoveredShort extends ContractLeg {
  /** Profit of the contracts that were bought back, before fees, settle units. */
  profit = 0n;
  /** Fees and funding that belong to the contracts that are open, settle units. */
  openFees = 0n;
  openFunding = 0n;
}

/** Settles funding when this is a time of it. */
export function settleShortFunding(short: CoveredShort, prices: readonly number[], timeMs: number): void {
  const { position } = short;
  if (timeMs % position.spec.contract.fundingIntervalMs !== 0) return;
  const before = position.funding;
  settleFundingAt(short, short.markOf(prices), timeMs);
  short.openFunding += position.funding - before;
}

/**
 * Mark price, ticks, from which on the account is so little above its liquidation: a second taker fee and `safetyE8` (1e-8) of
 * the contracts' value. Null when none is.
 */
export function nearLiquidation({ position }: CoveredShort, safetyE8: bigint): number | null {
  const { spec, size, cash } = position;
  const extra = spec.contract.takerE8 + safetyE8;
  return liquidationTicks(spec, { size, entryValue: entryValueOf(position), margin: cash }, extra);
}
