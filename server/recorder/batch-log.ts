import type { TapeBatch } from '../exchange/market/live-tape.ts';

/** Batches that are kept for those who follow: ten minutes of a batch a second. Who is further behind reads the tape again. */
const MOST_KEPT = 600;

export interface BatchLog {
  /** The number of the last batch; 0 = none yet. */
  readonly last: number;
  add(batch: TapeBatch): void;
  /** Batches after the n-th; null when not all of them are kept any more, or there was no n-th. */
  after(n: number): readonly TapeBatch[] | null;
  /** Resolves with the next batch, or when `signal` is aborted. */
  next(signal: AbortSignal): Promise<void>;
}

/** What was written to a tape lately, in the order of the tape. */
export function createBatchLog(mostKept = MOST_KEPT): BatchLog {
  let kept: TapeBatch[] = [];
  let last = 0;
  let waiting = Promise.withResolvers<void>();
  return {
    get last() {
      return last;
    },
    add(batch) {
      kept = [...kept.slice(-(mostKept - 1)), batch];
      last += 1;
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
    after(n) {
      const missed = last - n;
      if (missed < 0 || missed > kept.length) return null;
      return missed === 0 ? [] : kept.slice(-missed);
    },
    next(signal) {
      const { promise } = waiting;
      if (signal.aborted) return Promise.resolve();
      return Promise.race([
        promise,
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      ]);
    },
  };
}
