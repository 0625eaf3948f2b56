import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import { PORTFOLIO_DECIMALS } from '../../../money/precision.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { parseCoins } from '../../../strategies/portfolio/coins.ts';
import { coinsSummary } from '../../../strategies/portfolio/coins-summary.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { eachPurchase, leastTotal } from './check.ts';

/** The remaining percent, the minimum (one purchase, or the exchange's), and for how many full purchases the money is enough. */
export function recurringSummary(values: FormValues, { minAmount }: CheckContext): readonly SummaryRow[] {
  const rows = parseCoins(values.coins ?? '') ?? [];
  const each = eachPurchase(values);
  const least = leastTotal(values, minAmount);
  const money = parseAmount(readDecimal(values.money ?? '') ?? '');
  const isKnown = each !== null && each > 0n && money !== null;
  return [
    ...coinsSummary(rows, least === null ? NO_FIGURE : minimumText(least, PORTFOLIO_DECIMALS)),
    { label: 'summary.purchases', kind: 'count', text: isKnown ? String(money / each) : NO_FIGURE, unit: '' },
  ];
}
