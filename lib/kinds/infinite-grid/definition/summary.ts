import { NO_FIGURE } from '../../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { investmentAsset, moneyDecimals } from '../../../strategies/grid/invested.ts';
import { minimumText } from '../../../strategies/rules/money.ts';

export function infiniteSummary(values: FormValues, { spec, minAmount }: CheckContext): readonly SummaryRow[] {
  return [
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minAmount === null ? NO_FIGURE : minimumText(minAmount, moneyDecimals(values, spec)),
      unit: investmentAsset(values, spec),
    },
  ];
}
