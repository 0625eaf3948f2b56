import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { createJobQueue, type JobQueue } from './proof-jobs.ts';
import type { ProofOutcome } from './proof-shape.ts';
import { createProofThread } from './proof-thread.ts';
import { prove } from './prove.ts';

/** Longest time for a proof: a tape that is full takes seconds. */
const LONGEST_MS = 120_000;

export interface ProofRunner extends Pick<JobQueue<ProofOutcome | null>, 'stateOf' | 'cancel' | 'stop'> {
  ask(botId: number, ownerId: number): ReturnType<JobQueue<unknown>['ask']>;
}

/** Proves bots one at a time in a thread of their own. Outcome null: the bot has no tape. */
export function startProofs({
  store,
  feed,
  clock,
  log,
}: Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'>): ProofRunner {
  const thread = createProofThread();
  const queue = createJobQueue<ProofOutcome | null>({
    clock,
    interrupt: () => thread.end(),
    onError: (botId, error) => log.error('proof-failed', { botId, error }),
    longestMs: LONGEST_MS,
  });
  return {
    ...queue,
    ask: (botId, ownerId) =>
      queue.ask({ botId, ownerId, run: (following) => prove({ store, feed, thread }, botId, following) }),
  };
}
