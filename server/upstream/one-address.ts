import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { READY_PATH, STATE_HEADER } from '#lib/contract/private-door.ts';
import { LAST_EVENT_HEADER } from '#lib/contract/vocabulary.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { noteSpent } from '../door/spent.ts';
import { REQUEST_ID_HEADER, requestId } from '../log/request-context.ts';
import type { KeptKeys } from '../tls/key-files.ts';
import { keyedConnector } from '../tls/keyed-connector.ts';
import { unpacked } from './unpacked.ts';
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

type Headers = Dispatcher.ResponseData['headers'];

/** An exchange of ours says what an answer took of its thread, ms: it is the asker's work as well (server/exchange/surroundings/turn-time.ts). */
const THREAD_MS_HEADER = 'x-thread-ms';
const MOST_THREAD_MS = 10_000;

function noteThread(headers: Headers): void {
  const ms = Number(headers[THREAD_MS_HEADER]);
  if (ms > 0) noteSpent(Math.min(ms, MOST_THREAD_MS));
}

function saidIn(headers: Headers) {
  return {
    cacheControl: String(headers['cache-control'] ?? ''),
    retryAfter: seconds(headers['retry-after']),
    lastEvent: String(headers[LAST_EVENT_HEADER] ?? ''),
  };
}

/** A whole reply, read to its end. */
async function answerOf(status: number, headers: Headers, body: Dispatcher.ResponseData['body']): Promise<Attempt> {
  if (status === 503 && headers[STATE_HEADER] === 'standby') {
    await body.dump();
    return { kind: 'untaken', isStandby: true };
  }
  const read = await readBounded(body, LONGEST_REPLY);
  const whole = read === null ? null : await unpacked(read, String(headers['content-encoding'] ?? ''), LONGEST_REPLY);
  if (whole === null) return { kind: 'unknown', reason: 'too-long' };
  return {
    kind: 'answered',
    status,
    ...saidIn(headers),
    body: Buffer.from(whole.buffer, whole.byteOffset, whole.length),
  };
}

/** What became of a call at one address: `untaken` was certainly not carried out, nobody being there or somebody who only stands by. */
export type Attempt = UpstreamAnswer | { readonly kind: 'untaken'; readonly isStandby: boolean };

export interface OneAddressOptions {
  readonly url: string;
  readonly connectMs: number;
  readonly keys: KeptKeys | null;
}

/** One host on which an exchange may be. */
export class OneAddress {
  readonly url: string;
  readonly #prefix: string;
  readonly #connector: ReturnType<typeof createConnector>;
  readonly #quick: Pool;
  readonly #slow: Pool;
  readonly #flows: Pool;
  readonly #asides: Pool;
  readonly #underWay = new Set<AbortController>();
  #waiting = 0;
  #heardMs = 0;

  constructor({ url, connectMs, keys }: OneAddressOptions) {
    this.url = url;
    const { origin, pathname } = new URL(url);
    this.#prefix = pathname === '/' ? '' : pathname;
    this.#connector = createConnector(connectMs, keys);
    const { connect } = this.#connector;
    const open = (connections: number) =>
      new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 30_000, connect });
    this.#quick = open(CONNECTIONS);
    this.#slow = open(SLOW_CONNECTIONS);
    this.#flows = open(FLOW_CONNECTIONS);
    this.#asides = open(1);
  }

  /** Never rejects; answers within `withinMs`, of a flow with its beginning. */
  async ask(call: UpstreamCall, withinMs: number): Promise<Attempt> {
    if (this.#waiting === 0) this.#heardMs = performance.now();
    this.#waiting += 1;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(LATE), withinMs);
    this.#underWay.add(stop);
    const answered = call.flowUntil === undefined ? this.#once(call, stop) : this.#flow(call, stop, call.flowUntil);
    const attempt = await answered.catch((error: unknown): Attempt => {
      if (this.#connector.hasFailed(error)) return UNREACHED;
      return { kind: 'unknown', reason: stop.signal.reason === LATE ? 'deadline' : 'connection' };
    });
    clearTimeout(timer);
    // What goes on is under way until it ends.
    if (!('flow' in attempt)) this.#underWay.delete(stop);
    this.#waiting -= 1;
    this.#heardMs = performance.now();
    return attempt;
  }

  /** Whether an exchange of ours is there and has the store. */
  async isActive(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(READY_WITHIN_MS);
      const { statusCode, headers, body } = await this.#asides.request({ method: 'GET', path: READY_PATH, signal });
      await body.dump();
      const isOurs = statusCode === 200 && headers[STATE_HEADER] === 'active';
      if (isOurs) this.#heardMs = performance.now();
      return isOurs;
    } catch {
      return false;
    }
  }

  /** For how long calls have been waiting here and nothing has been heard of any, ms; 0 when none waits. */
  silentMs(): number {
    return this.#waiting === 0 ? 0 : performance.now() - this.#heardMs;
  }

  /** Breaks off what is under way: another exchange has the store, and nothing that comes from here counts any more. */
  breakOff(): void {
    for (const one of this.#underWay) one.abort(GONE);
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick, this.#slow, this.#flows, this.#asides].map((pool) => pool.destroy()));
  }

  async #once(call: UpstreamCall, { signal }: AbortController): Promise<Attempt> {
    const pool = call.isSlow === true ? this.#slow : this.#quick;
    const asked = { ...this.#request(call, signal), body: call.body ?? null, bodyTimeout: 0 };
    const { statusCode, headers, body } = await pool.request(asked);
    noteThread(headers);
    return answerOf(statusCode, headers, body);
  }

  /** Begins within the time, and then goes on. */
  async #flow(call: UpstreamCall, stop: AbortController, until: AbortSignal): Promise<Attempt> {
    const leave = (): void => stop.abort(GONE);
    until.addEventListener('abort', leave, { once: true });
    if (until.aborted) leave();
    const asked = { ...this.#request(call, stop.signal), bodyTimeout: FLOW_SILENCE_MS };
    const { statusCode, headers, body } = await this.#flows.request(asked);
    const isFlowing = statusCode === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream');
    if (!isFlowing) return answerOf(statusCode, headers, body);
    body.once('close', () => this.#underWay.delete(stop));
    return { kind: 'answered', status: statusCode, ...saidIn(headers), body: Buffer.alloc(0), flow: body };
  }

  #request({ method, path, headers }: UpstreamCall, signal: AbortSignal) {
    return { method, path: this.#prefix + path, headers: numbered(headers), signal, headersTimeout: 0 };
  }
}

/** Connects, and knows which failures were of the connection itself: what was to go over it was not sent. */
function createConnector(timeout: number, keys: KeptKeys | null) {
  const failed = new WeakSet<Error>();
  const own = keyedConnector(keys, timeout);
  const connect: buildConnector.connector = (options, told) => {
    own(options, (...[error, socket]: buildConnector.CallbackArgs) => {
      if (error === null) return told(null, socket);
      failed.add(error);
      told(error, null);
    });
  };
  return { connect, hasFailed: (error: unknown): boolean => error instanceof Error && failed.has(error) };
}

/** Why something is broken off: its time is over, or nobody waits for it here. */
const LATE = new Error('no answer within its time');
const GONE = new Error('nobody waits for it');

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
