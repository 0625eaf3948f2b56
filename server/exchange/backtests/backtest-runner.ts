import type { Answer, Job, JobHandle } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { BacktestBook } from './backtest-book.ts';
import type { BacktestEntry } from './backtest-entry.ts';
import { type BacktestAnswer, type BacktestJob, backtestJob, readBacktestAnswer } from './backtest-job.ts';
import { changeEntry, writeNeighbours, writeOutcome } from './backtest-writing.ts';
import type { WrittenOutcome } from './task-shape.ts';

/** Longest time for a run, and for its neighbours. */
const LONGEST_RUN_MS = 300_000;
const LONGEST_NEIGHBOURS_MS = 60_000;

type Needs = Pick<ExchangeParts, 'feed' | 'sequencer' | 'log'> & { readonly jobs: Pick<JobQueue, 'add'> };

export interface BacktestRunner {
  /** Something was put in the queue. */
  wake(): void;
  /** 0…1 of one that runs, 0 of the others. */
  progressOf(id: number): number;
  /** Whether something of it is to be run yet, its neighbours included. */
  isBusyWith(id: number): boolean;
  /** Ends a run in the middle; its entry is somebody else's. */
  abandon(id: number): void;
}

/** A backtest that was asked of the workers. */
interface Asked {
  handle: JobHandle | null;
  progress: number;
  /** Once it has been written. */
  outcome: WrittenOutcome | null;
}

/** Writes what came of a run, each part once and in its order. */
async function keepRun(
  sequencer: Needs['sequencer'],
  book: BacktestBook,
  id: number,
  one: Asked,
  answer: Exclude<BacktestAnswer, { type: 'prices-unknown' }>,
): Promise<void> {
  const { outcome } = one;
  if (answer.type === 'outcome') {
    // The orders of the first would go, because the record is no longer one that runs.
    if (outcome !== null) throw new Error('An outcome of a backtest came twice');
    await writeOutcome(sequencer, book, id, answer.outcome);
    one.outcome = answer.outcome;
    return;
  }
  if (outcome === null) throw new Error('Neighbours of a backtest came before its outcome');
  await sequencer.submit((tx) => writeNeighbours(tx, book, id, outcome, answer.neighbours));
}

/** Has the queued backtests run by workers, fair between traders. */
export function startBacktests({ feed, sequencer, log, jobs }: Needs, book: BacktestBook): BacktestRunner {
  const asked = new Map<number, Asked>();

  function fail(id: number, from: 'queued' | 'running', reason: BacktestEntry['reason']): void {
    asked.delete(id);
    sequencer
      .submit((tx) => changeEntry(tx, book, id, from, { status: 'abnormal', reason }))
      // The sequencer has told the process already when it takes nothing more: there is nobody left to tell.
      .catch(() => undefined);
  }

  async function keep(id: number, one: Asked, answer: BacktestAnswer): Promise<void> {
    if (answer.type === 'prices-unknown') fail(id, 'running', 'prices-unknown');
    else await keepRun(sequencer, book, id, one, answer);
  }

  function jobOf({ id, ownerId }: BacktestEntry, body: BacktestJob, one: Asked): Job {
    return {
      lane: 'queued',
      asker: `account ${ownerId}`,
      longestMs: (part) => (part === 0 ? LONGEST_RUN_MS : LONGEST_NEIGHBOURS_MS),
      body: () => body,
      begin: () =>
        // One that is taken again runs already.
        sequencer.submit(
          (tx) => changeEntry(tx, book, id, 'queued', { status: 'running' }) || book.get(id)?.status === 'running',
        ),
      onProgress: (part) => {
        one.progress = part;
      },
      async answered(_part: number, answer: Answer, isLast: boolean) {
        try {
          await keep(id, one, readBacktestAnswer(answer));
        } catch (error) {
          failed(id, one, error);
        }
        if (isLast) asked.delete(id);
      },
      failed: (reason) => failed(id, one, reason),
    };
  }

  /** A bug of ours: told in the log, and to its owner as a backtest that failed; of one whose outcome he has, it is the neighbours alone. */
  function failed(id: number, one: Asked, error: unknown): void {
    if (asked.get(id) !== one) return;
    log.error('backtest-failed', { backtest: id, error });
    fail(id, 'running', 'backtest-failed');
  }

  return {
    wake() {
      for (const entry of book.queued()) {
        if (asked.has(entry.id)) continue;
        const body = backtestJob(feed, entry);
        if (body === null) {
          fail(entry.id, 'queued', 'prices-unknown');
          continue;
        }
        const one: Asked = { handle: null, progress: 0, outcome: null };
        asked.set(entry.id, one);
        one.handle = jobs.add(jobOf(entry, body, one));
      }
    },
    progressOf: (id) => asked.get(id)?.progress ?? 0,
    isBusyWith: (id) => asked.has(id),
    abandon(id) {
      asked.get(id)?.handle?.abandon();
      asked.delete(id);
    },
  };
}
