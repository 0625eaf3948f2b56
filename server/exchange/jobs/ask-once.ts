import type { Answer, Job, JobHandle } from './job.ts';
import type { JobQueue } from './job-queue.ts';
import { JobOver, type JobRun } from './job-run.ts';

/** A job that is answered in one part. */
export interface AskedJob<T> extends Pick<Job, 'lane' | 'asker' | 'body' | 'rows'> {
  readonly longestMs: number;
  /** Reads the answer; throws on what no worker of this program writes. */
  read(answer: Answer): T;
}

/** What somebody waits for, and how he ends it in the middle. */
export interface Awaited<T> {
  /** Rejects with JobOver when nobody wants it any more, with an Error of the reason when it failed. */
  readonly answer: Promise<T>;
  abandon(): void;
}

/** Has a job done and waits for its answer. */
export function askOnce<T>(
  jobs: Pick<JobQueue, 'add'>,
  { longestMs, read, ...job }: AskedJob<T>,
  { isOver, onProgress }: JobRun,
): Awaited<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let handle: JobHandle | null = null;
  const abandon = (): void => {
    handle?.abandon();
    reject(new JobOver());
  };
  handle = jobs.add({
    ...job,
    longestMs: () => longestMs,
    async begin() {
      if (isOver()) reject(new JobOver());
      return !isOver();
    },
    onProgress(part) {
      if (isOver()) abandon();
      else onProgress(part);
    },
    async answered(_part, answer) {
      try {
        resolve(read(answer));
      } catch (error) {
        reject(error);
      }
    },
    failed: (reason) => reject(new Error(reason)),
  });
  // He may have left while it was prepared.
  if (isOver()) abandon();
  return { answer: promise, abandon };
}
