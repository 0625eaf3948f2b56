import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { runNeighbours, runTask } from './backtest-task.ts';
import type { BacktestOutcome, BacktestTask, Neighbours } from './task-shape.ts';

/** What a thread says: first the outcome, then how its neighbours did. `error` is a bug's text. */
export type BacktestAnswer =
  | { readonly id: number; readonly outcome: BacktestOutcome }
  | { readonly id: number; readonly neighbours: Neighbours }
  | { readonly id: number; readonly error: string };

/** Somebody waits for a backtest: it goes before the searches, and after the market. 0 means this thread, not the process. */
const LOW_PRIORITY = 10;

try {
  setPriority(0, LOW_PRIORITY);
} catch {
  // A system that does not let threads step back runs them as they are.
}

function say(answer: BacktestAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (task: BacktestTask) => {
  try {
    say({ id: task.id, outcome: runTask(task) });
    say({ id: task.id, neighbours: runNeighbours(task) });
  } catch (error) {
    say({ id: task.id, error: error instanceof Error ? (error.stack ?? error.message) : `${error}` });
  }
});
