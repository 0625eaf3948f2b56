import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Asked, Told } from '../surroundings/asked-thread.ts';
import { doMoves, type Moved, type MoveTask } from './move-task.ts';

/** Gives way to everything else: 0 means this thread, not the process. */
const LOWEST_PRIORITY = 19;

try {
  setPriority(0, LOWEST_PRIORITY);
} catch {
  // A system that does not let threads step back runs them as they are.
}

parentPort?.on('message', (task: Asked<MoveTask>) => {
  const { id } = task;
  try {
    parentPort?.postMessage({ id, answer: doMoves(task) } satisfies Told<Moved>);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    parentPort?.postMessage({ id, error: text } satisfies Told<Moved>);
  }
});
