import { FEWEST_COINS, smartPositionMinimum } from '../../../formulas/portfolio-minimum.ts';
import { formatAmount } from '../../../money/amount.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { type CoinRow, parseCoins, remainingPercent, SMART_QUOTE } from './coins.ts';
import { smartDecimals } from './values.ts';

/** The remaining percent (C-245) and the minimum: the exchange's, or 10 for each coin until it is known. */
export function smartSummary(values: FormValues, { minAmount }: CheckContext): readonly SummaryRow[] {
  const rows = parseCoins(values.coins ?? '') ?? [];
  const least = minAmount ?? smartPositionMinimum(Math.max(FEWEST_COINS, rows.length));
  return coinsSummary(rows, minimumText(least, smartDecimals()));
}

/** The first rows of every form of coins with shares: what is left to share out, and the minimum as a text. */
export function coinsSummary(rows: readonly CoinRow[], minimum: string): readonly SummaryRow[] {
  return [
    {
      label: 'summary.remaining_percent',
      kind: 'percent-range',
      text: formatAmount(remainingPercent(rows)),
      unit: '%',
    },
    { label: 'summary.min_investment', kind: 'amount', text: minimum, unit: SMART_QUOTE },
  ];
}
