import type { JobSource, Lane } from '../exchange/jobs/job.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A job in this worker's hands. */
interface Begun {
  readonly lane: Lane;
  readonly beganMs: number;
}

/** Counts and times a worker's jobs: by lane and how they ended; `lost` is what another has by now, or nobody wants any more. */
export function measuredSource(source: JobSource, metrics: Metrics): JobSource {
  const seconds = metrics.seconds(
    'worker_job_seconds',
    'Jobs of this worker that are over, from when it had them, by lane and how they ended',
    'lane',
    'how',
  );
  const begun = new Map<string, Begun>();
  metrics.figure('worker_jobs_under_way', 'Jobs that this worker has', () => begun.size);

  function over(token: string, how: 'done' | 'failed' | 'given_back' | 'lost'): void {
    const job = begun.get(token);
    if (job === undefined) return;
    begun.delete(token);
    seconds.observe({ lane: job.lane, how }, (metrics.nowMs() - job.beganMs) / 1_000);
  }

  return {
    ...source,
    async claim(lane, signal) {
      const leased = await source.claim(lane, signal);
      if (leased !== null) begun.set(leased.token, { lane, beganMs: metrics.nowMs() });
      return leased;
    },
    async beat(token, progress) {
      const isHis = await source.beat(token, progress);
      if (!isHis) over(token, 'lost');
      return isHis;
    },
    async answer(token, part, answer, isLast) {
      const isHis = await source.answer(token, part, answer, isLast);
      if (!isHis) over(token, 'lost');
      else if (isLast) over(token, 'done');
      return isHis;
    },
    fail(token, reason) {
      over(token, 'failed');
      return source.fail(token, reason);
    },
    giveBack(token) {
      over(token, 'given_back');
      return source.giveBack(token);
    },
  };
}

/** Whether the exchange answers this worker. */
export function exchangeFigure(metrics: Metrics, isReached: () => boolean): void {
  metrics.figure('worker_reaches_exchange', '1 = an exchange answers this worker', () => Number(isReached()));
}
