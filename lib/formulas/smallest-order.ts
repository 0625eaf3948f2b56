import { ceilToStep, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

/** Smallest quantity that is an order at a price (quote units per coin): both minima of the market, whole lots. */
export function smallestOrder(spec: MarketSpec, price: bigint): bigint {
  const byValue = mulDivUp(spec.minQuoteUnits, UNITS_PER_COIN, price);
  return ceilToStep(byValue > spec.minBaseUnits ? byValue : spec.minBaseUnits, spec.lotUnits);
}

/** Smallest quantity that the market takes at a price: base units on spot, contracts on a contract. */
export function smallestAt(spec: MarketSpec, ticks: number): bigint {
  if (spec.contract !== undefined) return spec.contract.sizeMin;
  return smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
}
