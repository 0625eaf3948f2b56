import { MINUTE_MS } from '#lib/time/durations.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { Clock } from '../surroundings/clock.ts';
import { fairLine } from '../surroundings/fair-line.ts';

/** Something that a thread works out for an account, of a bot as often as not, and what came of it. */
export type JobState<T> =
  | { readonly status: 'queued' | 'running' | 'cancelled' | 'failed'; readonly progress: number }
  | { readonly status: 'done'; readonly progress: 1; readonly outcome: T; readonly tookMs: number };

export interface Job<T> {
  /** Of what there is one job at a time: a bot, or an account. */
  readonly key: number;
  readonly ownerId: number;
  /** Behind whom it is asked for (askerOf). */
  readonly asker: string;
  run(following: JobRun): Promise<T>;
}

/** Results that are kept: an older one is worked out again by whoever asks. */
const MOST_KEPT = 200;
const KEPT_MS = 30 * MINUTE_MS;
/** Jobs that wait at most, of all traders. */
const MOST_WAITING = 50;
/** And of one asker, however many accounts there are behind him. */
const MOST_OF_ASKER = 10;

interface Entry<T> {
  /** In the order in which they were asked for. */
  readonly id: number;
  readonly job: Job<T>;
  state: JobState<T>;
  /** When it was asked for, then when it was over. */
  sinceMs: number;
}

export interface JobQueue<T> {
  /** Puts a job in line; 'own': its owner has another one there, 'full': there are too many. One whose key is in line already stays there as it is. */
  ask(job: Job<T>): 'asked' | 'own' | 'full';
  stateOf(key: number): JobState<T> | null;
  /** Whether there was one to cancel. */
  cancel(key: number): boolean;
  stop(): Promise<void>;
}

export interface QueueParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Ends what runs in the middle. */
  readonly interrupt: () => Promise<void>;
  /** A bug of ours; its owner is told that it failed. */
  readonly onError: (key: number, error: unknown) => void;
  /** Longest time for one, ms: then it is ended, so that the queue goes on. */
  readonly longestMs: number;
}

function isPending(state: JobState<unknown>): boolean {
  return state.status === 'queued' || state.status === 'running';
}

/** The entries, of which those that are over are kept for a while. */
function createEntries<T>(nowMs: () => number) {
  const entries = new Map<number, Entry<T>>();
  const pending = () => [...entries.values()].filter(({ state }) => isPending(state));
  const line = fairLine<Entry<T>>(({ job }) => job.asker);
  let lastId = 0;
  return {
    get(key: number): Entry<T> | undefined {
      const oldestMs = nowMs() - KEPT_MS;
      const over = [...entries].filter(([, { state }]) => !isPending(state));
      const most = over.length - MOST_KEPT;
      for (const [i, [id, { sinceMs }]] of over.entries()) if (i < most || sinceMs < oldestMs) entries.delete(id);
      return entries.get(key);
    },
    next: () => line(pending().filter(({ state }) => state.status === 'queued')),
    /** Behind his others, whatever was known under its key before. */
    add(job: Job<T>): 'asked' | 'own' | 'full' {
      const waiting = pending();
      if (waiting.some((other) => other.job.ownerId === job.ownerId)) return 'own';
      const ofAsker = waiting.filter((other) => other.job.asker === job.asker).length;
      if (waiting.length >= MOST_WAITING || ofAsker >= MOST_OF_ASKER) return 'full';
      entries.delete(job.key);
      lastId += 1;
      entries.set(job.key, { id: lastId, job, state: { status: 'queued', progress: 0 }, sinceMs: nowMs() });
      return 'asked';
    },
  };
}

/** Runs an entry to its end, however it comes; `isStopped`: nobody wants anything any more. */
async function work<T>(
  entry: Entry<T>,
  { clock, interrupt, onError, longestMs }: QueueParts,
  isStopped: () => boolean,
): Promise<void> {
  const beganMs = clock.nowMs();
  entry.state = { status: 'running', progress: 0 };
  const isOver = (): boolean => isStopped() || entry.state.status !== 'running';
  const timer = setTimeout(() => void interrupt(), longestMs);
  timer.unref();
  try {
    const outcome = await entry.job.run({
      isOver,
      onProgress: (progress) => {
        if (!isOver()) entry.state = { status: 'running', progress };
      },
    });
    if (!isOver()) entry.state = { status: 'done', progress: 1, outcome, tookMs: clock.nowMs() - beganMs };
  } catch (error) {
    if (isOver()) return;
    entry.state = { status: 'failed', progress: 0 };
    onError(entry.job.key, error);
  } finally {
    clearTimeout(timer);
    entry.sinceMs = clock.nowMs();
  }
}

/** One job at a time, askers in turns: an owner has one in line, and who has many accounts does not keep the others waiting with them. */
export function createJobQueue<T>(parts: QueueParts): JobQueue<T> {
  const entries = createEntries<T>(parts.clock.nowMs);
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function loop(): Promise<void> {
    for (let entry = entries.next(); entry !== null && !isStopped; entry = entries.next()) {
      await work(entry, parts, () => isStopped);
    }
    running = null;
  }

  return {
    ask(job) {
      const known = entries.get(job.key);
      if (known !== undefined && isPending(known.state)) return 'asked';
      const asked = entries.add(job);
      if (asked === 'asked') running ??= loop();
      return asked;
    },
    stateOf: (key) => entries.get(key)?.state ?? null,
    cancel(key) {
      const entry = entries.get(key);
      if (entry === undefined || !isPending(entry.state)) return false;
      const wasRunning = entry.state.status === 'running';
      entry.state = { status: 'cancelled', progress: 0 };
      if (wasRunning) void parts.interrupt();
      return true;
    },
    async stop() {
      isStopped = true;
      await parts.interrupt();
      await running;
    },
  };
}
