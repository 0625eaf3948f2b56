import { formatAmount, parseAmount } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import { NO_FIGURE } from '../../money/display.ts';
import type { FormValues, SummaryRow } from '../definition.ts';
import { parseCoins, remainingPercent } from '../smart-position/coins.ts';
import { eachPurchase } from './check.ts';

/** The remaining percent, and for how many purchases the money is enough, each at its full amount. */
export function recurringSummary(values: FormValues): readonly SummaryRow[] {
  const rows = parseCoins(values.coins ?? '') ?? [];
  const each = eachPurchase(values);
  const money = parseAmount(readDecimal(values.money ?? '') ?? '');
  const isKnown = each !== null && each > 0n && money !== null;
  return [
    {
      label: 'summary.remaining_percent',
      kind: 'percent-range',
      text: formatAmount(remainingPercent(rows)),
      unit: '%',
    },
    { label: 'summary.purchases', kind: 'count', text: isKnown ? String(money / each) : NO_FIGURE, unit: '' },
  ];
}
