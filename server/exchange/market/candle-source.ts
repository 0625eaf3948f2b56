import { Worker } from 'node:worker_threads';
import { type CandleQuestion, type CandleReplies, createCandleReplies } from './candle-replies.ts';
import type { CandleAnswer, CandleTask, CandleThreadData } from './candle-worker.ts';
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
  const replies = createCandleReplies(feed, () => new Promise((resolve) => setImmediate(resolve)));
  return { ask: shared(replies), stop: async () => {} };
}

/** In a thread with a feed of its own, which is begun with the first question and does not keep the process alive. */
export function candleThread(data: CandleThreadData): CandleSource {
  const waiting = new Map<number, { resolve(bytes: Uint8Array<ArrayBuffer>): void; reject(error: Error): void }>();
  let worker: Worker | null = null;
  let lastId = 0;

  function giveUp(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function begin(): Worker {
    const fresh = new Worker(WORKER, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
    fresh.unref();
    fresh.on('message', (answer: CandleAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) asked?.resolve(answer.bytes);
      else asked?.reject(new Error(answer.error));
    });
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The candle thread has ended')));
    return fresh;
  }

  const replies: CandleReplies = (question) => {
    worker ??= begin();
    lastId += 1;
    const task: CandleTask = { id: lastId, question };
    const answer = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => waiting.set(task.id, { resolve, reject }));
    worker.postMessage(task);
    return answer;
  };
  return {
    ask: shared(replies),
    async stop() {
      const ended = worker;
      if (ended === null) return;
      giveUp(ended, new Error('The candle thread was ended'));
      await ended.terminate();
    },
  };
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
