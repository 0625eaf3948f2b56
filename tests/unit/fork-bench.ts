import { forkJob, readFork } from '#server/exchange/forks/fork-job.ts';
import type { ForkChange, ForkOutcome, ForkResult } from '#server/exchange/forks/fork-shape.ts';
import type { Answer } from '#server/exchange/jobs/job.ts';
import { storedBot, storedRows } from '#server/exchange/proofs/stored-life.ts';
import { doJob } from '#server/exchange/worker/programs.ts';
import { reachHere } from '#tests/support/task-here.ts';
import type { TestExchange } from './exchange-fixture.ts';

export const MINUTE_MS = 60_000;

/** The fork as a worker works it out, in this thread, where faults can be planted in it. Null: no change. */
export async function forkedHere(exchange: TestExchange, id: number, timeMs: number, change: ForkChange | null) {
  const untilMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const { store, feed } = exchange;
  const job = forkJob(feed, { ...(await storedBot(store, id)), timeMs, untilMs, change });
  const answers: Answer[] = [];
  await doJob(job, reachHere(feed, storedRows(store, id)), (answer) => void answers.push(answer), exchange.clock.nowMs);
  return readFork(answers[0] ?? []);
}

export function compared(outcome: ForkOutcome): ForkResult {
  if (outcome.type !== 'compared') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}
