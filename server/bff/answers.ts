import type { Endpoint } from '#lib/contract/endpoints.ts';
import { LAST_ID } from '#lib/contract/event-stream.ts';
import { CODE, LAST_EVENT_HEADER } from '#lib/contract/vocabulary.ts';
import type { UpstreamAnswer } from '../upstream/upstream-call.ts';

/** What the door itself answers. Messages are codes: sentences are the screens' (messages/). */

export const PRIVATE_CACHE = 'private, no-store';

/** Codes of the door beside the exchange's own (decisions §3). */
export const DOOR_CODE = {
  tooLong: 413,
  wrongType: 415,
  /** The upstream answered something that the contract does not know. */
  badUpstream: 502,
  /** No answer: whether the call was carried out is unknown. */
  unknown: 504,
} as const;

type Code = (typeof CODE)[keyof typeof CODE] | (typeof DOOR_CODE)[keyof typeof DOOR_CODE];

export interface Refusal {
  readonly code: Code;
  readonly reason: string;
  /** HTTP status; 200 for refusals of documented calls, which travel in the envelope. */
  readonly status: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal of the door itself (not of a documented call): the HTTP status says the same as the code. */
export function doorRefusal(code: Code, reason: string, data?: Refusal['data']): Refusal {
  return { code, reason, status: code, ...(data === undefined ? {} : { data }) };
}

/** The HTTP status with which a call refuses: in an envelope the code is enough, a reply without one has nothing else that says so. */
export function refusalStatus({ isBare, reply }: Pick<Endpoint, 'isBare' | 'reply'>, code: number): number {
  if (reply === 'json' && !isBare) return CODE.ok;
  return code >= 400 && code < 600 ? code : CODE.badRequest;
}

/** A field that does not have the contract's shape, or that nobody knows: code 422 as the exchange itself would say it. */
export function fieldRefusal(endpoint: Endpoint, field: string, isUnknown = false): Refusal {
  const data = isUnknown ? { field, issue: 'field.unused', values: { field } } : { field, issue: 'format' };
  return { code: CODE.field, reason: 'field-invalid', status: refusalStatus(endpoint, CODE.field), data };
}

export function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': PRIVATE_CACHE, ...headers },
  });
}

export function refuse(refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, reason, status, data } = refusal;
  return answer(status, JSON.stringify({ code, message: reason, ...(data === undefined ? {} : { data }) }), headers);
}

/** When to come again, as the upstream said it with a limit or a refusal for overload. */
export function retryAfter(upstreamAnswer: UpstreamAnswer): Record<string, string> {
  const seconds = upstreamAnswer.kind === 'answered' ? upstreamAnswer.retryAfter : null;
  return seconds === null ? {} : { 'retry-after': String(seconds) };
}

/** Which of the asker's events an answer contains, where the upstream says it. */
export function lastEvent(upstreamAnswer: UpstreamAnswer): Record<string, string> {
  const id = upstreamAnswer.kind === 'answered' ? (upstreamAnswer.lastEvent ?? '') : '';
  return LAST_ID.test(id) ? { [LAST_EVENT_HEADER]: id } : {};
}

/**
 * What caches on the way keep of bots that may be hidden any moment, seconds: with the time until this server hears of it (hidden-watch.ts) and the second
 * for which a page's bytes are sent again (page-front.ts) below 5 s. Public pages say the same in `revalidate`, and next.config.mjs in `expireTime`.
 */
export const HIDEABLE_SECONDS = 2;

type Kept = Pick<Endpoint, 'cacheSeconds' | 'isOfBots'>;

/** For a public reply that the contract lets caches keep. `ageSeconds`: how old it is and says that it is; a hidden bot is gone from it however old it is. */
export function sharedCache({ cacheSeconds, isOfBots }: Kept, ageSeconds = 0): string {
  if (isOfBots) return `public, max-age=0, s-maxage=${ageSeconds + HIDEABLE_SECONDS}`;
  return `public, max-age=0, s-maxage=${cacheSeconds}, stale-while-revalidate=${cacheSeconds}`;
}
