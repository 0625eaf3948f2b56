import { refusedPlace } from '#lib/contract/refused-place.ts';
import { CODE, IDEMPOTENCY_KEY } from '#lib/contract/vocabulary.ts';
import { doorRefusal, fieldRefusal, type Refusal } from './answers.ts';
import type { Call } from './call-table.ts';
import { readJsonBody } from './request-guards.ts';

/** What of a request goes on: only what the contract declares, in the shape that it declares. */
export type ParsedRequest =
  | { readonly ok: true; readonly query: string; readonly body: unknown; readonly idempotencyKey: string | null }
  | { readonly ok: false; readonly refusal: Refusal };

export async function parseRequest(call: Call, rawQuery: string, request: Request): Promise<ParsedRequest> {
  const idempotencyKey = request.headers.get('idempotency-key');
  if (call.endpoint.keyed && (idempotencyKey === null || !IDEMPOTENCY_KEY.test(idempotencyKey))) {
    return { ok: false, refusal: doorRefusal(CODE.badRequest, 'idempotency-key-required') };
  }
  const query = parseQuery(call, rawQuery);
  if (typeof query !== 'string') return { ok: false, refusal: query };
  const key = call.endpoint.keyed ? idempotencyKey : null;
  if (call.endpoint.method === 'GET') return { ok: true, query, body: undefined, idempotencyKey: key };
  const body = await parseBody(call, request);
  return body.ok ? { ok: true, query, body: body.value, idempotencyKey: key } : body;
}

/**
 * Declared parameters only, each at most once; others of what is only looked up are dropped. What goes on is the text that was checked, not the value it was
 * coerced to, so that the upstream sees the documented spelling.
 */
function parseQuery(call: Call, rawQuery: string): string | Refusal {
  const schema = call.shape.query;
  const given = new URLSearchParams(rawQuery);
  // Who changes something is not to believe that he has said there what nobody reads.
  const stray = call.endpoint.mutates ? [...given.keys()].find((name) => !call.queryNames.includes(name)) : undefined;
  if (stray !== undefined) return fieldRefusal(call.endpoint, stray, true);
  if (schema === undefined) return '';
  const values: Record<string, string> = {};
  const passed = new URLSearchParams();
  for (const name of call.queryNames) {
    const all = given.getAll(name);
    // Which of two would count differs from server to server.
    if (all.length > 1) return doorRefusal(CODE.badRequest, 'parameter-repeated');
    if (all.length === 0) continue;
    values[name] = all[0] as string;
    passed.set(name, all[0] as string);
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) return fieldRefusal(call.endpoint, String(parsed.error.issues[0]?.path[0] ?? ''));
  return passed.size === 0 ? '' : `?${passed}`;
}

type ParsedBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

export async function parseBody(call: Call, request: Request): Promise<ParsedBody> {
  const read = await readJsonBody(request);
  if (!read.ok) return read;
  const schema = call.shape.body;
  if (schema === undefined) return { ok: true, value: undefined };
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { field, isUnknown } = refusedPlace(parsed.error);
  if (field === '') return { ok: false, refusal: doorRefusal(CODE.badRequest, 'body-invalid') };
  return { ok: false, refusal: fieldRefusal(call.endpoint, field, isUnknown) };
}
