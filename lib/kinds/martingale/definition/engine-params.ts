import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { optionalTicks } from '../../../strategies/rules/grid-values.ts';
import { contractOf } from '../../futures-grid/definition/values.ts';
import type { ContractMartingaleParams, MartingaleParams } from '../params.ts';
import { readTerms } from './values.ts';

/** Exact engine parameters; only for values that the check has passed. */
export function martingaleEngineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): MartingaleParams {
  const terms = readTerms(values, spec, feeRate);
  if (terms === null) throw new Error('engineParams needs values that the check has passed');
  return { ...terms, triggerTicks: optionalTicks(values.trigger_price, spec) };
}

export function contractMartingaleEngineParams(
  values: FormValues,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): ContractMartingaleParams {
  return { ...martingaleEngineParams(values, spec, feeRate), spec: contractOf(spec) };
}
