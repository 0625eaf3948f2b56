import { fallTicks, riseTicks } from '../../../formulas/infinite-grid.ts';
import type { ChartLine, CheckContext, FormValues } from '../../../strategies/definition.ts';
import { optionalTicks, percentE8 } from '../../../strategies/rules/grid-values.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';

/** The next sell and the next buy around the price, and the stops: an infinite grid has no other lines. */
export function infiniteChartLines(values: FormValues, context: CheckContext): readonly ChartLine[] {
  const start = startTicks(values, context);
  const fall = percentE8(values.low_price);
  const rise = percentE8(values.high_price);
  /** Where the engine lays its first orders, rounded as it rounds. */
  const first = (rateE8: bigint | null, ticksAt: typeof riseTicks): number | null =>
    rateE8 === null || start === null ? null : ticksAt(start, rateE8);
  const candidates: readonly (readonly [Omit<ChartLine, 'ticks'>, number | null])[] = [
    [{ id: 'next-sell', role: 'sell', label: 'lines.next_sell' }, first(rise, riseTicks)],
    [{ id: 'next-buy', role: 'buy', label: 'lines.next_buy' }, first(fall, fallTicks)],
    [{ id: 'trigger', role: 'trigger', label: 'lines.trigger' }, optionalTicks(values.trigger_price, context.spec)],
    [
      { id: 'stop-loss', role: 'stop-loss', label: 'lines.stop_loss' },
      values.stop_loss_on === '1' ? optionalTicks(values.stop_loss, context.spec) : null,
    ],
    [
      { id: 'take-profit', role: 'take-profit', label: 'lines.take_profit' },
      values.stop_profit_on === '1' ? optionalTicks(values.stop_profit, context.spec) : null,
    ],
  ];
  return candidates.flatMap(([line, ticks]) => (ticks === null || ticks <= 0 ? [] : [{ ...line, ticks }]));
}
