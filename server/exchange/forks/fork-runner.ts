import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { createJobQueue, type JobQueue, type JobState } from '../proofs/proof-jobs.ts';
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
  ask(botId: number, ownerId: number, asked: AskedFork): ReturnType<JobQueue<unknown>['ask']>;
  /** Tells the owner of a bot; who does not ask any more has his fork ended. */
  stateFor(botId: number): JobState<DoneFork> | null;
}

/** Forks bots one at a time in a thread of their own, beside the proofs'. */
export function startForks({
  store,
  feed,
  clock,
  log,
}: Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'>): ForkRunner {
  const thread = askedThread<ForkTold, ForkAnswer>(PROGRAM, {
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const queue = createJobQueue<DoneFork>({
    clock,
    interrupt: () => thread.stop(),
    onError: (botId, error) => log.error('fork-failed', { botId, error }),
    longestMs: LONGEST_MS,
  });
  /** When the owner of each bot in line was told last. */
  const toldMs = new Map<number, number>();

  function hasLeft(botId: number): boolean {
    return clock.nowMs() - (toldMs.get(botId) ?? 0) > LEFT_AFTER_MS;
  }

  async function run(
    botId: number,
    asked: AskedFork,
    ...[following]: Parameters<Parameters<typeof queue.ask>[0]['run']>
  ) {
    const isOver = (): boolean => {
      if (following.isOver()) return true;
      return hasLeft(botId) && queue.cancel(botId);
    };
    try {
      return { asked, outcome: await forkBot({ store, feed, thread }, botId, asked, { ...following, isOver }) };
    } finally {
      toldMs.delete(botId);
    }
  }

  return {
    stop: queue.stop,
    cancel(botId) {
      toldMs.delete(botId);
      return queue.cancel(botId);
    },
    ask(botId, ownerId, asked) {
      // What is in line was asked for with other values.
      if (toldMs.has(botId)) return 'own';
      const answer = queue.ask({ botId, ownerId, run: (following) => run(botId, asked, following) });
      if (answer === 'asked') toldMs.set(botId, clock.nowMs());
      return answer;
    },
    stateFor(botId) {
      if (toldMs.has(botId)) toldMs.set(botId, clock.nowMs());
      return queue.stateOf(botId);
    },
  };
}
