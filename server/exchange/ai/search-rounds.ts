import { inParallel } from '#lib/limits/in-parallel.ts';
import type { SpareWork } from './search-work.ts';

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
  /** How many are done at once. */
  readonly abreast: number;
  /** What has them done. */
  readonly work: SpareWork;
  /** Whether a job is to be done now. */
  isDue(job: J): boolean | Promise<boolean>;
  /** Does a job. `isOver`: nothing more is kept. */
  perform(job: J, work: SpareWork, isOver: () => boolean): Promise<unknown>;
  /** Told of what went wrong with a round; the next one begins after a rest. */
  onFailed(error: unknown): void;
}

/** Does every job that is due, some at once, round after round. */
export function startSearchRounds<J>({ jobs, abreast, work, isDue, perform, onFailed }: RoundParts<J>): SearchRounds {
  let isStopped = false;
  const wakers = new Set<() => void>();

  function rest(ms: number): Promise<void> {
    if (isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(wake, ms);
      timer.unref();
      wakers.add(wake);
      function wake(): void {
        wakers.delete(wake);
        clearTimeout(timer);
        resolve();
      }
    });
  }

  function round(): Promise<unknown> {
    return inParallel(jobs, abreast, async (job) => {
      if (isStopped || !(await isDue(job))) return;
      await perform(job, work, () => isStopped);
      await rest(PAUSE_MS);
    });
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
      for (const wake of wakers) wake();
      work.stop();
      await running;
    },
  };
}
