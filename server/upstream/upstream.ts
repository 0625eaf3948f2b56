import { type Dispatcher, Pool } from 'undici';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { noteSpent } from '../door/spent.ts';
import { REQUEST_ID_HEADER, requestId } from '../log/request-context.ts';

/**
 * The way to the exchange: the paper one or a real one, by address alone. This is the only file that knows where
 * calls go. Every call has a deadline, and no answer is an answer of its own kind: it never means "failed".
 */

const CONNECTIONS = 64;
/** As many slow calls as the door lets in at once: the exchange decides whose turn it is. */
const SLOW_CONNECTIONS = 320;
/** Streams that the exchange has at once. */
const FLOW_CONNECTIONS = 4_000;
/** A stream that says nothing for so long, no sign of life either, has broken off. */
const FLOW_SILENCE_MS = 15_000;
/** Longest reply that is read, bytes: a day of candles and the largest list page are far below. */
const LONGEST_REPLY = 8 * 1024 * 1024;

export interface UpstreamCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * The call may be sent again when no answer came: reads, and money calls, which carry an Idempotency-Key that makes
   * the upstream answer from its record instead of doing it twice.
   */
  readonly mayRepeat: boolean;
  /** It may take long (a hash, a search in the past): it goes over connections of its own, so that the quick ones never wait behind it. */
  readonly isSlow?: boolean;
  /** The answer goes on (an event stream): it is handed over as it comes, over connections of its own, until this says that nobody reads it any more. */
  readonly flowUntil?: AbortSignal;
}

export type UpstreamAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly cacheControl: string;
      /** Whole seconds; null when it does not say. */
      readonly retryAfter: number | null;
      readonly body: Buffer;
      /** It was asked for a second time: the first may have been carried out, whatever this one says of itself. */
      readonly isRepeat?: boolean;
      /** What goes on, when the call asked for it and was not refused; `body` is empty then. Throws when it breaks off. */
      readonly flow?: AsyncIterable<Uint8Array>;
    }
  /** Nothing is known about whether the call was carried out. */
  | { readonly kind: 'unknown'; readonly reason: 'deadline' | 'connection' | 'too-long' };

export interface Upstream {
  call(call: UpstreamCall): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  /** Address without a trailing slash; may have a path. */
  readonly url: string;
  readonly deadlineMs: number;
}

type Headers = Dispatcher.ResponseData['headers'];

/** An exchange of ours says what an answer took of its thread, ms: it is the asker's work as well (server/exchange/surroundings/turn-time.ts). */
const THREAD_MS_HEADER = 'x-thread-ms';
const MOST_THREAD_MS = 10_000;

function noteThread(headers: Headers): void {
  const ms = Number(headers[THREAD_MS_HEADER]);
  if (ms > 0) noteSpent(Math.min(ms, MOST_THREAD_MS));
}

function saidIn(headers: Headers): { readonly cacheControl: string; readonly retryAfter: number | null } {
  return { cacheControl: String(headers['cache-control'] ?? ''), retryAfter: seconds(headers['retry-after']) };
}

/** A whole reply, read to its end. */
async function answerOf(
  status: number,
  headers: Headers,
  body: Dispatcher.ResponseData['body'],
): Promise<UpstreamAnswer> {
  const read = await readBounded(body, LONGEST_REPLY);
  if (read === null) return { kind: 'unknown', reason: 'too-long' };
  return {
    kind: 'answered',
    status,
    ...saidIn(headers),
    body: Buffer.from(read.buffer, read.byteOffset, read.length),
  };
}

export function createUpstream({ url, deadlineMs }: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const open = (connections: number) =>
    new Pool(origin, {
      connections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: { timeout: Math.min(deadlineMs, 3_000) },
    });
  const quick = open(CONNECTIONS);
  const slow = open(SLOW_CONNECTIONS);

  const flows = open(FLOW_CONNECTIONS);

  /** Begins within the deadline, and then goes on. */
  async function flow(call: UpstreamCall, until: AbortSignal): Promise<UpstreamAnswer> {
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    until.addEventListener('abort', leave, { once: true });
    if (until.aborted) leave();
    const timer = setTimeout(leave, deadlineMs);
    try {
      const { statusCode, headers, body } = await flows.request({
        method: call.method,
        path: prefix + call.path,
        headers: numbered(call.headers),
        signal: stop.signal,
        headersTimeout: 0,
        bodyTimeout: FLOW_SILENCE_MS,
      });
      const isFlowing = statusCode === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream');
      if (!isFlowing) return await answerOf(statusCode, headers, body);
      return { kind: 'answered', status: statusCode, ...saidIn(headers), body: Buffer.alloc(0), flow: body };
    } catch {
      return { kind: 'unknown', reason: stop.signal.aborted && !until.aborted ? 'deadline' : 'connection' };
    } finally {
      clearTimeout(timer);
    }
  }

  async function once(call: UpstreamCall): Promise<UpstreamAnswer> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      const { statusCode, headers, body } = await (call.isSlow === true ? slow : quick).request({
        method: call.method,
        path: prefix + call.path,
        headers: numbered(call.headers),
        body: call.body ?? null,
        signal: deadline.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      noteThread(headers);
      return await answerOf(statusCode, headers, body);
    } catch {
      return { kind: 'unknown', reason: deadline.signal.aborted ? 'deadline' : 'connection' };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async call(call) {
      if (call.flowUntil !== undefined) return flow(call, call.flowUntil);
      const first = await once(call);
      if (!call.mayRepeat || !leavesOpen(first, call)) return first;
      const second = await once(call);
      return second.kind === 'answered' ? { ...second, isRepeat: true } : second;
    },
    close: async () => void (await Promise.all([quick.destroy(), slow.destroy(), flows.destroy()])),
  };
}

/** With the number of the request that it is asked for, whoever of ours asks: a visitor's call, a page's reading, a list put together. */
function numbered(headers: UpstreamCall['headers']): Record<string, string> {
  const id = requestId();
  return id === '' ? { ...headers } : { ...headers, [REQUEST_ID_HEADER]: id };
}

/** A Retry-After in seconds, at most an hour; its other spelling, a date, is not used by exchanges. */
function seconds(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Math.min(Number(header), 3_600) : null;
}

/** Whether asking again can tell more: there was no answer, or a write ended in a server error that says nothing. */
function leavesOpen(answer: UpstreamAnswer, call: UpstreamCall): boolean {
  if (answer.kind === 'answered') return answer.status >= 500 && call.method !== 'GET';
  // A slow read is slow again; a read whose kept-alive connection was closed under it is not.
  return call.method === 'GET' ? answer.reason === 'connection' : answer.reason !== 'too-long';
}
