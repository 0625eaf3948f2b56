import type { BodyOf, PathOf, QueryOf, ReplyOf } from '../contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { browserPath, fillPath } from '../contract/routes.ts';
import { LAST_EVENT_HEADER, TRADER_HEADER } from '../contract/vocabulary.ts';
import { NoAnswer } from './failures.ts';
import { randomId } from './random-id.ts';
import {
  forgetViewer,
  isSessionMissed,
  noteLogin,
  rememberViewer,
  reopenSession,
  type Standing,
  standing,
  whileLeaving,
} from './session-loss.ts';

/** What a call is given; the contract says which parts it has. Only types are imported: zod stays on the server. */
export interface CallInput<N extends EndpointName> {
  readonly path?: PathOf<N>;
  readonly query?: QueryOf<N>;
  readonly body?: BodyOf<N>;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** For whom a change is asked: the door refuses it if somebody else is logged in by now. Absent: whoever looks at the page now. */
  readonly traderId?: number;
  /** Whether it may still go out after a login was waited for; without it, always. */
  readonly isInTime?: () => boolean;
}

const retryAfter = new WeakMap<object, number>();
const lastEvents = new WeakMap<object, string>();

/** The last of the trader's events that a reply contains, or what was made of it; '' = it does not say. */
export function lastEventOf(reply: unknown): string {
  return (typeof reply === 'object' && reply !== null ? lastEvents.get(reply) : undefined) ?? '';
}

/** Says the same of what was made of a reply: of several, of the one that was asked for first. */
export function madeOf<T extends object>(reply: unknown, made: T): T {
  const id = lastEventOf(reply);
  if (id !== '') lastEvents.set(made, id);
  return made;
}

/** What a reply's sender asked to wait, ms; 0 = nothing. */
export function retryAfterOf(reply: object): number {
  return retryAfter.get(reply) ?? 0;
}

/** Retry-After in seconds or as a date, as ms from now. */
export function retryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after');
  if (text === null) return 0;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Longer than the door's own deadlines for an upstream, with its one repetition. */
export const DEADLINE_MS = 25_000;

/** Browser URL of a call: `/api` + the documented path. */
export function callUrl<N extends EndpointName>(name: N, input: CallInput<N>): string {
  const endpoint = ENDPOINTS[name];
  const path = browserPath(endpoint, fillPath(endpoint, input.path as Readonly<Record<string, string>>));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value !== undefined) query.set(key, String(value));
  }
  // Sorted, so that the URL is a cache key.
  query.sort();
  const text = query.toString();
  return `${path}${text === '' ? '' : `?${text}`}`;
}

/** Calls that are about the session itself: their "log in" is an answer, not a loss. */
const ABOUT_SESSION: ReadonlySet<EndpointName> = new Set(['login', 'register', 'logout', 'session']);

/**
 * One call to the own origin. Rejects with NoAnswer when there was none; refusals are ordinary replies with a code.
 * When the session has ended under a trader, the login dialog opens where he is, and the call is made again – with the
 * same idempotency key – once he is back (session-loss.ts). If he came back while it was on its way, here or in another
 * tab, nobody is asked again: the session that its answer speaks of is the one before.
 */
export async function call<N extends EndpointName>(
  name: N,
  input: CallInput<N> = {},
  options: CallOptions = {},
): Promise<ReplyOf<N>> {
  const sentIn = standing();
  const sending = { traderId: sentIn.traderId, ...options };
  const direct = () => send(name, input, sending);
  const reply = await (name === 'logout' ? whileLeaving(direct) : direct());
  const said = reply as SessionReply;
  const isLost = saysSessionIsOver(name, said) && isSessionMissed();
  noteViewer(name, said, sentIn);
  if (!isLost) return reply;
  const isBack =
    standing().turn === sentIn.turn ? await reopenSession(whoIsHere) : standing().traderId === sentIn.traderId;
  return isBack && options.isInTime?.() !== false ? direct() : reply;
}

async function whoIsHere(): Promise<number> {
  try {
    return traderOf((await send('session', {}, {})) as SessionReply) ?? 0;
  } catch {
    return 0;
  }
}

const LOGIN_REQUIRED = 401;

interface SessionReply {
  readonly code?: number;
  readonly data?: { readonly logged_in?: boolean; readonly user_id?: number };
}

function saysSessionIsOver(name: EndpointName, { code, data }: SessionReply): boolean {
  if (name === 'session') return code === 200 && data?.logged_in === false;
  return !ABOUT_SESSION.has(name) && code === LOGIN_REQUIRED;
}

/** Whose session a reply about sessions tells of; null: of none. */
function traderOf({ code, data }: SessionReply): number | null {
  return code === 200 && data?.logged_in === true ? (data.user_id ?? 0) : null;
}

function noteViewer(name: EndpointName, reply: SessionReply, sentIn: Standing): void {
  const seenId = ABOUT_SESSION.has(name) ? traderOf(reply) : null;
  if (name === 'logout') forgetViewer();
  else if (seenId === null) return;
  else if (name !== 'session') noteLogin(seenId);
  // Who was there when it was asked may have been followed by somebody else.
  else if (standing().turn === sentIn.turn) rememberViewer(seenId);
}

async function send<N extends EndpointName>(name: N, input: CallInput<N>, options: CallOptions): Promise<ReplyOf<N>> {
  const endpoint: Endpoint = ENDPOINTS[name];
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  let response: Response;
  try {
    response = await fetch(callUrl(name, input), {
      method: endpoint.method,
      headers: headersOf(endpoint, input, options),
      credentials: 'same-origin',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    });
  } catch (cause) {
    throw new NoAnswer(`${name}: no answer`, { cause });
  }
  const waitMs = retryAfterMs(response.headers);
  try {
    if (endpoint.reply === 'bytes') {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer()) as ReplyOf<N>;
    }
    const reply: unknown = await response.json();
    if (!isReply(reply, endpoint)) throw new Error('no reply of ours');
    if (waitMs > 0) retryAfter.set(reply, waitMs);
    const lastEvent = response.headers.get(LAST_EVENT_HEADER);
    if (lastEvent !== null) lastEvents.set(reply, lastEvent);
    return reply as ReplyOf<N>;
  } catch (cause) {
    throw new NoAnswer(`${name}: HTTP ${response.status}, no answer`, { cause, retryAfterMs: waitMs });
  }
}

function headersOf(
  { side, mutates }: Endpoint,
  input: { readonly body?: unknown },
  { idempotencyKey, traderId = 0 }: CallOptions,
): Record<string, string> {
  return {
    'x-request-id': randomId(),
    'device-type': window.matchMedia('(max-width: 767px)').matches ? 'h5' : 'web',
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    // What is read is of whoever has the session; what is changed must not be another's (another tab has logged him in).
    ...(mutates && side === 'upstream' && traderId !== 0 ? { [TRADER_HEADER]: String(traderId) } : {}),
  };
}

/** The door checks replies against the contract; what does not come from the door (a hotel's login page) has no code. */
function isReply(reply: unknown, endpoint: Endpoint): reply is object {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return false;
  const code = 'code' in reply ? reply.code : undefined;
  return typeof code === 'number' || (endpoint.isBare && code === undefined);
}
