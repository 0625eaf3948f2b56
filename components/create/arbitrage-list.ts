import type { ArbitragePair } from '#components/form/use-several-markets.ts';
import { arbitrageAnnualRateE8 } from '#lib/formulas/arbitrage-terms.ts';
import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';

/** Pairs that have the text in their name and allow the leverage (C-059, C-060). */
export function matchingPairs(
  pairs: readonly ArbitragePair[],
  search: string,
  leverage: number,
): readonly ArbitragePair[] {
  const wanted = search.trim().toUpperCase().replace('/', '_');
  return pairs.filter(({ pair, multiple }) => multiple >= leverage && pair.includes(wanted));
}

/** Reference annual rate of a pair as a signed fraction (C-062, C-430, E-357); '' while its funding is not known. */
export function annualRateOf({ funding_rate, funding_interval }: ArbitragePair, leverage: number): string {
  const rate = parseSignedAmount(funding_rate);
  if (rate === null || funding_interval <= 0) return '';
  const annual = arbitrageAnnualRateE8(rate, funding_interval * 1000, leverage);
  return annual < 0n ? `-${formatAmount(-annual)}` : formatAmount(annual);
}
