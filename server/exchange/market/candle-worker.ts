import { workerData } from 'node:worker_threads';
import { answerAsked, stepBack } from '../surroundings/answer-asked.ts';
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

/** Visitors look at charts: before the backtests, after the market. */
const LOW_PRIORITY = 5;

stepBack(LOW_PRIORITY);

const clock = systemClock();
const silent = { info() {}, warn() {}, error() {} };
const opening: Promise<CandleReplies> = openFeed({
  ...(workerData as CandleThreadData),
  nowMs: clock.nowMs,
  log: silent,
}).then(createCandleReplies);

answerAsked<CandleTask, Uint8Array<ArrayBuffer>>(
  async ({ question }) => (await opening)(question),
  ({ buffer }) => [buffer],
);
