import { type Endpoint, isSharedCall } from '#lib/contract/endpoints.ts';
import { LAST_ID, LAST_ID_HEADER } from '#lib/contract/event-stream.ts';
import { CODE, isGoodCode, TRADER_HEADER } from '#lib/contract/vocabulary.ts';
import { isSlow } from '../door/work.ts';
import { pageLanguage } from '../pages/page-language.ts';
import type { UpstreamCall } from '../upstream/upstream-call.ts';
import {
  answer,
  doorRefusal,
  lastEvent,
  PRIVATE_CACHE,
  refusalStatus,
  refuse,
  retryAfter,
  sharedCache,
} from './answers.ts';
import { bytesReply, flowReply } from './bare-replies.ts';
import type { BffParts } from './bff-parts.ts';
import type { MatchedCall } from './call-table.ts';
import { clientClaim } from './client-claim.ts';
import type { KeptReplies, Replied } from './kept-replies.ts';
import { parseRequest } from './parse-request.ts';
import { checkReply } from './reply.ts';

/** Proxied calls: parsed, sent on with the session's token, the answer parsed too. */
export async function forward(
  { call, path }: MatchedCall,
  rawQuery: string,
  request: Request,
  parts: BffParts,
  kept: KeptReplies,
): Promise<Response> {
  const { endpoint } = call;
  const isShared = isSharedCall(endpoint);
  const cookie = request.headers.get('cookie');
  const token = isShared ? null : await parts.session.read(cookie);
  if (endpoint.access !== 'public' && token === null) return refuse(doorRefusal(CODE.loginRequired, 'login-required'));
  if (endpoint.mutates && (await isOfAnother(request.headers, parts))) {
    return refuse(doorRefusal(CODE.conflict, 'owner-unknown', { issue: 'owner-unknown' }));
  }
  const parsed = await parseRequest(call, rawQuery, request);
  if (!parsed.ok) return refuse(parsed.refusal);
  const headers = {
    ...upstreamHeaders(request.headers, token, parsed.idempotencyKey),
    ...(isShared ? sharedLanguage(request.headers) : {}),
    ...clientClaim(request.headers, parts),
    ...(endpoint.reply === 'events' ? lastEventId(request.headers) : {}),
  };
  const address = path + parsed.query;
  const asked: UpstreamCall = {
    method: endpoint.method,
    path: address,
    ...withBody(endpoint, headers, parsed.body),
    mayRepeat: endpoint.mutates ? parsed.idempotencyKey !== null : endpoint.method === 'GET',
    isSlow: isSlow(call.name),
    ...(endpoint.reply === 'events' ? { flowUntil: request.signal } : {}),
  };
  if (endpoint.reply === 'events') return flowReply(call, await parts.upstream.call(asked), parts, request.signal);
  if (endpoint.reply === 'bytes') return bytesReply(call, await parts.upstream.call(asked), parts, request.signal);
  const ask = async (): Promise<Replied> => {
    const upstreamAnswer = await parts.upstream.call(asked);
    const reply = checkReply(call, address, upstreamAnswer, parts.log);
    // What could not be read says nothing of what it contains, but still when to come again.
    const contains = isShared || !reply.ok ? {} : lastEvent(upstreamAnswer);
    return { reply, said: { ...retryAfter(upstreamAnswer), ...contains } };
  };
  // Names may differ with what goes on to the upstream of the asker's headers.
  const key = `${headers['accept-language'] ?? ''} ${headers['device-type'] ?? ''} ${address}`;
  const { reply, said, ageSeconds } = isShared
    ? await kept.read(key, endpoint.cacheSeconds, ask)
    : { ...(await ask()), ageSeconds: 0 };
  if (!reply.ok) return refuse(reply.refusal, said);
  if (reply.code === CODE.loginRequired) {
    parts.session.noteEnded(cookie);
    return answer(CODE.loginRequired, reply.text);
  }
  return answer(isGoodCode(reply.code) ? CODE.ok : refusalStatus(endpoint, reply.code), reply.text, {
    ...said,
    // Caches on the way count from when it was given, not from when they got it.
    ...(ageSeconds > 0 ? { age: String(ageSeconds) } : {}),
    ...(isShared && isGoodCode(reply.code)
      ? { 'cache-control': sharedCache(endpoint, ageSeconds), vary: DIFFERS_BY }
      : { 'cache-control': PRIVATE_CACHE }),
  });
}

/** What everybody is told is kept once for each of our languages: who likes which is written in thousands of ways, and anybody can think of more. */
function sharedLanguage(from: Headers): Record<string, string> {
  const wanted = from.get('accept-language');
  return wanted === null ? {} : { 'accept-language': pageLanguage(undefined, wanted) };
}

/** What of the asker goes on to the upstream, and so into what caches on the way may give to others. */
const DIFFERS_BY = 'accept-language, device-type';

/** The body as the upstream takes it: JSON, and of the calls that are documented so a form. */
function withBody({ isForm }: Pick<Endpoint, 'isForm'>, headers: Record<string, string>, body: unknown) {
  if (body === undefined) return { headers };
  if (!isForm) return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const fields = new URLSearchParams(Object.entries(body as Record<string, string>));
  return { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: fields.toString() };
}

/**
 * A page that somebody else's login has overtaken (another tab of this browser): it says for whom it asks for a change, and what
 * it asks for one account is neither done nor looked up for another.
 */
async function isOfAnother(headers: Headers, { session }: BffParts): Promise<boolean> {
  const asking = headers.get(TRADER_HEADER);
  if (asking === null) return false;
  const trader = await session.traderOf(headers.get('cookie'));
  return trader !== 0 && asking !== String(trader);
}

/**
 * The whole list of headers that reach the upstream, but for the request's number (upstream.ts). Everything else a client sends stays here: X-Forwarded-*,
 * X-Real-IP, Forwarded and hop-by-hop headers among it, so none of them can be forged.
 */
export function upstreamHeaders(
  from: Headers,
  token: string | null,
  idempotencyKey: string | null,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const device = from.get('device-type');
  if (device === 'web' || device === 'h5') headers['device-type'] = device;
  const language = from.get('accept-language');
  if (language !== null && /^[A-Za-z0-9,;=.*\- ]{1,128}$/.test(language)) headers['accept-language'] = language;
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
  if (token !== null) headers.authorization = `Bearer ${token}`;
  return headers;
}

/** Where the reader of a stream stands; what is no id of an exchange of ours goes nowhere. */
function lastEventId(from: Headers): Record<string, string> {
  const id = from.get(LAST_ID_HEADER) ?? '';
  return LAST_ID.test(id) ? { [LAST_ID_HEADER]: id } : {};
}
