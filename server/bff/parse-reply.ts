import { z } from 'zod';
import { CODE } from '#lib/contract/vocabulary.ts';
import { envelope, refusalData } from '#lib/contract/wire.ts';
import type { Call } from './call-table.ts';

/**
 * A refusal promises a code. Exchanges differ in what else they put into one (null, an empty list, a named field):
 * what is not a refusal's data is dropped. X51: the demand for the fund password may stand under data.
 */
const refusal = envelope(
  refusalData.extend({ require_fundpass: z.boolean().optional() }).optional().catch(undefined),
).extend({
  message: z.string().catch(''),
});
const coded = z.object({ code: z.number().int() });
/** Codes of good answers (decisions §3: earn calls use 0). */
const GOOD_CODES: ReadonlySet<number> = new Set([CODE.ok, 0]);

export type ParsedReply =
  | { readonly ok: true; readonly code: number; readonly value: unknown }
  /** Where the contract is broken: paths and kinds, no values. */
  | { readonly ok: false; readonly where: string };

/** Holds the JSON of a reply against the call's contract; keys that it does not know are dropped. */
export function parseReply(call: Call, json: unknown): ParsedReply {
  const code = coded.safeParse(json).data?.code ?? CODE.ok;
  const parsed = (GOOD_CODES.has(code) ? call.shape.reply : refusal).safeParse(json);
  if (parsed.success) return { ok: true, code, value: parsed.data };
  const where = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`);
  return { ok: false, where: where.join('; ') };
}
