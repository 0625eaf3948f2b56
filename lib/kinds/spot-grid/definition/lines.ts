import { emptyLineAt } from '../../../formulas/grid-levels.ts';
import type { ChartLine, CheckContext, FormValues } from '../../../strategies/definition.ts';
import { optionalTicks, readLines, readRangeTicks } from '../../../strategies/rules/grid-values.ts';
import { MAX_RANGE_PRICE, MAX_STOP_PRICE } from '../../../strategies/rules/numbers.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';

/**
 * What the chart draws: each grid line with the side of its order – none on the line nearest to where the bot will
 * start – then the range's edges, trigger, stop loss, take profit and trail limits as far as they can be read.
 */
export function chartLines(values: FormValues, context: CheckContext): readonly ChartLine[] {
  return [...gridChartLines(values, context), ...markedLines(values, context)];
}

function gridChartLines(values: FormValues, context: CheckContext): ChartLine[] {
  const lines = readLines(values, context.spec);
  const start = startTicks(values, context);
  if (lines === null || start === null) return [];
  const empty = emptyLineAt(lines, start);
  return lines.flatMap((ticks, i): ChartLine[] =>
    i === empty ? [] : [{ id: `grid-${i}`, ticks, role: i < empty ? 'buy' : 'sell' }],
  );
}

function markedLines(values: FormValues, { spec }: CheckContext): ChartLine[] {
  const { low, high } = readRangeTicks(values, spec);
  const isOn = (box: string): boolean => values[box] === '1';
  const candidates: readonly (readonly [Omit<ChartLine, 'ticks'>, number | null])[] = [
    [{ id: 'low', role: 'range', label: 'lines.low' }, low],
    [{ id: 'high', role: 'range', label: 'lines.high' }, high],
    [
      { id: 'trigger', role: 'trigger', label: 'lines.trigger' },
      optionalTicks(values.trigger_price, spec, MAX_STOP_PRICE),
    ],
    [
      { id: 'stop-loss', role: 'stop-loss', label: 'lines.stop_loss' },
      isOn('stop_loss_on') ? optionalTicks(values.stop_loss, spec, MAX_STOP_PRICE) : null,
    ],
    [
      { id: 'take-profit', role: 'take-profit', label: 'lines.take_profit' },
      isOn('stop_profit_on') ? optionalTicks(values.stop_profit, spec, MAX_STOP_PRICE) : null,
    ],
    [
      { id: 'trail-up', role: 'trail-limit', label: 'lines.trail_up' },
      isOn('trail_up') ? optionalTicks(values.stop_upward_price, spec, MAX_RANGE_PRICE) : null,
    ],
    [
      { id: 'trail-down', role: 'trail-limit', label: 'lines.trail_down' },
      isOn('trail_down') ? optionalTicks(values.stop_downward_price, spec, MAX_RANGE_PRICE) : null,
    ],
  ];
  return candidates.flatMap(([line, ticks]) => (ticks === null ? [] : [{ ...line, ticks }]));
}
