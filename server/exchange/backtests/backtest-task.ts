import type { z } from 'zod';
import type { BACKTEST_CALLS, BacktestReport } from '#lib/contract/backtest-calls.ts';
import { type BacktestInput, runBacktest } from '#lib/engine/backtest.ts';
import type { EngineSink, Fill } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { BacktestFigures } from './backtest-entry.ts';
import { neighboursOf } from './neighbours.ts';
import { reportOf } from './report.ts';
import { orderOf } from './report-orders.ts';

export type BacktestOrder = NonNullable<z.output<(typeof BACKTEST_CALLS)['backtestOrders']['reply']>['data']>[number];

/** Orders beyond this are counted, not kept: nobody reads more, and a record must fit a disk. */
export const KEPT_ORDERS = 20_000;

/** What a thread is asked. Prices are in shared memory: nothing is copied. */
export interface BacktestTask {
  readonly id: number;
  readonly kind: RunnableKind;
  readonly payload: StoredPayload;
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  /** The candle at whose open the bot starts; those before it are history. */
  readonly fromIndex: number;
  /** Prices of each of the bot's markets, by instrument; all of the same minutes. */
  readonly markets: Readonly<Record<string, MarketColumns>>;
}

export interface BacktestOutcome {
  readonly figures: BacktestFigures;
  /** Without neighbours: they are told when they are known. */
  readonly report: Omit<BacktestReport, 'neighbours'>;
  readonly orders: readonly BacktestOrder[];
}

export type Neighbours = NonNullable<BacktestReport['neighbours']>;

/** One run and everything that it told. */
export interface LoggedRun {
  readonly result: ReturnType<typeof runBacktest>;
  readonly fills: readonly Fill[];
}

/** The backtest itself. Pure: the same task, the same outcome. */
export function runTask(task: BacktestTask): BacktestOutcome {
  const fills: Fill[] = [];
  const result = runBacktest(inputOf(task, task.payload, collector(fills)));
  const { figures, report } = reportOf(task, { result, fills });
  return { figures, report, orders: fills.slice(0, KEPT_ORDERS).map((fill) => orderOf(task.spec, fill)) };
}

/** The same backtest with parameters a little to either side. Those that could not be created are left out. */
export function runNeighbours(task: BacktestTask): Neighbours {
  return neighboursOf(task).map(({ field, value, payload }) => {
    const { profitRate } = runBacktest({ ...inputOf(task, payload), curvePoints: 1 });
    return { field, value, rate: profitRate.toFixed(8) };
  });
}

function inputOf(task: BacktestTask, payload: StoredPayload, sink?: EngineSink): BacktestInput<RunnableKind> {
  const { kind, spec, feeRate, fromIndex, markets } = task;
  const own = markets[instrumentOf(spec)];
  if (own === undefined) throw new Error(`A backtest on ${spec.market} came without its prices`);
  return {
    kind,
    params: engineParamsOf(kind, payload, spec, feeRate),
    ...own,
    fromIndex,
    others: markets,
    curvePoints: curvePointsOf(task),
    ...(sink === undefined ? {} : { sink }),
  };
}

/** Points of a drawn curve: whole days or parts of one, about this many. */
const DRAWN_POINTS = 400;
const DAY_MINUTES = 1440;

/** Points a day, 1 at least: a long backtest has one at each day's end, a short one several. */
export function pointsPerDay({ markets, spec, fromIndex }: BacktestTask): number {
  const candles = markets[instrumentOf(spec)]?.candles.open.length ?? 0;
  return Math.max(1, Math.floor(DRAWN_POINTS / Math.max(1, (candles - fromIndex) / DAY_MINUTES)));
}

function curvePointsOf(task: BacktestTask): number {
  const candles = (task.markets[instrumentOf(task.spec)]?.candles.open.length ?? 0) - task.fromIndex;
  return Math.max(1, Math.round((candles / DAY_MINUTES) * pointsPerDay(task)));
}

function collector(fills: Fill[]): EngineSink {
  return {
    fill: (fill) => {
      fills.push(fill);
    },
    order: () => {},
    operation: () => {},
    finish: () => {},
  };
}
