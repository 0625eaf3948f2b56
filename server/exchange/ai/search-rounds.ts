import { openSearchPool, type SearchPool } from './search-pool.ts';

/** Between two jobs: the machine belongs to the market first. */
const PAUSE_MS = 500;
/** Between two looks for what has become old. */
const IDLE_MS = 60_000;

/** Work that goes on behind a running exchange. */
export interface SearchRounds {
  /** Ends the job under way; nothing of it is kept. */
  stop(): Promise<void>;
}

interface RoundParts<J> {
  readonly jobs: readonly J[];
  readonly threads: number;
  /** Whether a job is to be done now. */
  isDue(job: J): boolean | Promise<boolean>;
  /** Begins a round: what does its jobs, in the pool's threads. `isOver`: nothing more is kept. */
  begin(): (job: J, pool: SearchPool, isOver: () => boolean) => Promise<unknown>;
  /** Told of what went wrong with a round; the next one begins after a rest. */
  onFailed(error: unknown): void;
}

/** Does every job that is due, one after the other, round after round. The threads live as long as there is something to do. */
export function startSearchRounds<J>({ jobs, threads, isDue, begin, onFailed }: RoundParts<J>): SearchRounds {
  let isStopped = false;
  let wake: () => void = () => {};
  let pool: SearchPool | null = null;

  function rest(ms: number): Promise<void> {
    if (isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function round(): Promise<void> {
    const work = begin();
    try {
      for (const job of jobs) {
        if (isStopped) return;
        if (!(await isDue(job))) continue;
        pool ??= openSearchPool(threads);
        await work(job, pool, () => isStopped);
        await rest(PAUSE_MS);
      }
    } finally {
      await pool?.close();
      pool = null;
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        await round();
      } catch (error) {
        if (!isStopped) onFailed(error);
      }
      await rest(IDLE_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      isStopped = true;
      wake();
      await pool?.close();
      await running;
    },
  };
}
