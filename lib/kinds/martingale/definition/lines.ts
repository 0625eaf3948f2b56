import { buildLadder, type LadderRow } from '../../../formulas/martingale-ladder.ts';
import type { ChartLine, CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { optionalTicks } from '../../../strategies/rules/grid-values.ts';
import { caution } from '../../../strategies/rules/issue.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';
import { readTerms } from './terms.ts';

/** The ladder as typed, first order at the trigger or the last price; empty until it can be built. */
export function plannedLadder(values: FormValues, context: CheckContext): readonly LadderRow[] {
  const { spec, feeRate } = context;
  const terms = readTerms(values, spec, feeRate);
  const start = startTicks(values, context);
  return terms === null || start === null || terms.investment === 0n ? [] : buildLadder(terms, start);
}

/** C-411 on a ladder: with some of its orders filled it would be liquidated before the next one is reached. */
export function cautionLadder(values: FormValues, context: CheckContext): readonly Issue[] {
  if (context.phase === 'exchange') return [];
  const rows = plannedLadder(values, context);
  const isShort = values.side === 'sell';
  const isCut = rows.some(({ ticks, liquidationTicks: at }, index) => {
    const next = rows[index + 1]?.ticks ?? ticks;
    return at !== null && (isShort ? at <= next : at >= next);
  });
  return isCut ? [caution('leverage', 'liquidation.inside_ladder')] : [];
}

/** Add orders, the trigger, and the exits of the whole ladder filled. */
export function martingaleChartLines(values: FormValues, context: CheckContext): readonly ChartLine[] {
  const rows = plannedLadder(values, context);
  const last = rows[rows.length - 1];
  const trigger = optionalTicks(values.trigger_price, context.spec);
  const role = values.side === 'sell' ? 'sell' : 'buy';
  const orders = rows.slice(1).map((row): ChartLine => ({ id: `add-${row.index}`, ticks: row.ticks, role }));
  const marks: readonly (readonly [Omit<ChartLine, 'ticks'>, number | null | undefined])[] = [
    [{ id: 'trigger', role: 'trigger', label: 'lines.trigger' }, trigger],
    [{ id: 'take-profit', role: 'take-profit', label: 'lines.take_profit' }, rows[0]?.takeProfitTicks],
    [{ id: 'stop-loss', role: 'stop-loss', label: 'lines.stop_loss' }, last?.stopLossTicks],
    [{ id: 'liq', role: 'liquidation', label: 'lines.liquidation' }, rows[0]?.liquidationTicks],
    [{ id: 'liq-full', role: 'liquidation', label: 'lines.full_liquidation' }, last?.liquidationTicks],
  ];
  return [
    ...orders,
    ...marks.flatMap(([line, ticks]) => (ticks === null || ticks === undefined ? [] : [{ ...line, ticks }])),
  ];
}
