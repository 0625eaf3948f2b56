import { layOutFuturesGrid } from '../../formulas/futures-grid-layout.ts';
import { gridLiquidations, type SideLiquidation } from '../../formulas/futures-grid-liquidation.ts';
import { parseAmount } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { caution } from '../rules/issue.ts';
import { readFuturesLayout } from './values.ts';

export interface PlannedLiquidations {
  readonly long: SideLiquidation | null;
  readonly short: SideLiquidation | null;
}

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

/** C-411: a liquidation price inside the grid's range is a red warning. */
export function cautionLiquidation(values: FormValues, context: CheckContext): readonly Issue[] {
  const planned = plannedLiquidations(values, context);
  const layout = readFuturesLayout(values, context.spec, context.lastTicks);
  if (planned === null || layout === null) return [];
  const low = layout.lines[0] as number;
  const high = layout.lines[layout.lines.length - 1] as number;
  const isInside = (ticks: number | null | undefined): boolean =>
    ticks !== null && ticks !== undefined && ticks >= low && ticks <= high;
  const { long, short } = planned;
  const isAny = [long?.held, long?.full, short?.held, short?.full].some(isInside);
  return isAny ? [caution('leverage', 'liquidation.inside_range')] : [];
}
