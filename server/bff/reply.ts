import { isRecord } from '#lib/contract/is-record.ts';
import type { ReadReply } from '#lib/contract/read-reply.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { atCost } from '../door/spent.ts';
import type { UpstreamAnswer } from '../upstream/upstream-call.ts';
import { DOOR_CODE, doorRefusal, type Refusal } from './answers.ts';
import type { Call } from './call-table.ts';
import type { BffLog } from './log.ts';
import { withPageCount } from './page-count.ts';
import { logDropped, parseReply } from './parse-reply.ts';

export type CheckedReply =
  | { readonly ok: true; readonly code: number; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Holds an upstream's JSON answer against the contract. Keys that the contract does not know are dropped. A write
 * whose answer is missing or is a server error is "unknown", never "failed": it may have been carried out. `address`: what was asked, with its query.
 */
export function checkReply(call: Call, address: string, upstreamAnswer: UpstreamAnswer, log: BffLog): CheckedReply {
  // Most of what a reply takes of this process, growing with its rows.
  return atCost(() => check(call, address, upstreamAnswer, log));
}

function check(call: Call, address: string, upstreamAnswer: UpstreamAnswer, log: BffLog): CheckedReply {
  const isWrite = call.endpoint.mutates;
  if (upstreamAnswer.kind === 'unknown') {
    log({ event: 'upstream-unknown', call: call.name, reason: upstreamAnswer.reason });
    const isTooLong = upstreamAnswer.reason === 'too-long' && !isWrite;
    return { ok: false, refusal: isTooLong ? BAD_UPSTREAM : UNKNOWN };
  }
  const { status } = upstreamAnswer;
  if (status >= 500) {
    log({ event: 'upstream-error', call: call.name, status });
    return { ok: false, refusal: isWrite ? UNKNOWN : BAD_UPSTREAM };
  }
  const read = parseReply(call, upstreamAnswer);
  const parsed = saidByStatus(call, status, read);
  if (!parsed.ok) {
    log({ event: 'upstream-invalid', call: call.name, status, where: parsed.where });
    return { ok: false, refusal: isWrite ? UNKNOWN : BAD_UPSTREAM };
  }
  if (isWrite && upstreamAnswer.isRepeat === true && isAboutRepeat(parsed.code)) {
    log({ event: 'upstream-unknown', call: call.name, reason: `repeat ${parsed.code}` });
    return { ok: false, refusal: UNKNOWN };
  }
  logDropped(call, parsed.dropped, log);
  const value = withPageCount(call, address, parsed.value);
  return { ok: true, code: parsed.code, value, text: JSON.stringify(value) };
}

/**
 * What HTTP alone says, which exchanges and gateways before them word with a body of their own or none: that the session is over (decisions §3: 401) –
 * of a call that everybody may make it says nothing about who asks –, and that there are too many requests. Nothing was carried out.
 */
function saidByStatus({ endpoint }: Call, status: number, read: ReadReply): ReadReply {
  if (status === CODE.tooManyRequests) return read.ok ? asLimit(read) : refusalOf(status, 'too-many-requests');
  const isSessionOver = !read.ok && status === CODE.loginRequired && endpoint.access !== 'public';
  return isSessionOver ? refusalOf(status, 'login-required') : read;
}

/** A limit with the words that came, whatever code they have among themselves. */
function asLimit(read: Extract<ReadReply, { ok: true }>): ReadReply {
  const code = CODE.tooManyRequests;
  return { ...read, code, value: { ...(isRecord(read.value) ? read.value : {}), code } };
}

function refusalOf(code: number, message: string): ReadReply {
  return { ok: true, code, value: { code, message }, dropped: new Map() };
}

/** Whether a refusal is of the repetition and says nothing of the first try: no session any more, too many requests, an outage. */
function isAboutRepeat(code: number): boolean {
  return code === CODE.loginRequired || code === CODE.tooManyRequests || code >= 500;
}

const BAD_UPSTREAM = doorRefusal(DOOR_CODE.badUpstream, 'upstream-invalid');
const UNKNOWN = doorRefusal(DOOR_CODE.unknown, 'unknown');
