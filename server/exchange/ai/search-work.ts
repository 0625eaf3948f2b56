import { MINUTE_MS } from '#lib/time/durations.ts';
import { type AskedJob, type Awaited, askOnce } from '../jobs/ask-once.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

/** Longest time for a search: one of a large space takes a minute of a core, and its worker steps back behind everything. */
const LONGEST_MS = 30 * MINUTE_MS;

/** Has jobs done that nobody waits for. */
export interface SpareWork {
  /** Rejects when it failed, or was stopped. */
  ask<T>(job: Pick<AskedJob<T>, 'asker' | 'body' | 'read'>): Promise<T>;
  /** Ends what is under way. */
  stop(): void;
}

export function spareWork(jobs: Pick<JobQueue, 'add'>): SpareWork {
  const underWay = new Set<Awaited<unknown>>();
  let isStopped = false;
  return {
    async ask(job) {
      const asked = askOnce(
        jobs,
        { ...job, lane: 'spare', longestMs: LONGEST_MS },
        { isOver: () => isStopped, onProgress: () => {} },
      );
      underWay.add(asked);
      try {
        return await asked.answer;
      } finally {
        underWay.delete(asked);
      }
    },
    stop() {
      isStopped = true;
      for (const { abandon } of underWay) abandon();
    },
  };
}
