import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { createJobQueue, type JobQueue, type JobRun, type JobState } from '../proofs/proof-jobs.ts';
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

export interface ForkRunner extends Pick<JobQueue<DoneFork>, 'cancel' | 'stop'> {
  /** `asker`: behind whom it is asked for (askerOf). 'own': its owner has one in line, of this bot or another. */
  ask(botId: number, ownerId: number, asker: string, asked: AskedFork): ReturnType<JobQueue<unknown>['ask']>;
  /** For the owner of a bot: who does not ask any more has his fork ended. */
  stateFor(botId: number): JobState<DoneFork> | null;
}

interface ForkLineParts extends Pick<ExchangeParts, 'clock' | 'log'> {
  fork(botId: number, asked: AskedFork, following: JobRun): Promise<ForkOutcome>;
  /** Ends what runs in the middle. */
  readonly interrupt: () => Promise<void>;
}

/** Somebody who waits for a fork. */
interface Waiting {
  toldMs: number;
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

/** The line of forks: one of an owner at once, ended when nobody waits for it any more. */
export function createForkLine({ clock, log, fork, interrupt }: ForkLineParts): ForkRunner {
  const queue = createJobQueue<DoneFork>({
    clock,
    interrupt,
    onError: (botId, error) => log.error('fork-failed', { botId, error }),
    longestMs: LONGEST_MS,
  });
  /** Of each bot in line, when its owner was told last. */
  const line = new Map<number, Waiting>();

  async function run(botId: number, waiting: Waiting, asked: AskedFork, following: JobRun): Promise<DoneFork> {
    const hasLeft = (): boolean => clock.nowMs() - waiting.toldMs > LEFT_AFTER_MS;
    const isOver = (): boolean => following.isOver() || (hasLeft() && queue.cancel(botId));
    try {
      return { asked, outcome: await fork(botId, asked, { ...following, isOver }) };
    } finally {
      // Another may have been asked for while this one came to its end.
      if (line.get(botId) === waiting) line.delete(botId);
    }
  }

  return {
    stop: queue.stop,
    cancel(botId) {
      line.delete(botId);
      return queue.cancel(botId);
    },
    ask(botId, ownerId, asker, asked) {
      // What is in line was asked for with other values.
      if (line.has(botId)) return 'own';
      const waiting: Waiting = { toldMs: clock.nowMs() };
      const answer = queue.ask({
        key: botId,
        ownerId,
        asker,
        run: (following) => run(botId, waiting, asked, following),
      });
      if (answer === 'asked') line.set(botId, waiting);
      return answer;
    },
    stateFor(botId) {
      const waiting = line.get(botId);
      if (waiting !== undefined) waiting.toldMs = clock.nowMs();
      return queue.stateOf(botId);
    },
  };
}
