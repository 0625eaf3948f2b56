import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Asked, Told } from '../surroundings/asked-thread.ts';
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
  readonly question: CandleQuestion;
}

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

async function answer({ id, question }: Asked<CandleTask>): Promise<void> {
  try {
    const replies = await opening;
    const bytes = await replies(question);
    parentPort?.postMessage({ id, answer: bytes } satisfies Told<Uint8Array>, [bytes.buffer]);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    parentPort?.postMessage({ id, error: text } satisfies Told<Uint8Array>);
  }
}

parentPort?.on('message', (task: Asked<CandleTask>) => void answer(task));
