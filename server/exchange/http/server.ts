import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LAST_ID, LAST_ID_HEADER } from '#lib/contract/event-stream.ts';
import { JOB_PATH } from '#lib/contract/private-door.ts';
import { CODE, LAST_EVENT_HEADER } from '#lib/contract/vocabulary.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import type { Log } from '../../log/log.ts';
import { givenRequestId, REQUEST_ID_HEADER, withRequest } from '../../log/request-context.ts';
import { roleOf } from '../../tls/keyed-server.ts';
import { isImmutable, jsonOf, type Refusal, refuse } from '../replies/reply.ts';
import { countingTurns, threadMs } from '../surroundings/turn-time.ts';
import type { AnyReply, Dispatch, RawCall } from './dispatch.ts';
import { Flow } from './flow.ts';
import { type Address, type Answerer, answerHealth, type Listener, listen } from './listener.ts';
import { MAX_URL, routeOf } from './routes.ts';
import { standBy } from './standby-door.ts';

/** Refusals of calls without an envelope that their HTTP status says as they are. */
const SAID_BY_STATUS: ReadonlySet<number> = new Set([CODE.unknown, CODE.unavailable, CODE.tooManyRequests]);
/** Largest body that is read, bytes. */
const MAX_BODY = 64 * 1024;
export interface ExchangeServer {
  readonly port: number;
  /** Takes no new connections, lets answers under way finish, then ends. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Where to listen; or the door of a standby, which listens already and is taken over. */
  readonly at: Address | Listener;
  /** What the BFF of this machine shows when it says who calls; undefined = nobody here is believed. Another's is known by its certificate. */
  readonly doorKey: string | undefined;
  /** Workers' calls (jobs/job-door.ts); absent: there are none. */
  readonly jobDoor?: JobDoor | undefined;
  readonly log: Log;
}

/** Answers what is asked under JOB_PATH, which is no call of the contract. */
export type JobDoor = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers the exchange's calls. Beyond loopback who asks is known by a certificate (listener.ts). */
export async function openServer(
  dispatch: Dispatch,
  { at, doorKey, jobDoor, log }: ServerOptions,
): Promise<ExchangeServer> {
  // Calls that were read whole and whose answers are not sent yet: a stop waits for them, and for nothing else.
  let underWay = 0;
  let whenQuiet: (() => void) | null = null;
  const tracked: Dispatch = (call) => {
    underWay += 1;
    return dispatch(call);
  };
  const sent = () => {
    underWay -= 1;
    if (underWay === 0) whenQuiet?.();
  };
  const isBelieved = believes(doorKey, log);
  const answerer: Answerer = (request, response) => {
    if (answerHealth(request, response, 'active')) return;
    void withRequest(givenRequestId(request.headers[REQUEST_ID_HEADER]), () =>
      answer(request, response, { dispatch: tracked, isBelieved, jobDoor }, sent).catch((error: unknown) => {
        // The path has ids at most; query and body may hold secrets and stay out.
        log.error('call-failed', { method: request.method, path: request.url?.split('?')[0], error });
        send(response, 500, refuse(CODE.internal, 'internal'));
      }),
    );
  };
  const listener = 'server' in at ? at : await listen(at, log, answerer);
  listener.answerWith(answerer);
  const { server } = listener;
  return {
    port: listener.port,
    close: () =>
      new Promise((done) => {
        // Calls that come over connections which are still open are another exchange's from now on.
        listener.answerWith(standBy);
        server.close(() => done());
        whenQuiet = () => server.closeAllConnections();
        if (underWay === 0) whenQuiet();
      }),
  };
}

interface Answering extends Pick<ServerOptions, 'jobDoor'> {
  readonly dispatch: Dispatch;
  /** Whether who asks is a web server of ours, which says who calls. */
  readonly isBelieved: (request: IncomingMessage) => boolean;
}

/**
 * Without a web server's word, limits of addresses touch nobody: one that shows another key is told of, once. Beyond loopback nobody but a
 * web server comes this far (listener.ts), with whatever key.
 */
