import { formatAmount } from '../../money/amount.ts';
import type { SummaryRow } from '../definition.ts';
import { type CoinRow, PORTFOLIO_QUOTE, remainingPercent } from './coins.ts';

/** The first rows of every form of coins with shares: what is left to share out, and the minimum as a text. */
export function coinsSummary(rows: readonly CoinRow[], minimum: string): readonly SummaryRow[] {
  return [
    {
      label: 'summary.remaining_percent',
      kind: 'percent-range',
      text: formatAmount(remainingPercent(rows)),
      unit: '%',
    },
    { label: 'summary.min_investment', kind: 'amount', text: minimum, unit: PORTFOLIO_QUOTE },
  ];
}
