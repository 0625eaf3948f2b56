import type { ReadReply } from '#lib/contract/read-reply.ts';
import { readAnswer } from '../upstream/read-answer.ts';
import type { UpstreamAnswer } from '../upstream/upstream-call.ts';
import type { Call } from './call-table.ts';
import type { BffLog } from './log.ts';

/** Holds an answer against the call's contract, tolerantly (lib/contract/read-reply.ts). */
export function parseReply(call: Call, answer: Extract<UpstreamAnswer, { kind: 'answered' }>): ReadReply {
  return readAnswer(call.shape.reply, answer);
}

/** One line for a reply that lost rows: how many, and where they could not be read. */
export function logDropped(call: Call, dropped: ReadonlyMap<string, number>, log: BffLog): void {
  if (dropped.size === 0) return;
  const where = [...dropped].map(([place, rows]) => `${place}: ${rows}`).join('; ');
  const rows = [...dropped.values()].reduce((sum, one) => sum + one, 0);
  log({ event: 'upstream-rows-dropped', call: call.name, rows, where });
}
