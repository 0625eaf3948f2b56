import { MINUTE_MS } from '#lib/time/durations.ts';
import type { Clock } from '../surroundings/clock.ts';
import { fairLine } from '../surroundings/fair-line.ts';
import type { Random } from '../surroundings/random.ts';
import type { Answer, Job, JobHandle, JobRow, Lane, Leased, RowStream } from './job.ts';

/** A worker of whom nothing was heard for so long has lost his job. */
export const LEASE_MS = 10_000;
/** Workers that a job may take with it: it may be the job that ends them. */
const MOST_LOST = 3;
/** Workers that may give it back, who stop or lose the way to something that they need for it: it may be what cannot be had for it. */
const MOST_GIVEN_BACK = 20;
/** And this long after the first of them: days that cannot be had for a minute, of a busy exchange or over a way that is lost, are no fault of the job. */
const GIVEN_BACK_FOR_MS = 15 * MINUTE_MS;
/** While one of the others was heard of within this time, whoever claims in reserve gets nothing. */
const RESERVE_AFTER_MS = 15_000;
const TOKEN_BYTES = 24;

interface Lease {
  readonly token: string;
  /** When it is lost unless he says something. */
  untilMs: number;
  /** When the part that he works at has taken too long. */
  deadlineMs: number;
  /** It is being begun, and nobody has been told of it. */
  isBeginning: boolean;
}

interface Entry {
  readonly id: number;
  readonly job: Job;
  readonly sinceMs: number;
  lease: Lease | null;
  /** Workers that were lost with it. */
  lost: number;
  givenBack: number;
  /** When the first of them did; null = none has. */
  givenBackMs: number | null;
  /** Parts of its answer that are there. */
  parts: number;
}

interface Claimer {
  readonly lane: Lane;
  readonly isReserve: boolean;
  isGone: boolean;
  tell(leased: Leased | null): void;
}

/** What happens to jobs, for whoever counts. */
export interface JobMeter {
  ended(how: 'done' | 'failed' | 'abandoned'): void;
  /** Its worker was lost, or gave it back. */
  takenAgain(): void;
}

export interface JobQueueParts {
  /** One that nobody sets. */
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly random: Random;
  readonly meter?: JobMeter | undefined;
}

export interface ClaimWishes {
  readonly signal: AbortSignal;
  /** Wants a job only while nobody else works: the exchange's own worker beside others. */
  readonly isReserve: boolean;
}

export interface QueueState {
  readonly waiting: number;
  /** How long the oldest of them has waited, ms. */
  readonly oldestMs: number;
  readonly leased: number;
  /** Since when nobody has claimed or worked, ms; Infinity: nobody ever did. */
  readonly unheardMs: number;
}

/**
 * Jobs that wait and jobs on lease. Nothing of it is on the disk: whoever asks for a job has written down that he wants it, and asks again
 * after a restart.
 */
export class JobQueue {
  private readonly clock: JobQueueParts['clock'];
  private readonly random: Random;
  private readonly meter: JobMeter | undefined;
  private readonly entries = new Map<number, Entry>();
  private readonly byToken = new Map<string, Entry>();
  private readonly claimers = new Set<Claimer>();
  private readonly next = fairLine<Entry>(({ job }) => job.asker);
  private lastId = 0;
  private heardMs = Number.NEGATIVE_INFINITY;
  /** Of those who do not claim in reserve. */
  private othersHeardMs = Number.NEGATIVE_INFINITY;

  constructor({ clock, random, meter }: JobQueueParts) {
    this.clock = clock;
    this.random = random;
    this.meter = meter;
  }

  /** Puts a job in line. */
  add(job: Job): JobHandle {
    this.lastId += 1;
    const entry: Entry = {
      id: this.lastId,
      job,
      sinceMs: this.clock.nowMs(),
      lease: null,
      lost: 0,
      givenBack: 0,
      givenBackMs: null,
      parts: 0,
    };
    this.entries.set(entry.id, entry);
    this.handOut();
    return { abandon: () => this.end(entry, 'abandoned') };
  }

