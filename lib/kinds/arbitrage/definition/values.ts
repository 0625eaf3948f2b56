import { type ContractSpec, isContract } from '../../../formulas/contract-value.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import { inputDecimals } from '../../../money/precision.ts';
import type { FormValues, LeverageLimits, SaysAsset } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';

/** C-292, E-344: 1X to 3X, the second option at first (M-373). */
export const ARBITRAGE_LEVERAGES = ['1', '2', '3'] as const;
/** C-338: decimals of the spread. */
export const SPREAD_DECIMALS = 12;

export const ARBITRAGE_DEFAULTS: FormValues = {
  money: '',
  leverage: ARBITRAGE_LEVERAGES[1],
  spread_rate: '',
  ...TEXT_DEFAULTS,
};

/** The contract whose sale covers the coins: linear, settled in the quote asset. Undefined where the market has none. */
export function contractLeg(spec: MarketSpec): ContractSpec | undefined {
  return Object.values(spec.companions ?? {})
    .filter(isContract)
    .find(({ market, contract }) => market === spec.market && !contract.isInverse);
}

export function arbitrageAsset(_said: SaysAsset, spec: MarketSpec): string {
  return spec.quote;
}

export function arbitrageDecimals(_values: FormValues, spec: MarketSpec): number {
  return inputDecimals(spec.quote, null);
}

/** Up to 3X, and no more than the contract allows. */
export function arbitrageLeverage(spec: MarketSpec): LeverageLimits {
  return { min: 1, max: Math.min(ARBITRAGE_LEVERAGES.length, contractLeg(spec)?.contract.leverageMax ?? 3) };
}

export function readArbitrageLeverage(
  values: { readonly leverage?: string | undefined },
  spec: MarketSpec,
): number | null {
  return readLeverage(values, arbitrageLeverage(spec));
}
