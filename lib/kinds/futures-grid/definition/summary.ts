import { layOutFuturesGrid } from '../../../formulas/futures-grid-layout.ts';
import { gridReturnRange } from '../../../formulas/grid-return.ts';
import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { liquidationRows } from '../../../strategies/rules/liquidations.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { settleAsset, settleDecimals } from '../../../strategies/rules/settle.ts';
import { plannedLiquidations } from './liquidation-caution.ts';
import { readFuturesLayout } from './values.ts';

/** Return per grid, minimum, contracts per grid, and the two liquidation prices (H39). */
export function futuresSummary(values: FormValues, context: CheckContext): readonly SummaryRow[] {
  const { spec, minAmount, lastTicks, feeRate } = context;
  const layout = readFuturesLayout(values, spec, lastTicks);
  const returns = layout === null ? null : gridReturnRange(layout.lines, feeRate);
  return [
    {
      label: 'summary.return_per_grid',
      kind: 'percent-range',
      text: returns === null ? NO_FIGURE : asRange((returns.min * 100).toFixed(2), (returns.max * 100).toFixed(2)),
      unit: '%',
    },
    {
      label: 'summary.min_investment',
      kind: 'amount',
      text: minAmount === null ? NO_FIGURE : minimumText(minAmount, settleDecimals(values, spec)),
      unit: settleAsset(values, spec),
    },
    { label: 'summary.contracts_per_grid', kind: 'count', text: contractsText(values, context), unit: '' },
    ...liquidationRows(plannedLiquidations(values, context), spec),
  ];
}

function contractsText(values: FormValues, { spec, lastTicks }: CheckContext): string {
  const layout = readFuturesLayout(values, spec, lastTicks);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (layout === null || investment === null || investment === 0n) return NO_FIGURE;
  const { contracts } = layOutFuturesGrid({ ...layout, openTicks: layout.lastTicks }, investment);
  return asRange(String(contracts.at(-1) ?? 0n), String(contracts[0] ?? 0n));
}

function asRange(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`;
}
