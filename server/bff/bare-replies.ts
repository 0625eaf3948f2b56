import { CODE } from '#lib/contract/vocabulary.ts';
import type { UpstreamAnswer } from '../upstream/upstream-call.ts';
import { DOOR_CODE, doorRefusal, PRIVATE_CACHE, refuse, retryAfter, sharedCache } from './answers.ts';
import type { BffParts } from './bff-parts.ts';
import type { Call } from './call-table.ts';
import { checkedFlow } from './checked-flow.ts';

/** Replies without an envelope: bytes and event streams. A refusal of theirs is JSON and says its code by its status. */

export function bytesReply(call: Call, upstreamAnswer: UpstreamAnswer, parts: BffParts, reader: AbortSignal): Response {
  if (upstreamAnswer.kind !== 'answered' || upstreamAnswer.status !== 200) {
    return refused(call, upstreamAnswer, parts, reader);
  }
  const isForever = /\bimmutable\b/.test(upstreamAnswer.cacheControl);
  return new Response(new Uint8Array(upstreamAnswer.body), {
    headers: {
      'content-type': 'application/octet-stream',
      'cache-control': isForever ? 'public, max-age=31536000, immutable' : sharedCache(call.endpoint),
    },
  });
}

/** An event stream, held to the contract event by event. Nothing on the way may keep or pack it: events would wait there. */
export function flowReply(call: Call, upstreamAnswer: UpstreamAnswer, parts: BffParts, reader: AbortSignal): Response {
  if (upstreamAnswer.kind !== 'answered' || upstreamAnswer.flow === undefined) {
    return refused(call, upstreamAnswer, parts, reader);
  }
  return new Response(checkedFlow(call, upstreamAnswer.flow, parts.log), {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': `${PRIVATE_CACHE}, no-transform`,
      'x-accel-buffering': 'no',
    },
  });
}

function refused(call: Call, upstreamAnswer: UpstreamAnswer, parts: BffParts, reader: AbortSignal): Response {
  if (upstreamAnswer.kind === 'unknown') {
    // Who left before it came has no answer because of that: the exchange has done nothing wrong.
    if (!reader.aborted) parts.log({ event: 'upstream-unknown', call: call.name, reason: upstreamAnswer.reason });
    return refuse(BAD_UPSTREAM);
  }
  const { status } = upstreamAnswer;
  if (status === CODE.unavailable || status === CODE.tooManyRequests) {
    const reason = status === CODE.unavailable ? 'busy' : 'too-many-requests';
    return refuse(doorRefusal(status, reason), retryAfter(upstreamAnswer));
  }
  // An exchange that answers a stream with 200 and an envelope has none. To call for a login where everybody may ask is an answer that nobody understands.
  if (status > 0 && status < 500 && status !== CODE.loginRequired) {
    return refuse(doorRefusal(status === 404 ? CODE.unknown : CODE.badRequest, 'refused'));
  }
  parts.log({ event: 'upstream-error', call: call.name, status });
  return refuse(BAD_UPSTREAM);
}

const BAD_UPSTREAM = doorRefusal(DOOR_CODE.badUpstream, 'upstream-invalid');
