import type { JobRun } from '../jobs/job-run.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { type AttendedJobs, createAttendedJobs } from '../proofs/attended-jobs.ts';
import { askedThread } from '../surroundings/asked-thread.ts';
import { type AskedFork, forkBot } from './fork-bot.ts';
import type { ForkAnswer, ForkOutcome, ForkTold } from './fork-shape.ts';

const PROGRAM = new URL('./fork-worker.ts', import.meta.url);
/** Memory that a fork may fill: one that needs more fails alone. */
const MOST_HEAP_MB = 512;
/** Longest time for a fork: a full tape and a year take seconds. */
const LONGEST_MS = 120_000;
/** Who has not asked how far it is for so long has left. */
const LEFT_AFTER_MS = 30_000;

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

/** Forks bots one at a time in a thread of their own, beside the proofs'. */
export function startForks({ store, feed, clock, log }: Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'>) {
  const thread = askedThread<ForkTold, ForkAnswer>(PROGRAM, {
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  return createForkLine({
    clock,
    log,
    fork: (...asked) => forkBot({ store, feed, thread }, ...asked),
    interrupt: () => thread.stop(),
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
