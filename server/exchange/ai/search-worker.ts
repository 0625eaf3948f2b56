import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { doTask, type SearchTask } from './search-task.ts';

/** A search thread. It gives way to everything else: 0 means this thread, not the process. */
const LOWEST_PRIORITY = 19;

try {
  setPriority(0, LOWEST_PRIORITY);
} catch {
  // A system that does not let threads step back runs them as they are.
}

parentPort?.on('message', (task: SearchTask) => {
  try {
    parentPort?.postMessage(doTask(task));
  } catch (error) {
    parentPort?.postMessage({
      id: task.id,
      error: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
    });
  }
});
