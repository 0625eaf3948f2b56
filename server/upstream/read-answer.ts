import type { z } from 'zod';
import { type ReadReply, readReply } from '#lib/contract/read-reply.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import type { UpstreamAnswer } from './upstream-call.ts';

/**
 * Holds an answer against the contract of what was asked. A body without a code is a success of the documents', and also how gateways word a 403 or
 * 429 (`{"message": "Forbidden"}`), of which a tolerant reading makes empty data: what HTTP itself refuses or sends elsewhere is none, whatever
 * its body reads as.
 */
export function readAnswer(
  reply: z.ZodType,
  { status, body }: Pick<Extract<UpstreamAnswer, { kind: 'answered' }>, 'status' | 'body'>,
): ReadReply {
  // Some frameworks put a mark before their JSON, which is no part of it.
  const read = readReply(reply, body.toString('utf8').replace(/^\uFEFF/, ''));
  const isCarriedOut = status >= 200 && status < 300;
  return read.ok && isGoodCode(read.code) && !isCarriedOut ? { ok: false, where: 'status' } : read;
}
