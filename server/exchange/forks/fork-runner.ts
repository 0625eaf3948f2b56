import { type Awaited, askOnce } from '../jobs/ask-once.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { type AttendedJobs, createAttendedJobs } from '../proofs/attended-jobs.ts';
import { storedBot, storedRows } from '../proofs/stored-life.ts';
import { forkJob, readFork } from './fork-job.ts';
import type { ForkBegin, ForkOutcome } from './fork-shape.ts';

/** Longest time for a fork: a full tape and a year take seconds. */
const LONGEST_MS = 120_000;
/** Who has not asked how far it is for so long has left. */
const LEFT_AFTER_MS = 30_000;

export type AskedFork = Pick<ForkBegin, 'timeMs' | 'untilMs' | 'change'>;

export interface DoneFork {
  readonly asked: AskedFork;
  readonly outcome: ForkOutcome;
}

export interface ForkRunner extends Pick<AttendedJobs<DoneFork, null>, 'cancel' | 'stop' | 'stateFor'> {
  /** `asker`: behind whom it is asked for (askerOf). 'own': its owner has one in line, of this bot or another. */
  ask(botId: number, ownerId: number, asker: string, asked: AskedFork): ReturnType<AttendedJobs<DoneFork, null>['ask']>;
}

interface ForkLineParts extends Pick<ExchangeParts, 'clock' | 'log'> {
  fork(botId: number, asked: AskedFork, following: JobRun): Promise<ForkOutcome>;
  /** Ends what runs in the middle. */
  readonly interrupt: () => Promise<void>;
}

type Needs = Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'> & { readonly jobs: Pick<JobQueue, 'add'> };

/** Has bots forked by a worker, one at a time, beside the proofs. */
export function startForks({ store, feed, clock, log, jobs }: Needs): ForkRunner {
  let present: Awaited<ForkOutcome> | null = null;
  return createForkLine({
    clock,
    log,
    interrupt: async () => present?.abandon(),
    async fork(botId, asked, following) {
      const body = forkJob(feed, { ...(await storedBot(store, botId)), ...asked });
      const rows = storedRows(store, botId);
      const job = {
        lane: 'watched',
        asker: `bot ${botId}`,
        body: () => body,
        rows,
        longestMs: LONGEST_MS,
        read: readFork,
      } as const;
      present = askOnce(jobs, job, following);
      return present.answer;
    },
  });
}

/** The line of forks: one of an owner at once; what is in line is not replaced by what is asked for with other values. */
export function createForkLine({ clock, log, fork, interrupt }: ForkLineParts): ForkRunner {
  const jobs = createAttendedJobs<DoneFork, null>({
    clock,
    interrupt,
    onError: (botId, error) => log.error('fork-failed', { botId, error }),
    longestMs: LONGEST_MS,
    leftAfterMs: LEFT_AFTER_MS,
  });
  return {
    ...jobs,
    ask(botId, ownerId, asker, asked) {
      const run = async (following: JobRun) => ({ asked, outcome: await fork(botId, asked, following) });
      return jobs.ask({ key: botId, ownerId, asker, run }, null);
    },
  };
}
