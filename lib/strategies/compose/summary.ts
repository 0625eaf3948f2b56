import { formatAmount } from '../../money/amount.ts';
import { NO_FIGURE } from '../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../definition.ts';
import type { ConditionSource } from './source.ts';
import { composeAsset, composeMinAmount, openingValue } from './values.ts';

/** The minimum, and what one opening trade is worth at most. */
export function composeSummary(
  source: ConditionSource,
  values: FormValues,
  { spec, minAmount }: CheckContext,
): readonly SummaryRow[] {
  const asset = composeAsset(values, spec);
  const text = (units: bigint | null): string => (units === null ? NO_FIGURE : formatAmount(units));
  return [
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: text(composeMinAmount(asset, minAmount)),
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
