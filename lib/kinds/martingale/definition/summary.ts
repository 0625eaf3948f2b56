import { displayTicks } from '../../../formulas/martingale-terms.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import { formatTicks } from '../../../money/market-spec.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { plannedLadder } from './lines.ts';
import { martingaleAsset, martingaleDecimals } from './values.ts';

/** Minimum, average with everything bought, the fall that the ladder covers, and a contract's liquidation prices. */
export function martingaleSummary(values: FormValues, context: CheckContext): readonly SummaryRow[] {
  const { spec, minAmount } = context;
  const rows = plannedLadder(values, context);
  const first = rows[0];
  const last = rows[rows.length - 1];
  const average = last?.averageCost;
  const price = (ticks: number | null | undefined): string =>
    ticks === null || ticks === undefined ? NO_FIGURE : formatTicks(spec, Math.round(ticks));
  const fall = first === undefined || last === undefined ? null : Math.abs(last.ticks / first.ticks - 1) * 100;
  const base: readonly SummaryRow[] = [
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minAmount === null ? NO_FIGURE : minimumText(minAmount, martingaleDecimals(values, spec)),
      unit: martingaleAsset(values, spec),
    },
    {
      label: 'summary.covered_move',
      kind: 'percent-range',
      text: fall === null ? NO_FIGURE : fall.toFixed(2),
      unit: '%',
    },
    {
      label: 'summary.full_average',
      kind: 'price-range',
      text: average === null || average === undefined ? NO_FIGURE : price(displayTicks(average)),
      unit: spec.quote,
    },
  ];
  if (spec.contract === undefined) return base;
  const liquidation = `${price(first?.liquidationTicks)} / ${price(last?.liquidationTicks)}`;
  return [...base, { label: 'summary.liquidation', kind: 'price-range', text: liquidation, unit: spec.quote }];
}
