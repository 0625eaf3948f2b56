import { martingaleMinimum } from '../../../formulas/martingale-minimum.ts';
import type { FormValues, TypedFacts } from '../../../strategies/definition.ts';
import { assetInUsdt } from '../../../strategies/rules/asset-price.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';
import { readTerms } from './terms.ts';

/** H33: what the ladder as typed needs where it begins, at the trigger or the last price. */
export function minimumOfLadder(values: FormValues, facts: TypedFacts): bigint | null {
  const terms = readTerms(values, facts.spec, facts.feeRate);
  const start = startTicks(values, facts);
  if (terms === null || facts.lastTicks === null || start === null) return null;
  return martingaleMinimum(terms, start, assetInUsdt(facts.spec, facts.lastTicks));
}
