import { askedThread } from '../surroundings/asked-thread.ts';
import { type CandleQuestion, type CandleReplies, createCandleReplies } from './candle-replies.ts';
import type { CandleTask, CandleThreadData } from './candle-worker.ts';
import type { MarketFeed } from './feed.ts';

/**
 * Where candles are put together. A year of days that nobody has asked for takes seconds: that is a thread's work, so
 * that the one which moves money only passes the bytes on.
 */
export interface CandleSource {
  /** 'busy' when too many wait already. */
  ask(question: CandleQuestion): Promise<Uint8Array<ArrayBuffer> | 'busy'>;
  stop(): Promise<void>;
}

/** Questions under way at once; the same one asked twice is one. */
const MOST_UNDER_WAY = 96;
/** Memory that the thread may fill: one that needs more ends, and the next question begins another. */
const MOST_HEAP_MB = 512;

const WORKER = new URL('./candle-worker.ts', import.meta.url);

/** On this thread: for a live feed, whose minutes are in its memory only, and for tests. Yields between days. */
export function candlesHere(feed: MarketFeed): CandleSource {
  return { ask: shared(createCandleReplies(feed)), stop: async () => {} };
}

/** In a thread with a feed of its own, which is begun with the first question and does not keep the process alive. */
export function candleThread(data: CandleThreadData): CandleSource {
  const thread = askedThread<CandleTask, Uint8Array<ArrayBuffer>>(WORKER, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  return { ask: shared((question) => thread.ask({ question })), stop: () => thread.stop() };
}

/** Answers the same question once for all who ask while it is under way, and not too many at a time. */
function shared(replies: CandleReplies): CandleSource['ask'] {
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return (question) => {
    const key = JSON.stringify(question);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    if (underWay.size >= MOST_UNDER_WAY) return Promise.resolve('busy');
    const answer = replies(question);
    underWay.set(key, answer);
    const forget = () => void underWay.delete(key);
    answer.then(forget, forget);
    return answer;
  };
}
