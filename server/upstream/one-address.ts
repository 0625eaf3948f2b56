import { buildConnector, type Dispatcher, Pool } from 'undici';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { noteSpent } from '../door/spent.ts';
import { REQUEST_ID_HEADER, requestId } from '../log/request-context.ts';
import type { KeptKeys } from '../tls/key-files.ts';
import type { UpstreamAnswer, UpstreamCall } from './upstream-call.ts';

const CONNECTIONS = 64;
/** As many slow calls as the door lets in at once: the exchange decides whose turn it is. */
const SLOW_CONNECTIONS = 320;
/** Streams that the exchange has at once. */
const FLOW_CONNECTIONS = 4_000;
/** A stream that says nothing for so long, no sign of life either, has broken off. */
const FLOW_SILENCE_MS = 15_000;
/** Longest reply that is read, bytes: a day of candles and the largest list page are far below. */
const LONGEST_REPLY = 8 * 1024 * 1024;

/** An address that cannot be connected within this time is away, ms. */
export const MOST_CONNECTING_MS = 3_000;
/** Whoever is asked whether it has the store says so at once, ms. */
const READY_WITHIN_MS = 800;
const READY_PATH = '/health/ready';
/** Ours alone says it, and only of what it has not looked at. */
const STATE_HEADER = 'x-exchange-state';

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
async function answerOf(status: number, headers: Headers, body: Dispatcher.ResponseData['body']): Promise<Attempt> {
  if (status === 503 && headers[STATE_HEADER] === 'standby') {
    await body.dump();
    return { kind: 'untaken', isStandby: true };
  }
  const read = await readBounded(body, LONGEST_REPLY);
  if (read === null) return { kind: 'unknown', reason: 'too-long' };
  return {
    kind: 'answered',
    status,
    ...saidIn(headers),
    body: Buffer.from(read.buffer, read.byteOffset, read.length),
  };
}

/** What became of a call at one address: `untaken` was certainly not carried out, nobody being there or somebody who only stands by. */
export type Attempt = UpstreamAnswer | { readonly kind: 'untaken'; readonly isStandby: boolean };

export interface OneAddress {
  readonly url: string;
  /** Never rejects; answers within `withinMs`, of a flow with its beginning. */
  ask(call: UpstreamCall, withinMs: number): Promise<Attempt>;
  /** Whether an exchange of ours is there and has the store. */
  isActive(): Promise<boolean>;
  /** For how long calls have been waiting here and nothing has been heard of any, ms; 0 when none waits. */
  silentMs(): number;
  /** Breaks off what is under way: another exchange has the store, and nothing that comes from here counts any more. */
  breakOff(): void;
  close(): Promise<void>;
}

export interface OneAddressOptions {
  readonly url: string;
  readonly connectMs: number;
  readonly keys: KeptKeys | null;
}

export function createOneAddress({ url, connectMs, keys }: OneAddressOptions): OneAddress {
  const { origin, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const connector = createConnector(connectMs, keys);
  const open = (connections: number) =>
    new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 30_000, connect: connector.connect });
  const quick = open(CONNECTIONS);
  const slow = open(SLOW_CONNECTIONS);
  const flows = open(FLOW_CONNECTIONS);
  const asides = open(1);
  let leaving = new AbortController();
  let waiting = 0;
  let heardMs = 0;

  /** Begins within the time, and then goes on. */
  async function flow(call: UpstreamCall, withinMs: number, until: AbortSignal): Promise<Attempt> {
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    const isLeft = leaving.signal;
    for (const signal of [until, isLeft]) signal.addEventListener('abort', leave, { once: true });
    if (until.aborted) leave();
    const timer = setTimeout(leave, withinMs);
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
      body.once('close', () => isLeft.removeEventListener('abort', leave));
      return { kind: 'answered', status: statusCode, ...saidIn(headers), body: Buffer.alloc(0), flow: body };
    } catch (error) {
      if (connector.hasFailed(error)) return UNREACHED;
      const isOver = stop.signal.aborted && !until.aborted && !isLeft.aborted;
      return { kind: 'unknown', reason: isOver ? 'deadline' : 'connection' };
    } finally {
      clearTimeout(timer);
    }
  }

  async function once(call: UpstreamCall, withinMs: number): Promise<Attempt> {
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    const isLeft = leaving.signal;
    isLeft.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(leave, withinMs);
    try {
      const { statusCode, headers, body } = await (call.isSlow === true ? slow : quick).request({
        method: call.method,
        path: prefix + call.path,
        headers: numbered(call.headers),
        body: call.body ?? null,
        signal: stop.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      noteThread(headers);
      return await answerOf(statusCode, headers, body);
    } catch (error) {
      if (connector.hasFailed(error)) return UNREACHED;
      return { kind: 'unknown', reason: stop.signal.aborted && !isLeft.aborted ? 'deadline' : 'connection' };
    } finally {
      clearTimeout(timer);
      isLeft.removeEventListener('abort', leave);
    }
  }

  return {
    url,
    async ask(call, withinMs) {
      if (waiting === 0) heardMs = performance.now();
      waiting += 1;
      try {
        const { flowUntil } = call;
        return await (flowUntil === undefined ? once(call, withinMs) : flow(call, withinMs, flowUntil));
      } finally {
        waiting -= 1;
        heardMs = performance.now();
      }
    },
    async isActive() {
      try {
        const signal = AbortSignal.timeout(READY_WITHIN_MS);
        const { statusCode, headers, body } = await asides.request({ method: 'GET', path: READY_PATH, signal });
        await body.dump();
        const isOurs = statusCode === 200 && headers[STATE_HEADER] === 'active';
        if (isOurs) heardMs = performance.now();
        return isOurs;
      } catch {
        return false;
      }
    },
    silentMs: () => (waiting === 0 ? 0 : performance.now() - heardMs),
    breakOff() {
      leaving.abort();
      leaving = new AbortController();
    },
    close: async () => void (await Promise.all([quick, slow, flows, asides].map((pool) => pool.destroy()))),
  };
}

/** Connects, and knows which failures were of the connection itself: what was to go over it was not sent. */
function createConnector(timeout: number, keys: KeptKeys | null) {
  const failed = new WeakSet<Error>();
  const build = () =>
    buildConnector({ timeout, ...(keys === null ? {} : { ...keys.current(), minVersion: 'TLSv1.3' }) });
  let own = build();
  keys?.onChange(() => {
    own = build();
  });
  const connect: buildConnector.connector = (options, told) => {
    own(options, (...[error, socket]: buildConnector.CallbackArgs) => {
      if (error === null) return told(null, socket);
      failed.add(error);
      told(error, null);
    });
  };
  return { connect, hasFailed: (error: unknown): boolean => error instanceof Error && failed.has(error) };
}

const UNREACHED: Attempt = { kind: 'untaken', isStandby: false };

/** With the number of the request that it is asked for, whoever of ours asks: a visitor's call, a page's reading, a list put together. */
function numbered(headers: UpstreamCall['headers']): Record<string, string> {
  const id = requestId();
  return id === '' ? { ...headers } : { ...headers, [REQUEST_ID_HEADER]: id };
}

/** A Retry-After in seconds, at most an hour; its other spelling, a date, is not used by exchanges. */
function seconds(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Math.min(Number(header), 3_600) : null;
}
