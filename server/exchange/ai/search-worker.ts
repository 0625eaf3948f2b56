import { parentPort } from 'node:worker_threads';
import { bugText, stepBack } from '../surroundings/answer-asked.ts';
import { doTask, type SearchTask } from './search-task.ts';

/** A search thread. It gives way to everything else. */
const LOWEST_PRIORITY = 19;

stepBack(LOWEST_PRIORITY);

parentPort?.on('message', (task: SearchTask) => {
  try {
    parentPort?.postMessage(doTask(task));
  } catch (error) {
    parentPort?.postMessage({ id: task.id, error: bugText(error) });
  }
});
