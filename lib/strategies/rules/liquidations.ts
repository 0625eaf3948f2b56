import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { NO_FIGURE } from '../../money/display.ts';
import { formatTicks, type MarketSpec } from '../../money/market-spec.ts';
import type { ChartLine, CheckContext, Issue, SummaryRow } from '../definition.ts';
import { caution } from './issue.ts';

/** What every kind's form makes of its liquidation prices (H39); a margin grid's forced close is told the same way. */
const SIDES = ['long', 'short'] as const;

export function liquidationLines(planned: PlannedLiquidations | null): readonly ChartLine[] {
  return SIDES.flatMap((side) => {
    const { held = null, full = null } = planned?.[side] ?? {};
    const line = (id: string, label: string, ticks: number | null): readonly ChartLine[] =>
      ticks === null ? [] : [{ id, role: 'liquidation', label, ticks }];
    return [
      ...line(`liq-${side}`, 'lines.liquidation', held),
      ...line(`liq-${side}-full`, 'lines.full_liquidation', full),
    ];
  });
}

/** A row for each side: "held / all filled". */
export function liquidationRows(planned: PlannedLiquidations | null, spec: MarketSpec): readonly SummaryRow[] {
  const price = (ticks: number | null): string => (ticks === null ? NO_FIGURE : formatTicks(spec, ticks));
  return SIDES.flatMap((side): readonly SummaryRow[] => {
    const prices = planned?.[side] ?? null;
    if (prices === null) return [];
    const text = `${price(prices.held)} / ${price(prices.full)}`;
    return [{ label: `summary.liquidation_${side}`, kind: 'price-range', text, unit: spec.quote }];
  });
}

/**
 * C-411: a liquidation price inside the grid's range (ascending lines) is a red warning. Warnings are for people: where
 * nobody reads them – the exchange, the map's two hundred cells – nothing is planned for them.
 */
export function cautionInside(
  { phase }: Pick<CheckContext, 'phase'>,
  lines: readonly number[] | null,
  plan: () => PlannedLiquidations | null,
): readonly Issue[] {
  const planned = phase === 'exchange' || lines === null ? null : plan();
  if (planned === null || lines === null) return [];
  const low = lines[0] as number;
  const high = lines[lines.length - 1] as number;
  const prices = SIDES.flatMap((side) => [planned[side]?.held ?? null, planned[side]?.full ?? null]);
  const isAny = prices.some((ticks) => ticks !== null && ticks >= low && ticks <= high);
  return isAny ? [caution('leverage', 'liquidation.inside_range')] : [];
}
