/**
 * A long computation that somebody of the exchange wants and a worker does, on this machine or another. A worker holds it on lease: who
 * says nothing within the lease has lost it, it is taken again, and what he says later is refused.
 */

/**
 * Behind what a job waits. Each is a thread of every worker, so that nobody who looks at a screen waits behind a year of minutes:
 * `watched` – previews, proofs, forks; `queued` – backtests; `spare` – what nobody asked for: searches, typical bots.
 */
export const LANES = ['watched', 'queued', 'spare'] as const;
export type Lane = (typeof LANES)[number];

/** Prices that a job needs: the minutes of [fromMs, toMs) of each instrument. They travel as candle days, which are named here and fetched by whoever works. */
export interface PriceNeed {
  readonly instruments: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** A journal of the bot that a job is about. */
export const ROW_STREAMS = ['tape', 'fills'] as const;
export type RowStream = (typeof ROW_STREAMS)[number];

export interface JobRow {
  readonly sequence: number;
  readonly timeMs: number;
  readonly value: string;
}

/** What a worker is told: plain data that can be cloned, without functions. */
export interface JobBody {
  /** The name of the program that does it (worker/programs.ts). */
  readonly type: string;
  readonly prices: PriceNeed;
}

/** What a worker says: lines of text without line breaks. A job may be answered in several parts. */
export type Answer = readonly string[];

export interface Job {
  readonly lane: Lane;
  /** Whose it is: those who wait take turns (surroundings/fair-line.ts). */
  readonly asker: string;
  /** Longest time for a part of its answer, ms; then it has failed, so that the queue goes on. */
  longestMs(part: number): number;
  /** Asked for when it is handed out. */
  body(): JobBody;
  /** Before it is handed out, each time. False: nobody wants it any more. */
  begin(): Promise<boolean>;
  /** Rows of its bot's journal after a number, the oldest first, some of them; none: that was all. Absent: it is about no bot. */
  rows?(stream: RowStream, after: number): Promise<readonly JobRow[]>;
  /** Part that is done, 0…1. */
  onProgress(part: number): void;
  /** A part of its answer, the first is 0. Each comes once. */
  answered(part: number, answer: Answer, isLast: boolean): Promise<void>;
  /** It will not be answered (further): a bug, too long, or it ended its workers. */
  failed(reason: string): void;
}

export interface JobHandle {
  /** Nobody wants it any more: who works at it is told with his next sign of life. */
  abandon(): void;
}

/** A job in the hands of a worker. */
export interface Leased {
  /** Shown with everything that is said of it; worth nothing when the lease is over. */
  readonly token: string;
  readonly body: JobBody;
}

/** A UTC day of an instrument's prices (market/price-day.ts). A day that is over is always the same; of the running one there are the minutes before `toMs`. */
export interface DayNeed {
  readonly instrument: string;
  readonly dayMs: number;
  readonly toMs: number;
}

/** What was said of a job is not taken, and would not be another time: it is the job's fault, which fails with it, and not the way's. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** Where a worker gets his jobs: the queue itself in this process, or the exchange over its door. */
export interface JobSource {
  /** Between two signs of life, ms. */
  readonly beatMs: number;
  /** The next job, as soon as there is one; null: there was none for a while, or `signal` ended the wait. */
  claim(lane: Lane, signal: AbortSignal): Promise<Leased | null>;
  /** A sign of life. False: it is his no more, and he may stop. */
  beat(token: string, progress: number): Promise<boolean>;
  /** False: it is his no more, and nothing was kept. Rejects with NotTaken for one that nobody takes. */
  answer(token: string, part: number, answer: Answer, isLast: boolean): Promise<boolean>;
  /** It cannot be done: `reason` is a bug's text. */
  fail(token: string, reason: string): Promise<void>;
  /** He stops, and another shall have it. */
  giveBack(token: string): Promise<void>;
  /** Rows of the journal that the job is about (Job.rows); null: it is his no more. */
  rows(token: string, stream: RowStream, after: number): Promise<readonly JobRow[] | null>;
  /** Bytes of a day of prices. */
  day(need: DayNeed): Promise<Uint8Array>;
}
