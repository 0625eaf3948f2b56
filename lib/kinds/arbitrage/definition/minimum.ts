import { arbitrageMinimum } from '../../../formulas/arbitrage-terms.ts';
import type { FormValues, TypedFacts } from '../../../strategies/definition.ts';
import { contractLeg, readArbitrageLeverage } from './values.ts';

/** C-248, H34: what both legs need at the last price. */
export function minimumOfArbitrage(values: FormValues, facts: TypedFacts): bigint | null {
  const { spec, lastTicks, nextFundingE8 = null, minTotal } = facts;
  const contract = contractLeg(spec);
  const leverage = readArbitrageLeverage(values, spec);
  if (contract === undefined || leverage === null || lastTicks === null) return null;
  return arbitrageMinimum(spec, contract, lastTicks, leverage, nextFundingE8, minTotal ?? undefined);
}
