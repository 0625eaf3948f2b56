import { CODE } from '#lib/contract/vocabulary.ts';
import { givenRequestId, REQUEST_ID_HEADER, withRequest } from '../log/request-context.ts';
import { doorRefusal, refuse } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import { isKnownPath, type MatchedCall, matchCall } from './call-table.ts';
import { createClientErrorSink } from './client-errors.ts';
import { forward } from './forward.ts';
import { createKeptReplies } from './kept-replies.ts';
import { createHealth, openApi } from './own-documents.ts';
import { isFromOwnPages, rawTarget, refuseTarget } from './request-guards.ts';
import { endSession, openSession, readSession } from './session-calls.ts';

export type Bff = (request: Request) => Promise<Response>;

/**
 * The one door of the browser: an allow-list made of the contract. A call that is not in the table is 404, both
 * directions are parsed, and nothing a client sends can choose where the call goes. Never rejects.
 */
export function createBff(parts: BffParts): Bff {
  const sinkClientError = createClientErrorSink(parts.nowMs);
  const health = createHealth();
  const kept = createKeptReplies(parts.nowMs, parts.hidden);

  async function answerOwn(matched: MatchedCall, request: Request): Promise<Response> {
    switch (matched.call.name) {
      case 'session':
        return readSession(request, parts);
      case 'login':
      case 'register':
        return openSession(matched.call.name, request, parts);
      case 'logout':
        return endSession(request, parts);
      case 'clientError':
        return sinkClientError(request, parts);
      case 'openApi':
        return openApi(parts);
      case 'health':
        return health(parts);
      default:
        throw new Error(`${matched.call.name} has side "bff" but no answer here`);
    }
  }

  async function answerCall(request: Request): Promise<Response> {
    const target = rawTarget(request.url);
    const refusal = refuseTarget(target);
    if (refusal !== null) return refuse(refusal);
    const matched = matchCall(request.method, target.path);
    if (matched === null) {
      const code = isKnownPath(target.path) ? METHOD_NOT_ALLOWED : doorRefusal(CODE.unknown, 'unknown-call');
      return refuse(code);
    }
    if (matched.call.endpoint.mutates && !isFromOwnPages(request.headers, parts.publicOrigin)) {
      return refuse(doorRefusal(CODE.forbidden, 'foreign-origin'));
    }
    if (matched.call.endpoint.side === 'bff') return answerOwn(matched, request);
    return forward(matched, target.query, request, parts, kept);
  }

  async function answerAnything(request: Request): Promise<Response> {
    try {
      return await answerCall(request);
    } catch (error) {
      parts.log({ event: 'bug', message: String(error), stack: error instanceof Error ? (error.stack ?? '') : '' });
      return refuse(doorRefusal(CODE.internal, 'internal'));
    }
  }

  return (request) => {
    const given = givenRequestId(request.headers.get(REQUEST_ID_HEADER));
    return withRequest(given === '' ? parts.newRequestId() : given, () => answerAnything(request));
  };
}

const METHOD_NOT_ALLOWED = { code: CODE.unknown, reason: 'unknown-method', status: 405 };
