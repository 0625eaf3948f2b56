import { Worker } from 'node:worker_threads';
import type { Answer, JobBody, JobRow, PriceNeed, RowStream } from '../jobs/job.ts';

/** Memory that a job may fill: one that needs more fails alone. */
const MOST_HEAP_MB = 1024;

const WORKER = new URL('./job-worker.ts', import.meta.url);

export interface ThreadOptions {
  /** How far it steps back behind others: from 1, a little, to 19, behind everything. */
  readonly priority: number;
}

/** What the thread is told: a job. */
export interface JobTold {
  readonly id: number;
  readonly body: JobBody;
}

/** What a job wants on its way: days of prices by instrument, while its progress goes from one part to another; or rows. */
export type Wanted =
  | { readonly type: 'days'; readonly need: PriceNeed; readonly from: number; readonly to: number }
  | { readonly type: 'rows'; readonly stream: RowStream; readonly after: number };

/** What it is given: the days (market/price-day.ts) the oldest first. */
export interface Given {
  readonly days?: Readonly<Record<string, readonly Uint8Array[]>>;
  readonly rows?: readonly JobRow[];
}

/** What it says: the parts of an answer in their order, how far it is, what it wants, or a bug's text. */
export type ThreadSaid =
  | { readonly id: number; readonly answer: Answer; readonly isLast: boolean }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly wanted: Wanted }
  | { readonly id: number; readonly error: string };

/** Whoever has a job done. */
export interface JobAsker {
  onAnswer(answer: Answer, isLast: boolean): void;
  onProgress(part: number): void;
  /** What it rejects with is what the job fails with. */
  give(wanted: Wanted): Promise<Given>;
}

interface Asked extends JobAsker {
  readonly id: number;
  onError(error: unknown): void;
}

/** A thread that does one job after the other. It is begun with the first and does not keep the process alive. */
export interface JobThread {
  /** Resolves after the last part was said; rejects when the thread fails or is ended, or what it wanted is not given. */
  run(body: JobBody, asker: JobAsker): Promise<void>;
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

  function hear(from: Worker, said: ThreadSaid): void {
    const present = asked;
    if (present?.id !== said.id) return;
    if ('error' in said) present.onError(new Error(said.error));
    else if ('progress' in said) present.onProgress(said.progress);
    else if ('answer' in said) present.onAnswer(said.answer, said.isLast);
    else {
      present.give(said.wanted).then(
        (given) => from.postMessage(given),
        (error: unknown) => present.onError(error),
      );
    }
  }

  function begin(): Worker {
    const fresh = new Worker(WORKER, {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    fresh.unref();
    fresh.on('message', (said: ThreadSaid) => hear(fresh, said));
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The thread of a job has ended')));
    return fresh;
  }

  return {
    run(body, asker) {
      worker ??= begin();
      lastId += 1;
      const id = lastId;
      const over = Promise.withResolvers<void>();
      asked = {
        ...asker,
        id,
        onAnswer(answer, isLast) {
          asker.onAnswer(answer, isLast);
          if (isLast) over.resolve();
        },
        onError: over.reject,
      };
      worker.postMessage({ id, body } satisfies JobTold);
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
