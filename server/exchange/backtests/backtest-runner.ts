import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { fairLine } from '../surroundings/fair-line.ts';
import type { BacktestBook } from './backtest-book.ts';
import type { BacktestEntry } from './backtest-entry.ts';
import { type BacktestThread, createBacktestThread } from './backtest-thread.ts';
import { changeEntry, writeNeighbours, writeOutcome } from './backtest-writing.ts';
import { gatherTask } from './gather-task.ts';

/** Part of a backtest's progress that gathering its prices is. */
const GATHERING = 0.6;

/** Longest time for a run, and for its neighbours: then its thread is ended, so that the queue goes on. */
const LONGEST_RUN_MS = 300_000;
const LONGEST_NEIGHBOURS_MS = 60_000;

type Needs = Pick<ExchangeParts, 'feed' | 'sequencer' | 'log'>;

export interface BacktestRunner {
  /** Something was put in the queue. */
  wake(): void;
  /** 0…1 of the one that runs, 0 of the others. */
  progressOf(id: number): number;
  /** Whether something of it is being run, its neighbours included. */
  isBusyWith(id: number): boolean;
  /** Ends a run in the middle; its entry is somebody else's. */
  abandon(id: number): void;
  /** Ends what is under way; it is queued again with the next start. */
  stop(): Promise<void>;
}

/** An answer of the thread, which is ended when it takes too long. */
async function within<T>(thread: BacktestThread, ms: number, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => void thread.end(), ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the queued backtests one after the other in a thread of their own, fair between traders. */
export function startBacktests(needs: Needs, book: BacktestBook): BacktestRunner {
  const { feed, sequencer, log } = needs;
  const thread = createBacktestThread();
  const next = fairLine<BacktestEntry>(({ ownerId }) => ownerId);
  let isStopped = false;
  let wakeUp: () => void = () => {};
  let present: { readonly id: number; progress: number; isAbandoned: boolean } | null = null;

  async function loop(): Promise<void> {
    while (!isStopped) {
      const entry = next(book.queued());
      if (entry === null) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        continue;
      }
      await run(entry);
    }
  }

  async function run(entry: BacktestEntry): Promise<void> {
    const job = { id: entry.id, progress: 0, isAbandoned: false };
    present = job;
    const isWanted = (): boolean => !isStopped && !job.isAbandoned;
    try {
      await sequencer.submit((tx) => changeEntry(tx, book, entry.id, 'queued', { status: 'running' }));
      const task = await gatherTask(feed, entry, {
        isOver: () => !isWanted(),
        onProgress: (part) => {
          job.progress = part * GATHERING;
        },
      });
      if (!isWanted()) return;
      if (task === null) {
        await sequencer.submit((tx) => changeEntry(tx, book, entry.id, 'running', failed('prices-unknown')));
        return;
      }
      const answer = thread.run(task);
      const outcome = await within(thread, LONGEST_RUN_MS, answer.outcome);
      await writeOutcome(sequencer, book, entry.id, outcome);
      const neighbours = await within(thread, LONGEST_NEIGHBOURS_MS, answer.neighbours);
      await sequencer.submit((tx) => writeNeighbours(tx, book, entry.id, outcome, neighbours));
    } catch (error) {
      if (!isWanted()) return;
      // A bug of ours: told in the log, and to its owner as a backtest that failed; the queue goes on.
      log.error('backtest-failed', { backtest: entry.id, error });
      await sequencer.submit((tx) => changeEntry(tx, book, entry.id, 'running', failed('backtest-failed')));
    } finally {
      present = null;
    }
  }

  // The sequencer has told the process already when it takes nothing more: there is nobody left to tell.
  const running = loop().catch((error: unknown) => log.error('backtests-ended', { error }));
  return {
    wake: () => wakeUp(),
    progressOf: (id) => (present?.id === id ? present.progress : 0),
    isBusyWith: (id) => present?.id === id,
    abandon(id) {
      if (present?.id !== id) return;
      present.isAbandoned = true;
      void thread.end();
    },
    async stop() {
      isStopped = true;
      wakeUp();
      await thread.end();
      await running;
    },
  };
}

function failed(reason: BacktestEntry['reason']): Partial<BacktestEntry> {
  return { status: 'abnormal', reason };
}
