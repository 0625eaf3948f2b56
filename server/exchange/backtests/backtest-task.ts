import { type BacktestDay, type BacktestInput, runBacktest } from '#lib/backtest/backtest.ts';
import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { EngineSink } from '#lib/engine/machine.ts';
import { fallE8 } from '#lib/formulas/drawdown.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { replayParamsOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { ORDERS_PER_CHUNK } from './backtest-entry.ts';
import { neighboursOf } from './neighbours.ts';
import { profitRateOf, reportOf, totalProfitOf } from './report.ts';
import { orderOf } from './report-orders.ts';
import { createRunLog } from './run-log.ts';
import {
  type BacktestOutcome,
  type BacktestTask,
  curvePointsOf,
  type Neighbours,
  type WrittenOutcome,
} from './task-shape.ts';

/** The backtest itself, and what it comes to with the other fills. Pure: the same task, the same outcome. */
export function runTask(task: BacktestTask): BacktestOutcome {
  const { candles } = ownMarket(task);
  const { sink, log } = createRunLog(task, candles.startMs + task.fromIndex * candles.stepMs);
  const days: BacktestDay[] = [];
  const result = runBacktest({ ...inputOf(task, task.payload, sink), onMidnight: (day) => days.push(day) });
  const logged = log();
  const { figures, report } = reportOf(task, { ...result, days }, logged);
  const orders = logged.fills.map((fill) => orderOf(task.spec, fill));
  return { figures, report: { ...report, through_ticks: task.throughTicks, other_fills: otherFills(task) }, orders };
}

/** A tick is the least that touched orders can be compared with. */
const OTHER_TICKS = 1;

/** The same backtest with the other fills (H58), nobody listening. Where no order rests there are none. */
function otherFills(task: BacktestTask): BacktestReport['other_fills'] {
  if (!factsOf(task.kind).restsOrders) return null;
  const throughTicks = task.throughTicks === 0 ? OTHER_TICKS : 0;
  const result = runBacktest({ ...inputOf({ ...task, throughTicks }, task.payload), curvePoints: 1 });
  return {
    through_ticks: throughTicks,
    profit_rate: formatAmount(profitRateOf(result.equity)),
    total_profit: formatAmount(totalProfitOf(result.equity)),
    max_draw_down: formatAmount(fallE8(result.maxDrawdown)),
    orders_cnt: result.fills,
  };
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

/** A run of the task's days with a payload of its kind. */
export function inputOf(task: BacktestTask, payload: StoredPayload, sink?: EngineSink): BacktestInput<RunnableKind> {
  const { kind, spec, feeRate, throughTicks, fromIndex, markets } = task;
  return {
    kind,
    params: replayParamsOf(kind, payload, spec, feeRate),
    ...ownMarket(task),
    fromIndex,
    throughTicks,
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