  /** Waits for the next job of a lane; null when `signal` ends the wait. */
  claim(lane: Lane, { signal, isReserve }: ClaimWishes): Promise<Leased | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const claimer: Claimer = { lane, isReserve, isGone: false, tell: resolve };
      const leave = (): void => {
        claimer.isGone = true;
        this.claimers.delete(claimer);
        resolve(null);
      };
      signal.addEventListener('abort', leave, { once: true });
      claimer.tell = (leased) => {
        signal.removeEventListener('abort', leave);
        resolve(leased);
      };
      this.hear(isReserve);
      this.claimers.add(claimer);
      this.handOut();
    });
  }

  /** A sign of life; false: the lease is over. */
  beat(token: string, progress: number, isReserve: boolean): boolean {
    this.hear(isReserve);
    const entry = this.leased(token);
    if (entry === null) return false;
    entry.job.onProgress(Math.min(1, Math.max(0, progress)));
    return true;
  }

  /** A part of an answer, kept once: false when the lease is over or the part is not the next one. A part that came already is kept as it was. */
  async answer(token: string, part: number, answer: Answer, isLast: boolean): Promise<boolean> {
    const entry = this.leased(token);
    if (entry === null || part > entry.parts) return false;
    if (part < entry.parts) return true;
    entry.parts += 1;
    if (entry.lease !== null) entry.lease.deadlineMs = this.clock.nowMs() + entry.job.longestMs(entry.parts);
    if (isLast) this.end(entry, 'done');
    await entry.job.answered(part, answer, isLast);
    return true;
  }

  /** What a job is about beyond what it was told; null when the lease is over. */
  async rows(token: string, stream: RowStream, after: number): Promise<readonly JobRow[] | null> {
    const entry = this.leased(token);
    return entry === null ? null : ((await entry.job.rows?.(stream, after)) ?? []);
  }

  fail(token: string, reason: string): void {
    const entry = this.leased(token);
    if (entry !== null) this.giveUp(entry, reason);
  }

  /** The worker stops; nobody was lost. */
  giveBack(token: string): void {
    const entry = this.leased(token);
    if (entry === null) return;
    const nowMs = this.clock.nowMs();
    entry.givenBack += 1;
    entry.givenBackMs ??= nowMs;
    const isLong = nowMs - entry.givenBackMs >= GIVEN_BACK_FOR_MS;
    if (isLong && entry.givenBack >= MOST_GIVEN_BACK) this.giveUp(entry, `${entry.givenBack} workers gave it back`);
    else this.takeAgain(entry);
  }

  /** Takes back what was lost, ends what takes too long, and hands out what waits. Called about once a second. */
  look(): void {
    const nowMs = this.clock.nowMs();
    for (const entry of [...this.entries.values()]) {
      const { lease } = entry;
      if (lease === null || lease.isBeginning) continue;
      if (lease.deadlineMs < nowMs) this.giveUp(entry, 'it took too long');
      else if (lease.untilMs < nowMs) this.lose(entry);
    }
    this.handOut();
  }

  state(): QueueState {
    const nowMs = this.clock.nowMs();
    let [waiting, leased, oldestMs] = [0, 0, 0];
    for (const { lease, sinceMs } of this.entries.values()) {
      if (lease !== null) leased += 1;
      else {
        waiting += 1;
        oldestMs = Math.max(oldestMs, nowMs - sinceMs);
      }
    }
    return { waiting, oldestMs, leased, unheardMs: nowMs - this.heardMs };
  }

  private hear(isReserve: boolean): void {
    this.heardMs = this.clock.nowMs();
    if (!isReserve) this.othersHeardMs = this.heardMs;
  }

  /** Of a lease that is not over; hearing of it makes it longer. */
  private leased(token: string): Entry | null {
    const entry = this.byToken.get(token);
    if (entry?.lease?.token !== token || entry.lease.isBeginning) return null;
    entry.lease.untilMs = this.clock.nowMs() + LEASE_MS;
    return entry;
  }

  private lose(entry: Entry): void {
    entry.lost += 1;
    if (entry.parts > 0) this.giveUp(entry, 'its worker was lost after a part of the answer');
    else if (entry.lost >= MOST_LOST) this.giveUp(entry, `${entry.lost} workers were lost with it`);
    else this.takeAgain(entry);
  }

  private takeAgain(entry: Entry): void {
    this.release(entry);
    this.meter?.takenAgain();
    entry.job.onProgress(0);
    this.handOut();
  }

  private giveUp(entry: Entry, reason: string): void {
    this.end(entry, 'failed');
    entry.job.failed(reason);
  }

  private end(entry: Entry, how: 'done' | 'failed' | 'abandoned'): void {
    this.release(entry);
    if (this.entries.delete(entry.id)) this.meter?.ended(how);
  }

  private release(entry: Entry): void {
    if (entry.lease !== null) this.byToken.delete(entry.lease.token);
    entry.lease = null;
  }

  /** Gives every claimer who may have one the next job of his lane. */
  private handOut(): void {
    const othersWork = this.clock.nowMs() - this.othersHeardMs <= RESERVE_AFTER_MS;
    for (const claimer of [...this.claimers]) {
      if (claimer.isReserve && othersWork) continue;
      const entry = this.next(this.waiting(claimer.lane));
      if (entry === null) continue;
      this.claimers.delete(claimer);
      void this.handTo(claimer, entry);
    }
  }

  private *waiting(lane: Lane): Iterable<Entry> {
    for (const entry of this.entries.values()) if (entry.lease === null && entry.job.lane === lane) yield entry;
  }

  private async handTo(claimer: Claimer, entry: Entry): Promise<void> {
    const { job } = entry;
    const token = Buffer.from(this.random.bytes(TOKEN_BYTES)).toString('base64url');
    const lease: Lease = { token, untilMs: 0, deadlineMs: 0, isBeginning: true };
    entry.lease = lease;
    this.byToken.set(token, entry);
    let body: Leased['body'] | null = null;
    try {
      body = (await job.begin()) ? job.body() : null;
    } catch (error) {
      if (entry.lease === lease)
        this.giveUp(entry, error instanceof Error ? (error.stack ?? error.message) : `${error}`);
    }
    const isStillHis = entry.lease === lease;
    if (isStillHis && body === null) this.end(entry, 'abandoned');
    if (isStillHis && body !== null && !claimer.isGone) {
      lease.untilMs = this.clock.nowMs() + LEASE_MS;
      lease.deadlineMs = this.clock.nowMs() + job.longestMs(0);
      lease.isBeginning = false;
      claimer.tell({ token, body });
      return;
    }
    if (isStillHis && body !== null) this.release(entry);
    if (!claimer.isGone) this.claimers.add(claimer);
    this.handOut();
  }
}
