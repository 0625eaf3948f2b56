import { createJobQueue, type Job, type JobQueue, type JobState, type QueueParts } from './proof-jobs.ts';

interface Waiting<About> {
  readonly about: About;
  /** When whoever waits was told last. */
  toldMs: number;
}

/** A job queue whose jobs are waited for: one is ended when nobody asks for it any more. */
export interface AttendedJobs<T, About> extends Pick<JobQueue<T>, 'cancel' | 'stop'> {
  /** 'own': something is waited for under its key, whatever it is about, or its owner has another one in line. */
  ask(job: Job<T>, about: About): ReturnType<JobQueue<T>['ask']>;
  /** What is waited for under a key, and for how long nobody has asked for it, ms. */
  waitedFor(key: number): { readonly about: About; readonly quietMs: number } | null;
  /** For who waits: how far it is, or what came of it. */
  stateFor(key: number): JobState<T> | null;
}

interface Parts extends QueueParts {
  /** Who has not asked how far it is for so long has left, ms. */
  readonly leftAfterMs: number;
}

/** `About`: what the line is asked to remember of a job while it is waited for. */
export function createAttendedJobs<T, About>({ leftAfterMs, ...parts }: Parts): AttendedJobs<T, About> {
  const { nowMs } = parts.clock;
  const queue = createJobQueue<T>(parts);
  const line = new Map<number, Waiting<About>>();

  /** Whoever asks from now on has it begun again, while it comes to its end. */
  function giveUp(key: number): boolean {
    line.delete(key);
    return queue.cancel(key);
  }

  function attended({ key, run, ...job }: Job<T>, waiting: Waiting<About>): Job<T> {
    const hasLeft = (): boolean => nowMs() - waiting.toldMs > leftAfterMs;
    return {
      ...job,
      key,
      async run(following) {
        const isOver = (): boolean => following.isOver() || (hasLeft() && giveUp(key));
        try {
          return await run({ ...following, isOver });
        } finally {
          // Another may have been asked for while this one came to its end.
          if (line.get(key) === waiting) line.delete(key);
        }
      },
    };
  }

  return {
    stop: queue.stop,
    cancel: giveUp,
    ask(job, about) {
      if (line.has(job.key)) return 'own';
      const waiting: Waiting<About> = { about, toldMs: nowMs() };
      const answer = queue.ask(attended(job, waiting));
      if (answer === 'asked') line.set(job.key, waiting);
      return answer;
    },
    waitedFor(key) {
      const waiting = line.get(key);
      return waiting === undefined ? null : { about: waiting.about, quietMs: nowMs() - waiting.toldMs };
    },
    stateFor(key) {
      const waiting = line.get(key);
      if (waiting !== undefined) waiting.toldMs = nowMs();
      return queue.stateOf(key);
    },
  };
}
