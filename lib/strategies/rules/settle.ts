import { type ContractSpec, isContract } from '../../formulas/contract-value.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { FormValues, SaysAsset } from '../definition.ts';

/** The contract behind a futures form. A spot market in its place is a bug of the page. */
export function contractOf(spec: MarketSpec): ContractSpec {
  if (!isContract(spec)) throw new Error(`${spec.market} is not a contract`);
  return spec;
}

export function settleAsset(_said: SaysAsset, spec: MarketSpec): string {
  return contractOf(spec).contract.settle;
}

/** X23: BTC-settled amounts have 6 decimals, USDT 4. */
export function settleDecimals(values: FormValues, spec: MarketSpec): number {
  return settleAsset(values, spec) === 'BTC' ? 6 : 4;
}
