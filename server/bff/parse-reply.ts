import { CODE } from '#lib/contract/vocabulary.ts';
import { isRefusalReply, refusalReply } from '#lib/contract/wire.ts';
import type { Call } from './call-table.ts';

export type ParsedReply =
  | { readonly ok: true; readonly code: number; readonly value: unknown }
  /** Where the contract is broken: paths and kinds, no values. */
  | { readonly ok: false; readonly where: string };

/** Holds the JSON of a reply against the call's contract; keys that it does not know are dropped. */
export function parseReply(call: Call, json: unknown): ParsedReply {
  const parsed = (isRefusalReply(json) ? refusalReply : call.shape.reply).safeParse(json);
  if (parsed.success) {
    const { code = CODE.ok } = parsed.data as { readonly code?: number };
    return { ok: true, code, value: parsed.data };
  }
  const where = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`);
  return { ok: false, where: where.join('; ') };
}
