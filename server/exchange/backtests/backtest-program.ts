import type { Answer } from '../jobs/job.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { type BacktestJob, backtestLines, taskOf } from './backtest-job.ts';
import { runNeighbours, runTask, writtenOutcome } from './backtest-task.ts';

/** Others wait in the queue: neighbours that this does not suffice for are not run. */
const NEIGHBOURS_MS = 20_000;

/** Does a backtest: says its outcome, and then how its neighbours did. `nowMs`: what bounds the neighbours, nothing else hangs on it. */
export function doBacktest(
  { run }: BacktestJob,
  markets: Readonly<Record<string, MarketColumns>>,
  say: (answer: Answer, isLast: boolean) => void,
  nowMs: () => number,
): void {
  const task = taskOf(run, markets);
  if (task === null) {
    say(backtestLines({ type: 'prices-unknown' }), true);
    return;
  }
  const begunMs = nowMs();
  say(backtestLines({ type: 'outcome', outcome: writtenOutcome(runTask(task)) }), false);
  const overMs = nowMs();
  // A neighbour takes no longer than the backtest itself did.
  const lastStartMs = overMs + NEIGHBOURS_MS - (overMs - begunMs);
  say(backtestLines({ type: 'neighbours', neighbours: runNeighbours(task, () => nowMs() <= lastStartMs) }), true);
}
