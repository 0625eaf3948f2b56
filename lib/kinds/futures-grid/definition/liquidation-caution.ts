import { layOutFuturesGrid } from '../../../formulas/futures-grid-layout.ts';
import { gridLiquidations, type PlannedLiquidations } from '../../../formulas/futures-grid-liquidation.ts';
import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { cautionInside } from '../../../strategies/rules/liquidations.ts';
import { readFuturesLayout } from './values.ts';

/** Both liquidation prices of the grid as typed (H39); null until it can be laid out. */
export function plannedLiquidations(
  values: FormValues,
  { spec, lastTicks }: Pick<CheckContext, 'spec' | 'lastTicks'>,
): PlannedLiquidations | null {
  const layout = readFuturesLayout(values, spec, lastTicks);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (layout === null || investment === null || investment === 0n) return null;
  const input = { ...layout, openTicks: layout.lastTicks };
  return gridLiquidations(input, layOutFuturesGrid(input, investment), investment);
}

/** C-411. */
export function cautionLiquidation(values: FormValues, context: CheckContext): readonly Issue[] {
  const layout = readFuturesLayout(values, context.spec, context.lastTicks);
  return cautionInside(context, layout?.lines ?? null, () => plannedLiquidations(values, context));
}
