import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import { type Awaited, askOnce } from '../jobs/ask-once.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { createAttendedJobs } from '../proofs/attended-jobs.ts';
import { growingLru } from '../surroundings/growing-lru.ts';
import { alsoWorked } from '../surroundings/turn-time.ts';
import { previewJob, readPreview } from './preview-job.ts';
import type { PreviewAsked, PreviewOutcome } from './preview-shape.ts';

/** Longest time for one: thirty days of ten markets take seconds. */
const LONGEST_MS = 60_000;
/** Who has not asked how far it is for so long has left. */
const LEFT_AFTER_MS = 15_000;
/** What who begins one is charged for the thread, which nobody measures: as for a proof or a fork. Whoever asks how far it is, is not. */
const BEGUN_MS = 20;
/** Outcomes that are kept, some kilobytes each: what is asked for again – by whoever – is not replayed again. */
const MOST_KEPT = 300;
/** Replays that one account may begin an hour: more than anybody compares, fewer than it takes to find hidden parameters out by them. */
const AN_HOUR = { points: 40, seconds: 3_600 };
/** The same of an address, from which several accounts may come: new accounts are no way around the limit of one. */
const AN_HOUR_FROM = { points: 120, seconds: 3_600 };
/** Who still asks for another replay of the account – a second window, somebody else with the same password – has it to its end. */
const STILL_ASKED_MS = 2_000;

export type PreviewState =
  | { readonly status: 'queued' | 'running'; readonly progress: number }
  | { readonly status: 'done'; readonly outcome: PreviewOutcome }
  /** A bug of ours. */
  | { readonly status: 'failed' }
  /** None was begun: too many wait; the account has begun too many. */
  | { readonly status: 'full' }
  | { readonly status: 'often' };

export interface PreviewAsker {
  readonly userId: number;
  /** Where the question comes from (surroundings/asker.ts). */
  readonly asker: string;
  /** The bot that would be copied. */
  readonly sourceId: number;
}

export interface PreviewRunner {
  /** How far the replay of `asked` is; begins it where nobody did. What else the account waited for, and asks for no more, is given up. */
  ask(who: PreviewAsker, asked: PreviewAsked): Promise<PreviewState>;
  stop(): Promise<void>;
}

interface LineParts extends Pick<ExchangeParts, 'clock' | 'log'> {
  replay(asked: PreviewAsked, following: JobRun): Promise<PreviewOutcome>;
  /** Ends what runs in the middle. */
  readonly interrupt: () => Promise<void>;
  /** Of an account, and of where it comes from. */
  readonly limits?: readonly [RateLimit, RateLimit];
}

/** Has copies replayed by a worker, one at a time. */
export function startPreviews({
  clock,
  log,
  jobs,
}: Pick<ExchangeParts, 'clock' | 'log'> & { readonly jobs: Pick<JobQueue, 'add'> }): PreviewRunner {
  let present: Awaited<PreviewOutcome> | null = null;
  return createPreviewLine({
    clock,
    log,
    interrupt: async () => present?.abandon(),
    async replay(asked, following) {
      const body = previewJob(asked);
      const job = {
        lane: 'watched',
        asker: 'previews',
        body: () => body,
        longestMs: LONGEST_MS,
        read: readPreview,
      } as const;
      present = askOnce(jobs, job, following);
      return present.answer;
    },
  });
}

/** What replays came to, until others take their place. */
function keptOutcomes() {
  const kept = growingLru<string, PreviewState>(MOST_KEPT);
  return {
    keep: (words: string, state: PreviewState): void => void kept.set(words, state),
    take(words: string): PreviewState | undefined {
      const over = kept.get(words);
      // Told once: whoever asks after that has it tried again.
      if (over?.status === 'failed') kept.delete(words);
      return over;
    },
  };
}

/** How many an account, and an address, has begun. */
function replaysBegun({ nowMs }: LineParts['clock'], limits: LineParts['limits']) {
  const [ofAccount, ofAddress] = limits ?? [rateLimit({ ...AN_HOUR, nowMs }), rateLimit({ ...AN_HOUR_FROM, nowMs })];
  return {
    /** False: one of them has begun too many. */
    async take(userId: number, asker: string): Promise<boolean> {
      if ((await ofAccount.take(`${userId}`)) > 0) return false;
      if ((await ofAddress.take(asker)) === 0) return true;
      await ofAccount.giveBack(`${userId}`);
      return false;
    },
    /** None was begun for it. */
    async giveBack(userId: number, asker: string): Promise<void> {
      await ofAccount.giveBack(`${userId}`);
      await ofAddress.giveBack(asker);
    },
  };
}

/** The line of replays: one of an account at once – another amount puts another in its place – and ended when nobody waits for it any more. */
export function createPreviewLine({ clock, log, replay, interrupt, limits }: LineParts): PreviewRunner {
  // Of each account, the words of what it waits for.
  const jobs = createAttendedJobs<PreviewOutcome, string>({
    clock,
    interrupt,
    // No word of what was replayed: it has hidden parameters.
    onError: (userId, error) => log.error('copy-preview-failed', { userId, error }),
    longestMs: LONGEST_MS,
    leftAfterMs: LEFT_AFTER_MS,
  });
  const begun = replaysBegun(clock, limits);
  const kept = keptOutcomes();

  async function run(words: string, asked: PreviewAsked, following: JobRun): Promise<PreviewOutcome> {
    try {
      const outcome = await replay(asked, following);
      kept.keep(words, { status: 'done', outcome });
      return outcome;
    } catch (error) {
      if (!following.isOver()) kept.keep(words, { status: 'failed' });
      throw error;
    }
  }

  /** What there is of a replay; null: it is to be begun. Another one that the account waited for is given up. */
  function known(userId: number, words: string): PreviewState | null {
    const over = kept.take(words);
    if (over !== undefined) return over;
    const waited = jobs.waitedFor(userId);
    if (waited === null) return null;
    if (waited.about !== words) {
      if (waited.quietMs < STILL_ASKED_MS) return { status: 'queued', progress: 0 };
      jobs.cancel(userId);
      return null;
    }
    const state = jobs.stateFor(userId);
    if (state?.status !== 'queued' && state?.status !== 'running') return null;
    return { status: state.status, progress: state.progress };
  }

  return {
    stop: jobs.stop,
    async ask({ userId, asker, sourceId }, asked) {
      const words = `${sourceId} ${wordsOf(asked)}`;
      const before = known(userId, words);
      if (before !== null) return before;
      if (!(await begun.take(userId, asker))) return { status: 'often' };
      // Another call of the account may have come to this while the limit was looked at.
      const meanwhile = known(userId, words);
      if (meanwhile !== null) {
        await begun.giveBack(userId, asker);
        return meanwhile;
      }
      const job = { key: userId, ownerId: userId, asker };
      const answer = jobs.ask({ ...job, run: (following) => run(words, asked, following) }, words);
      if (answer !== 'asked') {
        await begun.giveBack(userId, asker);
        return { status: 'full' };
      }
      alsoWorked(BEGUN_MS);
      return { status: 'queued', progress: 0 };
    },
  };
}

/** Everything that the outcome hangs on. Beside it stands the bot: of another one with the same parameters nothing is confirmed. */
function wordsOf(asked: PreviewAsked): string {
  return JSON.stringify(asked, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}
