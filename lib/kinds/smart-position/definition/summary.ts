import { FEWEST_COINS, portfolioMinimum } from '../../../formulas/portfolio-minimum.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { parseCoins, portfolioDecimals } from '../../../strategies/portfolio/coins.ts';
import { coinsSummary } from '../../../strategies/portfolio/coins-summary.ts';
import { minimumText } from '../../../strategies/rules/money.ts';

/** The remaining percent (C-245) and the minimum: the exchange's, or 10 for each coin until it is known. */
export function smartSummary(values: FormValues, { minAmount }: CheckContext): readonly SummaryRow[] {
  const rows = parseCoins(values.coins ?? '') ?? [];
  const least = minAmount ?? portfolioMinimum(Math.max(FEWEST_COINS, rows.length));
  return coinsSummary(rows, minimumText(least, portfolioDecimals()));
}
