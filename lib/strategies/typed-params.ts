import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';
import type { FormValues, StrategyDefinition } from './definition.ts';

/** Exact params of what a form holds: those of the payload that it would send. Only for values that the check has passed. */
export function typedParams<Payload, Params>(
  { encode, params }: Pick<StrategyDefinition<Payload, Params>, 'encode' | 'params'>,
  values: FormValues,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): Params {
  return params(encode(values, spec), spec, feeRate);
}
