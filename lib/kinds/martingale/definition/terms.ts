import type { MartingaleTerms } from '../../../formulas/martingale-terms.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { percentE8 } from '../../../strategies/rules/grid-values.ts';
import { martingaleTerms } from './params-of.ts';
import { encodeMartingale } from './payload.ts';

/** What ladder, minimum and lines of a form start from; null until every setting can be read. Money unknown counts as 0. */
export function readTerms(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): MartingaleTerms | null {
  // What is not typed yet is sent as a zero.
  if (percentE8(values.take_profit_per_cycle) === null) return null;
  return martingaleTerms(encodeMartingale(values, spec).params, spec, feeRate);
}
