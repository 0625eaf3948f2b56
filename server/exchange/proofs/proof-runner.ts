import { instrumentOf } from '#lib/money/market-spec.ts';
import { type Awaited, askOnce } from '../jobs/ask-once.ts';
import type { JobQueue as Jobs } from '../jobs/job-queue.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { proofJob, readProof } from './proof-job.ts';
import { createJobQueue, type JobQueue } from './proof-jobs.ts';
import type { ProofOutcome } from './proof-shape.ts';
import { storedBot, storedRows } from './stored-life.ts';

/** Longest time for a proof: a tape that is full takes seconds. */
const LONGEST_MS = 120_000;

export interface ProofRunner extends Pick<JobQueue<ProofOutcome | null>, 'stateOf' | 'cancel' | 'stop'> {
  /** `asker`: behind whom it is asked for (askerOf). */
  ask(botId: number, ownerId: number, asker: string): ReturnType<JobQueue<unknown>['ask']>;
}

type Needs = Pick<ExchangeParts, 'store' | 'feed' | 'clock' | 'log'> & { readonly jobs: Pick<Jobs, 'add'> };

/** Has bots proven by a worker, one at a time. Outcome null: the bot has no tape. */
export function startProofs({ store, feed, clock, log, jobs }: Needs): ProofRunner {
  let present: Awaited<ProofOutcome | null> | null = null;
  const known = [...feed.specs, ...feed.contracts].map(instrumentOf);
  const queue = createJobQueue<ProofOutcome | null>({
    clock,
    interrupt: async () => present?.abandon(),
    onError: (botId, error) => log.error('proof-failed', { botId, error }),
    longestMs: LONGEST_MS,
  });
  return {
    ...queue,
    ask: (botId, ownerId, asker) =>
      queue.ask({
        key: botId,
        ownerId,
        asker,
        async run(following) {
          const body = proofJob(await storedBot(store, botId), known);
          const rows = storedRows(store, botId);
          const job = {
            lane: 'watched',
            asker,
            body: () => body,
            rows,
            longestMs: LONGEST_MS,
            read: readProof,
          } as const;
          present = askOnce(jobs, job, following);
          return present.answer;
        },
      }),
  };
}
