import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { JOB_PATH } from '#lib/contract/private-door.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type DayNeed, type JobSource, NotTaken } from '../exchange/jobs/job.ts';
import {
  ANSWER_TOO_LONG,
  CLAIM_WAIT_MS,
  DIGEST_HEADER,
  decodeLeased,
  decodeRows,
  encodeAnswer,
  type JobCall,
  KEEP_HEADER,
  LEASE_HEADER,
  MOST_ANSWER,
  REMOTE_BEAT_MS,
} from '../exchange/jobs/job-wire.ts';
import type { DayFiles } from './day-files.ts';

/** A call that nobody answers; and what a claim waits besides. */
const PATIENCE_MS = 5_000;
/** An answer may be millions of bytes, which the exchange writes before it says so. */
const ANSWER_PATIENCE_MS = 30_000;
/** What is asked for again when nobody answered, and how often; in all less than a lease. */
const TRIES = 4;
const PAUSE_MS = 500;
const MOST_BYTES = 64 * 1024 * 1024;
const OK = 200;
const NOTHING = 204;
const LEASE_OVER = 409;
const UNAVAILABLE = 503;
/** What was said is wrong, by its shape or its length. */
const MALFORMED: ReadonlySet<number> = new Set([400, 413]);

export interface HttpSourceOptions {
  /** Addresses of the exchange, of which one answers. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly version: string;
  readonly dispatcher: Dispatcher;
  readonly kept: DayFiles;
  /** A day could not be kept: it is used and asked for again the next time. */
  readonly onNotKept: (error: unknown) => void;
}

/** The exchange said no, and why. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

interface Said {
  readonly status: number;
  readonly keepAs: string | null;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
}

/**
 * Calls to the exchange: to whoever answered last; where nobody does, or a standby, the next one is asked the next time. Of calls that
 * fail there together – lanes that wait, days that are fetched abreast – the first moves on: two of two addresses would be back where they were.
 */
function createCalls({ urls, key, dispatcher }: HttpSourceOptions) {
  let at = 0;

  async function ask(path: string, asked: Asked): Promise<Said> {
    const { method = 'POST', token, body, signal, patienceMs = PATIENCE_MS } = asked;
    const asks = at;
    try {
      const response = await request(`${urls[asks]}${JOB_PATH}${path}`, {
        method,
        dispatcher,
        headers: { authorization: `Bearer ${key}`, ...(token === undefined ? {} : { [LEASE_HEADER]: token }) },
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      const bytes = await readBounded(response.body, MOST_BYTES);
      if (bytes === null) throw new Error('The exchange sent more than a job or a day has');
      const { statusCode: status, headers } = response;
      if (status === UNAVAILABLE) throw new Refused(status, textOf(bytes));
      return { status, bytes, keepAs: one(headers[KEEP_HEADER]), digest: one(headers[DIGEST_HEADER]) ?? '' };
    } catch (error) {
      if (at === asks) at = (at + 1) % urls.length;
      throw error;
    }
  }

  /** The same for what may be asked for twice: of a part of an answer the first counts. */
  async function askAgain(path: string, asked: Asked): Promise<Said> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await ask(path, asked);
      } catch (error) {
        if (tried >= TRIES) throw error;
        await delay(PAUSE_MS * tried);
      }
    }
  }

  return { ask, askAgain };
}

/** The exchange's queue over its door. */
export function httpSource(options: HttpSourceOptions): JobSource {
  const { version, kept, onNotKept } = options;
  const { ask, askAgain } = createCalls(options);
  let keepAs: string | null = null;
  const call = (name: JobCall, token: string, said: object): Promise<Said> =>
    ask(name, { token, body: JSON.stringify(said) });

  async function fetchDay({ instrument, dayMs, toMs }: DayNeed): Promise<Uint8Array> {
    const query = new URLSearchParams({ instrument, day: `${dayMs}`, to: `${toMs}` });
    const said = await askAgain(`day?${query}`, { method: 'GET', patienceMs: ANSWER_PATIENCE_MS });
    const { bytes, digest, keepAs: word } = said;
    if (said.status !== OK) throw new Refused(said.status, textOf(bytes));
    const isWhole = createHash('sha256').update(bytes).digest('base64url') === digest;
    if (!isWhole) throw new Error('A day of prices came damaged');
    if (word !== null) keep(nameOf(word, instrument, dayMs), bytes);
    return bytes;
  }

  /** A disk that is full takes no job from a worker that has its prices. */
  function keep(name: string, day: Uint8Array): void {
    try {
      kept.put(name, day);
    } catch (error) {
      onNotKept(error);
    }
  }

  return {
    beatMs: REMOTE_BEAT_MS,
    async claim(lane, signal) {
      const body = JSON.stringify({ lane, version });
      const said = await ask('claim', { body, signal, patienceMs: CLAIM_WAIT_MS + PATIENCE_MS });
      if (said.status === NOTHING) return null;
      if (said.status !== OK) throw new Refused(said.status, textOf(said.bytes));
      keepAs = said.keepAs;
      return decodeLeased(said.bytes);
    },
    beat: async (token, progress) => isHis(await call('beat', token, { progress })),
    async answer(token, part, answer, isLast) {
      const body = encodeAnswer(answer);
      // The exchange would cut it in the middle, which is no other than a way that is lost.
      if (body.length > MOST_ANSWER) throw new NotTaken(ANSWER_TOO_LONG);
      const path = `answer?part=${part}&last=${isLast ? 1 : 0}`;
      return isHis(await askAgain(path, { token, body, patienceMs: ANSWER_PATIENCE_MS }));
    },
    async rows(token, stream, after) {
      const body = JSON.stringify({ stream, after });
      const { status, bytes } = await askAgain('rows', { token, body, patienceMs: ANSWER_PATIENCE_MS });
      if (status === OK) return decodeRows(bytes);
      if (status === LEASE_OVER) return null;
      throw refusalOf(status, bytes);
    },
    async fail(token, reason) {
      await call('fail', token, { reason: reason.slice(0, MOST_REASON) });
    },
    async giveBack(token) {
      await call('give-back', token, {});
    },
    async day(need) {
      const isWhole = need.toMs === need.dayMs + DAY_MS;
      const known = keepAs !== null && isWhole ? kept.get(nameOf(keepAs, need.instrument, need.dayMs)) : null;
      return known ?? fetchDay(need);
    },
  };
}

const MOST_REASON = 20_000;

function nameOf(keepAs: string, instrument: string, dayMs: number): string {
  return `${keepAs} ${instrument} ${dayMs}`;
}

function isHis({ status, bytes }: Said): boolean {
  if (status === NOTHING) return true;
  if (status === LEASE_OVER) return false;
  throw refusalOf(status, bytes);
}

/** What is no sentence of the exchange's that another try could change is the job's own. */
function refusalOf(status: number, bytes: Uint8Array): Error {
  return MALFORMED.has(status) ? new NotTaken(textOf(bytes)) : new Refused(status, textOf(bytes));
}

function one(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
