import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { askedThread } from '../surroundings/asked-thread.ts';
import { createJobQueue, type JobQueue } from './proof-jobs.ts';
import type { ProofAnswer, ProofOutcome, ProofTold } from './proof-shape.ts';
import { prove } from './prove.ts';

const PROGRAM = new URL('./proof-worker.ts', import.meta.url);
/** Memory that a replay may fill: one that needs more fails alone. */
const MOST_HEAP_MB = 512;
/** Longest time for a proof: a tape that is full takes seconds. */
const LONGEST_MS = 120_000;

export interface ProofRunner extends Pick<JobQueue<ProofOutcome | null>, 'stateOf' | 'cancel' | 'stop'> {
  /** `asker`: behind whom it is asked for (askerOf). */
  ask(botId: number, ownerId: number, asker: string): ReturnType<JobQueue<unknown>['ask']>;
}

/** Proves bots one at a time in a thread of their own. Outcome null: the bot has no tape. */
export function startProofs({
  store,
  feed,
  clock,
  log,
}: Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'>): ProofRunner {
  const thread = askedThread<ProofTold, ProofAnswer>(PROGRAM, {
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const queue = createJobQueue<ProofOutcome | null>({
    clock,
    interrupt: () => thread.stop(),
    onError: (botId, error) => log.error('proof-failed', { botId, error }),
    longestMs: LONGEST_MS,
  });
  return {
    ...queue,
    ask: (botId, ownerId, asker) =>
      queue.ask({ key: botId, ownerId, asker, run: (following) => prove({ store, feed, thread }, botId, following) }),
  };
}
