import { CODE } from '#lib/contract/vocabulary.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { LONGEST_BODY } from '../door/body-in.ts';
import { DOOR_CODE, doorRefusal, type Refusal } from './answers.ts';

/** Checks that need nothing but the request's line and headers. */

const LONGEST_PATH = 512;
const LONGEST_QUERY = 4_096;

export interface RawTarget {
  /** Path as it came, still encoded. */
  readonly path: string;
  /** Query as it came, without the question mark. */
  readonly query: string;
}

/** Splits a request's address without decoding anything. */
export function rawTarget(url: string): RawTarget {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  const hash = url.indexOf('#', start);
  const stop = hash < 0 ? url.length : hash;
  if (start < 0) return { path: '/', query: '' };
  return end < 0
    ? { path: url.slice(start, stop), query: '' }
    : { path: url.slice(start, end), query: url.slice(end + 1, stop) };
}

/** Too long, or escapes that decode to nothing (`%`, `%zz`, `%ff`). */
export function refuseTarget({ path, query }: RawTarget): Refusal | null {
  if (path.length > LONGEST_PATH || query.length > LONGEST_QUERY)
    return doorRefusal(CODE.badRequest, 'address-too-long');
  return hasMalformedEscape(path) || hasMalformedEscape(query)
    ? doorRefusal(CODE.badRequest, 'malformed-escape')
    : null;
}

export function hasMalformedEscape(text: string): boolean {
  if (!text.includes('%')) return false;
  try {
    decodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}

/**
 * A call that changes state must come from our own pages. Browsers say where a request comes from (Sec-Fetch-Site,
 * and Origin on everything but plain GETs); a page of another site cannot forge either. Neither = not from a page of
 * ours, refused as well: a client of another kind sends an Origin.
 */
export function isFromOwnPages(headers: Headers, publicOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === null && origin === null) return false;
  if (site !== null && site !== 'same-origin') return false;
  return origin === null || origin === publicOrigin || hostOf(origin) === headers.get('host');
}

function hostOf(origin: string): string | null {
  try {
    const { protocol, host } = new URL(origin);
    return protocol === 'http:' || protocol === 'https:' ? host : null;
  } catch {
    return null;
  }
}

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

/** Reads a JSON body of at most 64 KB. No body reads as undefined. */
export async function readJsonBody(request: Request): Promise<ReadBody> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > LONGEST_BODY) return tooLong;
  const text = await readText(request.body);
  if (text === undefined) return gone;
  if (text === null) return tooLong;
  if (text === '') return { ok: true, value: undefined };
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return { ok: false, refusal: doorRefusal(DOOR_CODE.wrongType, 'json-expected') };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, refusal: doorRefusal(CODE.badRequest, 'malformed-json') };
  }
}

const tooLong: ReadBody = { ok: false, refusal: doorRefusal(DOOR_CODE.tooLong, 'body-too-long') };

/** The client went away in the middle of its body: nobody hears the answer, and nothing was done. */
const gone: ReadBody = { ok: false, refusal: doorRefusal(CODE.badRequest, 'malformed-json') };

/** The body as text; null when it is too long, undefined when it ends before it is whole. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | null | undefined> {
  if (body === null) return '';
  try {
    const read = await readBounded(body, LONGEST_BODY);
    return read === null ? null : Buffer.from(read.buffer, read.byteOffset, read.length).toString('utf8');
  } catch {
    return undefined;
  }
}
