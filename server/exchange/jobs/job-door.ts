import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { JOB_PATH } from '#lib/contract/private-door.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { isSame, type JobDoor } from '../http/server.ts';
import type { JobQueue } from './job-queue.ts';
import {
  ANSWER_TOO_LONG,
  beatShape,
  CLAIM_WAIT_MS,
  claimShape,
  DIGEST_HEADER,
  dayShape,
  decodeAnswer,
  encodeLeased,
  encodeRows,
  failShape,
  type JobCall,
  KEEP_HEADER,
  LEASE_HEADER,
  MOST_ANSWER,
  partShape,
  rowsShape,
} from './job-wire.ts';
import type { DayReplies } from './queue-source.ts';

/** Largest of anything that a worker says beside answers, a bug's text among it, bytes. */
const MOST_SAID = 128 * 1024;

export interface JobDoorParts {
  readonly jobs: JobQueue;
  readonly days: DayReplies;
  /** What a worker shows. */
  readonly key: string;
  /** Of the program: a worker of another one could come to other figures. */
  readonly version: string;
  /** The word under which days that are over may be kept; null: they may still change. */
  readonly keepAs: string | null;
}

/** Ours for a client's fault. */
class Wrong extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Opens the queue to workers of other processes. The key opens these calls and nothing else. */
export function openJobDoor(parts: JobDoorParts): JobDoor {
  const { key } = parts;
  return async (request, response) => {
    try {
      if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`))
        throw new Wrong(401, 'This is not the key of the workers.');
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://exchange');
      const name = pathname.slice(JOB_PATH.length);
      if (request.method === 'GET' && name === 'day') await sendDay(parts, Object.fromEntries(searchParams), response);
      else if (request.method === 'POST' && isCall(name)) await ANSWERS[name](parts, request, response, searchParams);
      else throw new Wrong(404, 'There is no such call.');
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      say(response, error.status, error.message);
    }
  };
}

function isCall(name: string): name is JobCall {
  return Object.hasOwn(ANSWERS, name);
}

type Answerer = (
  parts: JobDoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  search: URLSearchParams,
) => Promise<void>;

const ANSWERS: Readonly<Record<JobCall, Answerer>> = {
  async claim({ jobs, version, keepAs }, request, response) {
    const wish = read(claimShape, await bodyOf(request));
    if (wish.version !== version)
      throw new Wrong(
        409,
        `This worker is of another version (${wish.version}) than the exchange (${version}): start it from the same program.`,
      );
    const left = new AbortController();
    const timer = setTimeout(() => left.abort(), CLAIM_WAIT_MS);
    response.once('close', () => left.abort());
    const leased = await jobs.claim(wish.lane, { signal: left.signal, isReserve: false });
    clearTimeout(timer);
    if (leased === null) return say(response, 204, '');
    // He left while it was handed to him.
    if (response.destroyed) return jobs.giveBack(leased.token);
    response.once('close', () => {
      if (!response.writableFinished) jobs.giveBack(leased.token);
    });
    if (keepAs !== null) response.setHeader(KEEP_HEADER, keepAs);
    send(response, encodeLeased(leased));
  },
  async beat({ jobs }, request, response) {
    const { progress } = read(beatShape, await bodyOf(request));
    sayWhether(response, jobs.beat(tokenOf(request), progress, false));
  },
  async answer({ jobs }, request, response, search) {
    const { part, last } = read(partShape, Object.fromEntries(search));
    const bytes = await readBounded(request, MOST_ANSWER);
    // It would be as long from the next worker: taken again, it would never end.
    if (bytes === null) {
      jobs.fail(tokenOf(request), ANSWER_TOO_LONG);
      throw new Wrong(413, ANSWER_TOO_LONG);
    }
    const answer = decodeAnswer(bytes);
    sayWhether(response, await jobs.answer(tokenOf(request), part, answer, last === '1'));
  },
  async rows({ jobs }, request, response) {
    const { stream, after } = read(rowsShape, await bodyOf(request));
    const rows = await jobs.rows(tokenOf(request), stream, after);
    if (rows === null) sayWhether(response, false);
    else send(response, encodeRows(rows));
  },
  async fail({ jobs }, request, response) {
    jobs.fail(tokenOf(request), read(failShape, await bodyOf(request)).reason);
    say(response, 204, '');
  },
  async 'give-back'({ jobs }, request, response) {
    jobs.giveBack(tokenOf(request));
    say(response, 204, '');
  },
};

async function sendDay({ days, keepAs }: JobDoorParts, search: unknown, response: ServerResponse): Promise<void> {
  const { instrument, day: dayMs, to: toMs } = read(dayShape, search);
  const isDay = dayMs % DAY_MS === 0 && toMs > dayMs && toMs <= dayMs + DAY_MS;
  if (!isDay) throw new Wrong(400, 'This is no part of a UTC day.');
  const day = await days({ instrument, dayMs, toMs });
  if (day === 'busy') throw new Wrong(503, 'Too many days are asked for.');
  response.setHeader(DIGEST_HEADER, createHash('sha256').update(day).digest('base64url'));
  if (keepAs !== null && toMs === dayMs + DAY_MS) response.setHeader(KEEP_HEADER, keepAs);
  send(response, day);
}

function tokenOf(request: IncomingMessage): string {
  const token = request.headers[LEASE_HEADER];
  return typeof token === 'string' ? token : '';
}

function read<T>(shape: { safeParse(value: unknown): { data?: T } }, value: unknown): T {
  const { data } = shape.safeParse(value);
  if (data === undefined) throw new Wrong(400, 'This is not how a worker asks.');
  return data;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBounded(request, MOST_SAID);
  if (bytes === null) throw new Wrong(413, 'This is more than a worker says.');
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Whether what was said counted: 409, the lease is over. */
function sayWhether(response: ServerResponse, isHis: boolean): void {
  say(response, isHis ? 204 : 409, isHis ? '' : 'The lease is over.');
}

function say(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent || response.destroyed) return;
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(sentence);
}

function send(response: ServerResponse, bytes: Uint8Array): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}
