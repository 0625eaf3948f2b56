import { type BacktestDay, type BacktestInput, runBacktest } from '#lib/backtest/backtest.ts';
import type { EngineSink } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { ORDERS_PER_CHUNK } from './backtest-entry.ts';
import { neighboursOf } from './neighbours.ts';
import { reportOf } from './report.ts';
import { orderOf } from './report-orders.ts';
import { createRunLog } from './run-log.ts';
import {
  type BacktestOutcome,
  type BacktestTask,
  curvePointsOf,
  type Neighbours,
  type WrittenOutcome,
} from './task-shape.ts';

/** The backtest itself. Pure: the same task, the same outcome. */
export function runTask(task: BacktestTask): BacktestOutcome {
  const { candles } = ownMarket(task);
  const { sink, log } = createRunLog(task, candles.startMs + task.fromIndex * candles.stepMs);
  const days: BacktestDay[] = [];
  const result = runBacktest({ ...inputOf(task, task.payload, sink), onMidnight: (day) => days.push(day) });
  const logged = log();
  const { figures, report } = reportOf(task, { ...result, days }, logged);
  return { figures, report, orders: logged.fills.map((fill) => orderOf(task.spec, fill)) };
}

/** What the thread hands over of an outcome. */
export function writtenOutcome({ figures, report, orders }: BacktestOutcome): WrittenOutcome {
  const chunks: string[] = [];
  for (let first = 0; first < orders.length; first += ORDERS_PER_CHUNK) {
    chunks.push(JSON.stringify(orders.slice(first, first + ORDERS_PER_CHUNK)));
  }
  return { figures, report, chunks };
}

/**
 * The same backtest with parameters a little to either side. Those that could not be created are left out, and those
 * for which there is no time left.
 */
export function runNeighbours(task: BacktestTask, hasTime: () => boolean): Neighbours {
  const neighbours: Neighbours = [];
  for (const { field, value, payload } of neighboursOf(task)) {
    if (!hasTime()) break;
    const { profitRate } = runBacktest({ ...inputOf(task, payload), curvePoints: 1 });
    neighbours.push({ field, value, rate: profitRate.toFixed(8) });
  }
  return neighbours;
}

function inputOf(task: BacktestTask, payload: StoredPayload, sink?: EngineSink): BacktestInput<RunnableKind> {
  const { kind, spec, feeRate, fromIndex, markets } = task;
  return {
    kind,
    params: engineParamsOf(kind, payload, spec, feeRate),
    ...ownMarket(task),
    fromIndex,
    others: markets,
    curvePoints: curvePointsOf(task),
    ...(sink === undefined ? {} : { sink }),
  };
}

function ownMarket({ spec, markets }: BacktestTask): MarketColumns {
  const own = markets[instrumentOf(spec)];
  if (own === undefined) throw new Error(`A backtest on ${spec.market} came without its prices`);
  return own;
}
