import { martingaleMinimum } from '../../formulas/martingale-minimum.ts';
import type { FormValues, MinimumFacts } from '../definition.ts';
import { investmentInUsdt } from '../rules/asset-price.ts';
import { readTerms } from './values.ts';

/** H33: what the ladder as typed needs at the last price. */
export function minimumOfLadder(values: FormValues, facts: MinimumFacts): bigint | null {
  const terms = readTerms(values, facts.spec, facts.feeRate);
  if (terms === null || facts.lastTicks === null) return null;
  return martingaleMinimum(terms, facts.lastTicks, investmentInUsdt(facts));
}
