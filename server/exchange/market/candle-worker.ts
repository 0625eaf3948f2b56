import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../surroundings/clock.ts';
import { type CandleQuestion, type CandleReplies, createCandleReplies } from './candle-replies.ts';
import { openFeed } from './open-feed.ts';

/** Which feed the thread opens for itself: one whose past is a function of these alone. */
export interface CandleThreadData {
  readonly feed: 'simulated' | 'history';
  readonly marketData?: string | undefined;
  readonly dataDir: string;
  readonly seed: string;
}

export interface CandleTask {
  readonly id: number;
  readonly question: CandleQuestion;
}

/** `error` is a bug's text. */
export type CandleAnswer =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string };

/** Visitors look at charts: before the backtests, after the market. 0 means this thread, not the process. */
const LOW_PRIORITY = 5;

try {
  setPriority(0, LOW_PRIORITY);
} catch {
  // A system that does not let threads step back runs them as they are.
}

const clock = systemClock();
const silent = { info() {}, warn() {}, error() {} };
const opening: Promise<CandleReplies> = openFeed({
  ...(workerData as CandleThreadData),
  nowMs: clock.nowMs,
  log: silent,
}).then((feed) => createCandleReplies(feed, () => new Promise((resolve) => setImmediate(resolve))));

async function answer({ id, question }: CandleTask): Promise<void> {
  try {
    const replies = await opening;
    const bytes = await replies(question);
    parentPort?.postMessage({ id, bytes } satisfies CandleAnswer, [bytes.buffer]);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    parentPort?.postMessage({ id, error: text } satisfies CandleAnswer);
  }
}

parentPort?.on('message', (task: CandleTask) => void answer(task));
