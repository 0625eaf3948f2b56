import { type ReadReply, readReply } from '#lib/contract/read-reply.ts';
import type { Call } from './call-table.ts';
import type { BffLog } from './log.ts';

/** Holds the text of a reply against the call's contract, tolerantly (lib/contract/read-reply.ts). */
export function parseReply(call: Call, text: string): ReadReply {
  return readReply(call.shape.reply, text);
}

/** One line for a reply that lost rows: how many, and where they could not be read. */
export function logDropped(call: Call, dropped: ReadonlyMap<string, number>, log: BffLog): void {
  if (dropped.size === 0) return;
  const where = [...dropped].map(([place, rows]) => `${place}: ${rows}`).join('; ');
  const rows = [...dropped.values()].reduce((sum, one) => sum + one, 0);
  log({ event: 'upstream-rows-dropped', call: call.name, rows, where });
}
