import { Worker } from 'node:worker_threads';
import type { SearchRequest } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import type { TypicalReplay } from '#lib/backtest/search/typical-replay.ts';
import type { WeekRates } from '#lib/backtest/search/week-replay.ts';
import { type Found, type SearchAnswer, type SearchTask, taskSize } from './search-task.ts';

/** Threads that search. They hold nothing between searches; a pool that is closed ends them in the middle. */
export interface SearchPool {
  /**
   * Replays every candidate once a week, chooses and judges; every thread has its share of the candidates. Empty when the
   * prices are too few or no candidate can be run. Rejects when a thread fails or the pool is closed.
   */
  search(request: SearchRequest, prices: SearchPrices): Promise<Found>;
  /** The typical bot over the last days of the prices; null where there is none. Rejects as above. */
  typical(request: SearchRequest, prices: SearchPrices): Promise<TypicalReplay | null>;
  close(): Promise<void>;
}

interface Waiting {
  readonly thread: Worker;
  resolve(answer: SearchAnswer): void;
  reject(error: Error): void;
}

type TaskBody = SearchTask extends infer T ? (T extends SearchTask ? Omit<T, 'id'> : never) : never;

const WORKER = new URL('./search-worker.ts', import.meta.url);

/** Starts the threads. They do not keep the process alive. */
export function openSearchPool(threads: number): SearchPool {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const pool = Array.from({ length: threads }, () => {
    const thread = new Worker(WORKER);
    thread.unref();
    thread.on('message', (answer: SearchAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer);
    });
    thread.on('error', (error) => giveUp(thread, error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => giveUp(thread, new Error('A search thread has ended')));
    return thread;
  });

  function giveUp(thread: Worker, error: Error): void {
    for (const [id, asked] of waiting) {
      if (asked.thread !== thread) continue;
      waiting.delete(id);
      asked.reject(error);
    }
  }

  function ask(thread: Worker, task: TaskBody): Promise<SearchAnswer> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { thread, resolve, reject });
      thread.postMessage({ ...task, id });
    });
  }

  return {
    async search(request, prices) {
      const size = taskSize(request);
      const parts = await Promise.all(
        pool.map(async (thread, i) => {
          const first = Math.floor((size * i) / threads);
          const end = Math.floor((size * (i + 1)) / threads);
          const answer = await ask(thread, { type: 'replay', request, prices, first, end });
          return 'rates' in answer ? { first, rates: answer.rates } : null;
        }),
      );
      const rates = joinRates(
        size,
        parts.flatMap((part) => part ?? []),
      );
      const answer = await ask(pool[0] as Worker, { type: 'judge', request, prices, rates });
      return 'found' in answer ? answer.found : {};
    },
    async typical(request, prices) {
      const answer = await ask(pool[0] as Worker, { type: 'typical', request, prices });
      return 'typical' in answer ? answer.typical : null;
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.terminate()));
    },
  };
}

interface RatesPart {
  readonly first: number;
  readonly rates: WeekRates;
}

function joinRates(size: number, parts: readonly RatesPart[]): WeekRates {
  const join = (read: (rates: WeekRates) => readonly Float64Array[]): Float64Array[] =>
    (parts[0] === undefined ? [] : read(parts[0].rates)).map((_, week) => {
      const row = new Float64Array(size);
      for (const { first, rates } of parts) row.set(read(rates)[week] as Float64Array, first);
      return row;
    });
  return { whole: join(({ whole }) => whole), tail: join(({ tail }) => tail) };
}
