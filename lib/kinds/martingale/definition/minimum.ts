import { martingaleMinimum } from '../../../formulas/martingale-minimum.ts';
import type { FormValues, TypedFacts } from '../../../strategies/definition.ts';
import { assetInUsdt } from '../../../strategies/rules/asset-price.ts';
import { readTerms } from './terms.ts';

/** H33: what the ladder as typed needs at the last price. */
export function minimumOfLadder(values: FormValues, facts: TypedFacts): bigint | null {
  const terms = readTerms(values, facts.spec, facts.feeRate);
  if (terms === null || facts.lastTicks === null) return null;
  return martingaleMinimum(terms, facts.lastTicks, assetInUsdt(facts.spec, facts.lastTicks));
}
