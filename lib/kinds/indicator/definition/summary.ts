import { formatAmount } from '../../../money/amount.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import type { ConditionSource } from './source.ts';
import { indicatorAsset, indicatorDecimals, indicatorMinAmount, openingValue } from './values.ts';

/** The minimum, and what one opening trade is worth at most. */
export function indicatorSummary(
  source: ConditionSource,
  values: FormValues,
  { spec, minAmount }: CheckContext,
): readonly SummaryRow[] {
  const asset = indicatorAsset(values, spec);
  const minimum = indicatorMinAmount(asset, minAmount);
  const text = (units: bigint | null): string => (units === null ? NO_FIGURE : formatAmount(units));
  return [
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minimum === null ? NO_FIGURE : minimumText(minimum, indicatorDecimals(values, spec)),
      unit: asset,
    },
    {
      label: 'summary.opening_value',
      kind: 'amount',
      text: text(openingValue(values, spec, source.read(values, spec))),
      unit: asset,
    },
  ];
}
