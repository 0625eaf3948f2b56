import { CODE, EARN_OK } from '#lib/contract/vocabulary.ts';

/** What the exchange answers: good answers, and every expected "no". */

/** An expected "no". `message` stays empty: sentences belong to the client, which knows the language. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly field?: string; readonly issue?: string; readonly values?: Record<string, string> };
  readonly require_fundpass?: boolean;
}

const IMMUTABLE = new WeakSet<Uint8Array>();

/** Says of a bytes reply that the same question gets the same bytes for ever, so that caches may keep it. */
export function immutable<B extends Uint8Array>(bytes: B): B {
  IMMUTABLE.add(bytes);
  return bytes;
}

export function isImmutable(bytes: Uint8Array): boolean {
  return IMMUTABLE.has(bytes);
}

const PREPARED = new WeakMap<object, Uint8Array>();

/** A good answer whose data is there as JSON already: it is sent as it is, and read only by whoever looks into it. */
export function okJson<T>(data: Uint8Array): { code: number; message: string; data: T } {
  const reply = {
    code: CODE.ok,
    message: '',
    get data(): T {
      return JSON.parse(new TextDecoder().decode(data)) as T;
    },
  };
  PREPARED.set(reply, data);
  return reply;
}

/** The bytes of a reply's JSON. */
export function jsonOf(reply: object): Buffer {
  const data = PREPARED.get(reply);
  if (data === undefined) return Buffer.from(JSON.stringify(reply));
  return Buffer.concat([Buffer.from(`{"code":${CODE.ok},"message":"","data":`), data, Buffer.from('}')]);
}

/** A good answer. */
export function ok<T>(data: T): { code: number; message: string; data: T } {
  return { code: CODE.ok, message: '', data };
}

/** A good answer of an earn call (X54). */
export function okEarn<T>(data: T): { code: number; message: string; data: T } {
  return { code: EARN_OK, message: '', data };
}

/** A good answer of a paged list. `page` counts from 1. */
export function okPage<T>(data: T, page: number, pageSize: number, totalcount: number) {
  return { code: CODE.ok, message: '', data, page, pagecount: Math.ceil(totalcount / pageSize), totalcount };
}

/** A refusal that names no field: 403, 404, 406, 409 … `issue` is a key of messages/{lang}/refusals.json (or issues.json). */
export function refuse(code: number, issue?: string, values?: Record<string, string>): Refusal {
  return {
    code,
    message: '',
    ...(issue === undefined ? {} : { data: { issue, ...(values === undefined ? {} : { values }) } }),
  };
}

/** The refusal of a limit (429): how long to wait goes along, in whole seconds. */
export function refuseFor(waitMs: number, issue: string): Refusal {
  return refuse(CODE.tooManyRequests, issue, { seconds: String(Math.max(1, Math.ceil(waitMs / 1_000))) });
}

/** The refusal of an exchange that has more to do than it can (503): nothing was done, and nothing was counted. */
export function busy(issue = 'busy', seconds = 2): Refusal {
  return refuse(CODE.unavailable, issue, { seconds: String(seconds) });
}

/** The refusal of one field (422). */
export function refuseField(field: string, issue: string, values?: Readonly<Record<string, string>>): Refusal {
  return {
    code: CODE.field,
    message: '',
    data: { field, issue, ...(values === undefined ? {} : { values: { ...values } }) },
  };
}
