import { parentPort } from 'node:worker_threads';
import { bugText, stepBack } from '../surroundings/answer-asked.ts';
import { systemClock } from '../surroundings/clock.ts';
import { runNeighbours, runTask, writtenOutcome } from './backtest-task.ts';
import type { BacktestTask, Neighbours, WrittenOutcome } from './task-shape.ts';

/** What a thread says: first the outcome, then how its neighbours did. `error` is a bug's text. */
export type BacktestAnswer =
  | { readonly id: number; readonly outcome: WrittenOutcome }
  | { readonly id: number; readonly neighbours: Neighbours }
  | { readonly id: number; readonly error: string };

/** Somebody waits for a backtest: it goes before the searches, and after the market. */
const LOW_PRIORITY = 10;

/** Others wait in the queue: neighbours that this does not suffice for are not run. */
const NEIGHBOURS_MS = 20_000;

stepBack(LOW_PRIORITY);

const clock = systemClock();

function say(answer: BacktestAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (task: BacktestTask) => {
  try {
    const begunMs = clock.nowMs();
    say({ id: task.id, outcome: writtenOutcome(runTask(task)) });
    const overMs = clock.nowMs();
    // A neighbour takes no longer than the backtest itself did.
    const lastStartMs = overMs + NEIGHBOURS_MS - (overMs - begunMs);
    say({ id: task.id, neighbours: runNeighbours(task, () => clock.nowMs() <= lastStartMs) });
  } catch (error) {
    say({ id: task.id, error: bugText(error) });
  }
});
