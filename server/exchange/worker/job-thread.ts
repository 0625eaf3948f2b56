import { Worker } from 'node:worker_threads';
import type { Answer, JobBody } from '../jobs/job.ts';

/** Memory that a job may fill: one that needs more fails alone. */
const MOST_HEAP_MB = 1024;

const WORKER = new URL('./job-worker.ts', import.meta.url);

export interface ThreadOptions {
  /** How far it steps back behind others: from 1, a little, to 19, behind everything. */
  readonly priority: number;
}

/** What the thread is told: a job and, by instrument, the days of its prices (market/price-day.ts), the oldest first. */
export interface JobTold {
  readonly id: number;
  readonly body: JobBody;
  readonly days: Readonly<Record<string, readonly Uint8Array[]>>;
}

/** What it says: the parts of an answer in their order, or a bug's text. */
export type ThreadAnswer =
  | { readonly id: number; readonly answer: Answer; readonly isLast: boolean }
  | { readonly id: number; readonly error: string };

interface Asked {
  readonly id: number;
  onAnswer(answer: Answer, isLast: boolean): void;
  onError(error: Error): void;
}

/** A thread that does one job after the other. It is begun with the first and does not keep the process alive. */
export interface JobThread {
  /** Resolves after the last part was said; rejects when the thread fails or is ended. */
  run(told: Omit<JobTold, 'id'>, onAnswer: (answer: Answer, isLast: boolean) => void): Promise<void>;
  /** Ends what it does in the middle; the next job begins a new one. */
  end(): Promise<void>;
}

export function createJobThread(options: ThreadOptions): JobThread {
  let worker: Worker | null = null;
  let asked: Asked | null = null;
  let lastId = 0;

  function giveUp(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = null;
    asked?.onError(error);
    asked = null;
  }

  function begin(): Worker {
    const fresh = new Worker(WORKER, {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    fresh.unref();
    fresh.on('message', (answer: ThreadAnswer) => {
      if (asked?.id !== answer.id) return;
      if ('error' in answer) asked.onError(new Error(answer.error));
      else asked.onAnswer(answer.answer, answer.isLast);
    });
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The thread of a job has ended')));
    return fresh;
  }

  return {
    run(told, onAnswer) {
      worker ??= begin();
      lastId += 1;
      const id = lastId;
      const over = Promise.withResolvers<void>();
      asked = {
        id,
        onAnswer(answer, isLast) {
          onAnswer(answer, isLast);
          if (isLast) over.resolve();
        },
        onError: over.reject,
      };
      worker.postMessage({ ...told, id } satisfies JobTold);
      return over.promise;
    },
    async end() {
      const ended = worker;
      if (ended === null) return;
      giveUp(ended, new Error('The job was ended'));
      await ended.terminate();
    },
  };
}