function believes(doorKey: string | undefined, log: Log): Answering['isBelieved'] {
  let isTold = false;
  return (request) => {
    if (roleOf(request) === 'web') return true;
    const shown = header(request, 'x-door-key');
    if (shown === null) return false;
    if (doorKey !== undefined && isSame(shown, doorKey)) return true;
    if (!isTold) log.warn('door-key-unknown', { isSet: doorKey !== undefined });
    isTold = true;
    return false;
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { dispatch, isBelieved, jobDoor }: Answering,
  sent: () => void,
): Promise<void> {
  const url = request.url ?? '/';
  if (jobDoor !== undefined && url.startsWith(JOB_PATH)) return jobDoor(request, response);
  if (url.length > MAX_URL) return send(response, 200, refuse(CODE.badRequest, 'too-long'));
  const body = await readBody(request);
  if (body === 'too-long') {
    response.setHeader('connection', 'close');
    return send(response, 200, refuse(CODE.badRequest, 'too-long'));
  }
  // Nobody is there to hear the answer, and nothing was promised.
  if (body === 'gone' || response.closed) return;
  response.once('close', sent);
  await countingTurns(async (tookMs) => {
    const contains = (lastEvent: string) => response.setHeader(LAST_EVENT_HEADER, lastEvent);
    const reply = await dispatch({ ...rawCall(request, url, body, isBelieved(request)), contains });
    if (reply instanceof Flow) sendFlow(response, reply);
    else send(response, statusOf(request.method ?? 'GET', url, reply), reply, tookMs());
  });
}

/** A reply that goes on for as long as somebody reads it, no faster than he does. */
function sendFlow(response: ServerResponse, flow: Flow): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const reader = flow.open({
    write: (text) => response.write(text),
    end: () => response.end(),
    cut: () => response.destroy(),
  });
  response.on('drain', () => reader.drained());
  response.once('close', () => reader.gone());
  // He may have left while it was prepared.
  if (response.destroyed) reader.gone();
}

function statusOf(method: string, url: string, reply: AnyReply): number {
  if (reply instanceof Uint8Array || !('code' in reply) || reply.code === CODE.ok) return 200;
  const routed = routeOf(method, url.split('?')[0] ?? '');
  if (typeof routed === 'string' || routed.endpoint.reply === 'json') return 200;
  const code = Number(reply.code);
  return SAID_BY_STATUS.has(code) ? code : CODE.badRequest;
}

function rawCall(request: IncomingMessage, url: string, bodyText: string | undefined, isBelieved: boolean): RawCall {
  return {
    method: request.method ?? 'GET',
    url,
    authorization: request.headers.authorization ?? '',
    idempotencyKey: header(request, 'idempotency-key'),
    clientIp: (isBelieved ? header(request, 'x-client-ip') : null) ?? '',
    device: (isBelieved ? header(request, 'x-client-device') : null) ?? '',
    agent: (isBelieved ? header(request, 'x-client-agent') : null) ?? '',
    lastEventId: lastEventId(request),
    bodyText,
  };
}

function lastEventId(request: IncomingMessage): string {
  const given = header(request, LAST_ID_HEADER) ?? '';
  return LAST_ID.test(given) ? given : '';
}

/** Compares in a time that does not tell how much of the key was right. */
export function isSame(given: string, key: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(key)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** The body as text, undefined when there is none; bytes that are no UTF-8 become replacement characters. */
async function readBody(request: IncomingMessage): Promise<string | undefined | 'too-long' | 'gone'> {
  try {
    const body = await readBounded(request, MAX_BODY);
    if (body === null) return 'too-long';
    return body.length === 0 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  } catch {
    return 'gone';
  }
}

/**
 * HTTP status 200 with the code in the envelope, except that a call which answers bytes or events refuses by status. The
 * BFF is told what the answer took of this thread, so that its door can charge it to whoever asked.
 */
function send(response: ServerResponse, status: number, reply: AnyReply, tookMs = 0): void {
  if (response.headersSent || response.destroyed) return;
  const isBytes = reply instanceof Uint8Array;
  const began = threadMs();
  const body = isBytes ? reply : jsonOf(reply);
  const allMs = tookMs + threadMs() - began;
  response.writeHead(status, {
    'content-type': isBytes ? 'application/octet-stream' : 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': isBytes && isImmutable(reply) ? 'public, max-age=31536000, immutable' : 'no-store',
    'x-thread-ms': allMs.toFixed(1),
    ...retryAfter(reply),
  });
  response.end(body);
}

/** Limits and overload say when to come again. */
function retryAfter(reply: AnyReply): Record<string, string> {
  if (!('code' in reply) || (reply.code !== CODE.tooManyRequests && reply.code !== CODE.unavailable)) return {};
  const seconds = (reply as Refusal).data?.values?.seconds;
  return seconds === undefined ? {} : { 'retry-after': seconds };
}
