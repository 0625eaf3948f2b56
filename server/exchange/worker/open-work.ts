import { LANES } from '../jobs/job.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { type DayReplies, queueSource } from '../jobs/queue-source.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { steadyMs } from '../surroundings/clock.ts';
import { startLane } from './lane.ts';

const LOOK_MS = 1_000;
/** Jobs that wait for so long while nobody works are told in the log. */
const TOLD_AFTER_MS = 30_000;

type Needs = Pick<ExchangeParts, 'candles' | 'log' | 'random' | 'settings' | 'jobMeter'>;

export interface Work {
  readonly jobs: JobQueue;
  readonly days: DayReplies;
  /** Ends what the worker here does; whoever asked for it asks again after the next start. */
  stop(): Promise<void>;
}

/** Opens the queue of jobs, and the worker in this process that takes them: alone, beside others in reserve, or not at all. */
export function openWork({ candles, log, random, settings, jobMeter }: Needs): Work {
  const { localWorker = 'alone' } = settings;
  // Of a machine that slept, or whose time is set, nobody has worked for hours: a lease is how long somebody was not heard.
  const jobs = new JobQueue({ clock: { nowMs: steadyMs }, random, meter: jobMeter });
  const days: DayReplies = (need) => candles.ask({ type: 'prices', ...need });
  const source = queueSource(jobs, days, localWorker === 'reserve');
  const onSourceLost = (error: unknown): void => log.error('jobs-failed', { error });
  const lanes = localWorker === 'none' ? [] : LANES.map((lane) => startLane({ lane, source, onSourceLost }));
  let isTold = false;
  const looking = setInterval(() => {
    jobs.look();
    const { waiting, oldestMs, unheardMs } = jobs.state();
    const isStuck = waiting > 0 && oldestMs > TOLD_AFTER_MS && unheardMs > TOLD_AFTER_MS;
    if (isStuck && !isTold) log.warn('jobs-wait-for-a-worker', { waiting, oldestMs });
    isTold = isStuck;
  }, LOOK_MS);
  looking.unref();
  return {
    jobs,
    days,
    async stop() {
      clearInterval(looking);
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
