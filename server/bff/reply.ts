import { CODE } from '#lib/contract/vocabulary.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { DOOR_CODE, doorRefusal, type Refusal } from './answers.ts';
import type { Call } from './call-table.ts';
import type { Log } from './log.ts';

export type CheckedReply =
  | { readonly ok: true; readonly code: number; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Holds an upstream's JSON answer against the contract. Keys that the contract does not know are dropped. A write
 * whose answer is missing or is a server error is "unknown", never "failed": it may have been carried out.
 */
export function checkReply(call: Call, upstreamAnswer: UpstreamAnswer, log: Log): CheckedReply {
  const isWrite = call.endpoint.method !== 'GET' && call.endpoint.mutates;
  if (upstreamAnswer.kind === 'unknown') {
    log({ event: 'upstream-unknown', call: call.name, reason: upstreamAnswer.reason });
    const isTooLong = upstreamAnswer.reason === 'too-long' && !isWrite;
    return { ok: false, refusal: isTooLong ? BAD_UPSTREAM : UNKNOWN };
  }
  const { status, body } = upstreamAnswer;
  if (status >= 500) {
    log({ event: 'upstream-error', call: call.name, status });
    return { ok: false, refusal: isWrite ? UNKNOWN : BAD_UPSTREAM };
  }
  const parsed = call.shape.reply.safeParse(parseJson(body));
  if (!parsed.success) {
    const where = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`)
      .join('; ');
    log({ event: 'upstream-invalid', call: call.name, status, where });
    return { ok: false, refusal: isWrite ? UNKNOWN : BAD_UPSTREAM };
  }
  const value = parsed.data as { readonly code?: number };
  return { ok: true, code: value.code ?? CODE.ok, value, text: JSON.stringify(value) };
}

const BAD_UPSTREAM = doorRefusal(DOOR_CODE.badUpstream, 'upstream-invalid');
const UNKNOWN = doorRefusal(DOOR_CODE.unknown, 'unknown');

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
