import type { z } from 'zod';
import type { sessionInfo } from '#lib/contract/account-calls.ts';
import { CODE, isGoodCode } from '#lib/contract/vocabulary.ts';
import { answer, doorRefusal, refuse, retryAfter } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import { CALLS, type Call } from './call-table.ts';
import { clientClaim } from './client-claim.ts';
import { upstreamHeaders } from './forward.ts';
import { parseBody } from './parse-request.ts';
import { type CheckedReply, checkReply } from './reply.ts';

/** The calls that the BFF answers itself: who is looking, log in, log out, register. */

type SessionInfo = z.output<typeof sessionInfo>;

const GUEST: SessionInfo = {
  logged_in: false,
  user_id: 0,
  uid: '',
  anonymous: '',
  nickname: '',
  avatar: '',
  lang: '',
  rise_color: 'green',
  agreement_signed: false,
};

async function ask(
  call: Call,
  request: Request,
  token: string | null,
  body: unknown,
  parts: BffParts,
): Promise<CheckedReply & { readonly retryAfter: Record<string, string> }> {
  const { account } = (body ?? {}) as { readonly account?: string };
  const headers = { ...upstreamHeaders(request.headers, token, null), ...clientClaim(request.headers, parts, account) };
  const upstreamAnswer = await parts.upstream.call({
    method: call.endpoint.method,
    path: call.endpoint.path,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    mayRepeat: call.endpoint.method === 'GET',
    isSlow: account !== undefined,
  });
  return { ...checkReply(call, call.endpoint.path, upstreamAnswer, parts.log), retryAfter: retryAfter(upstreamAnswer) };
}

function ok(info: SessionInfo, headers: Readonly<Record<string, string>> = {}): Response {
  return answer(200, JSON.stringify({ code: CODE.ok, message: '', data: info }), headers);
}

/** GET /api/session: never an error for guests. */
export async function readSession(request: Request, parts: BffParts): Promise<Response> {
  const cookie = request.headers.get('cookie');
  const token = await parts.session.read(cookie);
  if (token === null) return ok(GUEST);
  const reply = await ask(CALLS.upstreamProfile, request, token, undefined, parts);
  if (!reply.ok) return refuse(reply.refusal, reply.retryAfter);
  if (reply.code === CODE.loginRequired) {
    parts.session.noteEnded(cookie);
    return ok(GUEST);
  }
  return answer(200, reply.text, reply.retryAfter);
}

/** POST /api/session and POST /api/account: the upstream opens a session, its token goes into the sealed cookie. */
export async function openSession(how: 'login' | 'register', request: Request, parts: BffParts): Promise<Response> {
  const parsed = await parseBody(CALLS[how], request);
  if (!parsed.ok) return refuse(parsed.refusal);
  const previous = await parts.session.read(request.headers.get('cookie'));
  const reply = await ask(
    how === 'login' ? CALLS.upstreamLogin : CALLS.upstreamRegister,
    request,
    null,
    parsed.value,
    parts,
  );
  if (!reply.ok) return refuse(reply.refusal, reply.retryAfter);
  const { data, ...envelope } = reply.value as {
    code: number;
    message: string;
    data?: Partial<SessionInfo> & { token?: string };
  };
  const { token, ...info } = data ?? {};
  if (!isGoodCode(reply.code) || token === undefined) {
    const text = JSON.stringify({ ...envelope, ...(data === undefined ? {} : { data: info }) });
    return answer(200, text, reply.retryAfter);
  }
  // One browser, one session: the one it leaves does not stay open at the upstream.
  if (previous !== null) await ask(CALLS.upstreamLogout, request, previous, undefined, parts);
  const opened = ok(info as SessionInfo, { 'set-cookie': await parts.session.start(token, info.user_id ?? 0) });
  const { account } = parsed.value as { readonly account: string };
  const address = parts.addressOf(request.headers);
  const device = await parts.device.remember(request.headers.get('cookie'), account, address);
  if (device !== null) opened.headers.append('set-cookie', device);
  return opened;
}

/** DELETE /api/session: ends the session at the upstream; the cookie goes whatever the upstream says, and what it says is told. */
export async function endSession(request: Request, parts: BffParts): Promise<Response> {
  const cookie = request.headers.get('cookie');
  const token = await parts.session.read(cookie);
  if (token === null) return refuse(doorRefusal(CODE.loginRequired, 'login-required'));
  const reply = await ask(CALLS.upstreamLogout, request, token, undefined, parts);
  const headers = { 'set-cookie': parts.session.end(cookie) };
  if (!reply.ok) return refuse(reply.refusal, { ...headers, ...reply.retryAfter });
  // Refused (too many requests, closed for the moment): there the session lives on.
  const isOver = isGoodCode(reply.code) || reply.code === CODE.loginRequired;
  if (!isOver) return answer(200, reply.text, { ...headers, ...reply.retryAfter });
  return answer(200, JSON.stringify({ code: CODE.ok, message: '' }), headers);
}
