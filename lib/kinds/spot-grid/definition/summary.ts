import { layOutGrid } from '../../../formulas/grid-quantities.ts';
import { gridReturnRange } from '../../../formulas/grid-return.ts';
import { formatAmount, parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { investmentAsset, moneyDecimals } from '../../../strategies/grid/invested.ts';
import { readLines } from '../../../strategies/rules/grid-values.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { readLayout } from './values.ts';

/** The live figures of the form: return per grid after fees, minimum investment, quantity per grid. */
export function summary(values: FormValues, context: CheckContext): readonly SummaryRow[] {
  const { spec, minAmount } = context;
  return [
    { label: 'summary.return_per_grid', kind: 'percent-range', text: returnText(values, context), unit: '%' },
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minAmount === null ? NO_FIGURE : minimumText(minAmount, moneyDecimals(values, spec)),
      unit: investmentAsset(values, spec),
    },
    { label: 'summary.quantity_per_grid', kind: 'amount', text: quantityText(values, context), unit: spec.base },
  ];
}

function returnText(values: FormValues, { spec, feeRate }: CheckContext): string {
  const lines = readLines(values, spec);
  if (lines === null) return NO_FIGURE;
  const { min, max } = gridReturnRange(lines, feeRate);
  return asRange((min * 100).toFixed(2), (max * 100).toFixed(2));
}

function quantityText(values: FormValues, { spec, lastTicks, feeRate }: CheckContext): string {
  const layout = readLayout(values, spec, lastTicks, feeRate);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (layout === null || investment === null || investment === 0n) return NO_FIGURE;
  const { quantities } = layOutGrid({ ...layout, openTicks: layout.lastTicks }, investment);
  return asRange(formatAmount(quantities.at(-1) as bigint), formatAmount(quantities[0] as bigint));
}

function asRange(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`;
}
