import { setTimeout as delay } from 'node:timers/promises';
import type { DayNeed, JobSource } from './job.ts';
import type { JobQueue } from './job-queue.ts';

/** Within one process a sign of life costs nothing, and who is cancelled is ended soon. */
const BEAT_MS = 200;
const BUSY_PAUSE_MS = 250;

/** Bytes of a day of prices; 'busy' when too many are asked for. */
export type DayReplies = (need: DayNeed) => Promise<Uint8Array | 'busy'>;

/** The queue as a worker in this process sees it. `isReserve`: it gets nothing while others work. */
export function queueSource(queue: JobQueue, days: DayReplies, isReserve: boolean): JobSource {
  return {
    beatMs: BEAT_MS,
    claim: (lane, signal) => queue.claim(lane, { signal, isReserve }),
    beat: async (token, progress) => queue.beat(token, progress, isReserve),
    answer: (token, ...part) => queue.answer(token, ...part),
    fail: async (token, reason) => queue.fail(token, reason),
    giveBack: async (token) => queue.giveBack(token),
    rows: (token, stream, after) => queue.rows(token, stream, after),
    async day(need) {
      for (;;) {
        const day = await days(need);
        if (day !== 'busy') return day;
        await delay(BUSY_PAUSE_MS, undefined, { ref: false });
      }
    },
  };
}
