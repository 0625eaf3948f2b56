import { emptyLineAt } from '../../../formulas/grid-levels.ts';
import type { ChartLine, CheckContext, FormValues } from '../../../strategies/definition.ts';
import { optionalTicks, readRangeTicks } from '../../../strategies/rules/grid-values.ts';
import { liquidationLines } from '../../../strategies/rules/liquidations.ts';
import { MAX_STOP_PRICE } from '../../../strategies/rules/numbers.ts';
import { plannedLiquidations } from './liquidation-caution.ts';
import { readFuturesLayout } from './values.ts';

/** Grid lines with their sides, the range, the trigger, and both liquidation prices of each side that can be held. */
export function futuresChartLines(values: FormValues, context: CheckContext): readonly ChartLine[] {
  const { spec, lastTicks } = context;
  const layout = readFuturesLayout(values, spec, lastTicks);
  const { low, high } = readRangeTicks(values, spec);
  const trigger = optionalTicks(values.trigger_price, spec, MAX_STOP_PRICE);
  const candidates: readonly (readonly [Omit<ChartLine, 'ticks'>, number | null])[] = [
    [{ id: 'low', role: 'range', label: 'lines.low' }, low],
    [{ id: 'high', role: 'range', label: 'lines.high' }, high],
    [{ id: 'trigger', role: 'trigger', label: 'lines.trigger' }, trigger],
  ];
  const marked = [
    ...candidates.flatMap(([line, ticks]) => (ticks === null ? [] : [{ ...line, ticks }])),
    ...liquidationLines(plannedLiquidations(values, context)),
  ];
  if (layout === null) return marked;
  const empty = emptyLineAt(layout.lines, layout.lastTicks);
  const grid = layout.lines.flatMap((ticks, i): ChartLine[] =>
    i === empty ? [] : [{ id: `grid-${i}`, ticks, role: i < empty ? 'buy' : 'sell' }],
  );
  return [...grid, ...marked];
}
