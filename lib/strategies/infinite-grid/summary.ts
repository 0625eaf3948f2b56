import { formatAmount } from '../../money/amount.ts';
import { NO_FIGURE } from '../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../definition.ts';
import { investmentAsset } from '../spot-grid/values.ts';

export function infiniteSummary(values: FormValues, { spec, minAmount }: CheckContext): readonly SummaryRow[] {
  return [
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minAmount === null ? NO_FIGURE : formatAmount(minAmount),
      unit: investmentAsset(values, spec),
    },
  ];
}
