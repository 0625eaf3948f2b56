import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { SAMPLES } from './sample-requests.ts';
import { browserPath, KEY, ORIGIN, queryOf } from './test-bff.ts';

/** Values that have broken servers before: wrong types, huge, other alphabets' digits, escapes, prototypes. */
const NASTY: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[]]],
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'Infinity',
  'NaN',
  '0x10',
  '１２３',
  '١٢٣',
  '1'.repeat(400),
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  '💥',
  '__proto__',
  'constructor',
  '../../admin',
  '..%2f..%2fadmin',
  '%',
  '%ff',
  '%00',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nx-injected: 1',
  { __proto__: { admin: true } },
  { length: 1e9 },
  { toString: 1 },
];

const RAW_QUERY: readonly string[] = [
  '%',
  '%ff',
  '%c3%28',
  'a=1&a=2',
  '=',
  '&&&',
  '__proto__=1',
  'constructor[prototype]=1',
  `x=${'y'.repeat(6_000)}`,
];
const RAW_BODY: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e400',
  '{"a":1e400}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '\u0000',
  '{"a":"\\ud800"}',
  '{"a":1,"a":2}',
];
const RAW_SEGMENT: readonly string[] = [
  '%',
  '%ff',
  '..%2f..%2fadmin',
  '%2e%2e',
  '%2f%2fevil.example',
  '0',
  '-1',
  '01',
  '1e3',
  '１',
  '%00',
  '__proto__',
  '9'.repeat(40),
  '1;x=1',
  '1%3f',
];

export interface FuzzRequest {
  readonly request: Request;
  /** Says what was spoilt; with the seed, enough to repeat it. */
  readonly label: string;
}

export interface FuzzOptions {
  readonly cookie: string;
  readonly seed: number;
  readonly count: number;
  /** Origin and header set; default: the test BFF's own. */
  readonly origin?: string;
}

/** Small deterministic generator (mulberry32): the same seed, the same requests. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Requests of one call, each with one or more parts spoilt. */
export function* fuzzRequests(
  name: EndpointName,
  { cookie, seed, count, origin = ORIGIN }: FuzzOptions,
): Generator<FuzzRequest> {
  const random = randomOf(seed + [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  for (let index = 0; index < count; index += 1) {
    const url = fuzzAddress(name, random, pick);
    const body = ENDPOINTS[name].method === 'GET' ? undefined : fuzzBody(name, random, pick);
    const headers = fuzzHeaders(name, cookie, origin, random, pick);
    try {
      const request = new Request(origin + url, {
        method: ENDPOINTS[name].method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      yield { request, label: `${name} #${index} ${url.slice(0, 120)} ${String(body).slice(0, 120)}` };
    } catch {
      // A request that cannot even be built cannot be sent.
    }
  }
}

type Random = (below: number) => number;
type Pick = <T>(from: readonly T[]) => T;

function fuzzAddress(name: EndpointName, random: Random, pick: Pick): string {
  const isSpoilingPath = SAMPLES[name].path !== undefined && random(2) === 0;
  const path = isSpoilingPath ? browserPath(name).replace(/[^/]+$/, pick(RAW_SEGMENT)) : browserPath(name);
  const query = new URLSearchParams(queryOf(name));
  const keys = [...query.keys()];
  if (keys.length > 0 && random(3) > 0) {
    const key = pick(keys);
    const value = pick(NASTY);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const how = random(6);
    if (how === 0) query.delete(key);
    else if (how === 1) query.append(key, text);
    else query.set(key, text);
  }
  const raw = random(5) === 0 ? `&${pick(RAW_QUERY)}` : '';
  return `${path}?${query}${raw}`;
}

function fuzzBody(name: EndpointName, random: Random, pick: Pick): string {
  if (random(4) === 0) return pick(RAW_BODY);
  const body = structuredClone((SAMPLES[name].body ?? {}) as Record<string, unknown>);
  const keys = Object.keys(body);
  const changes = 1 + random(3);
  for (let change = 0; change < changes; change += 1) {
    const key = keys.length > 0 && random(4) > 0 ? pick(keys) : pick(['__proto__x', 'admin', 'fundpass', 'stop_loss']);
    if (random(5) === 0) delete body[key];
    else body[key] = pick(NASTY);
  }
  return JSON.stringify(body);
}

function fuzzHeaders(name: EndpointName, cookie: string, origin: string, random: Random, pick: Pick): Headers {
  const headers = new Headers({ host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' });
  if (random(8) > 0) headers.set('cookie', cookie);
  if (random(8) > 0) headers.set('content-type', 'application/json');
  if (ENDPOINTS[name].keyed && random(8) > 0) headers.set('idempotency-key', `${KEY}-${random(1_000_000)}`);
  if (random(4) === 0) headers.set('device-type', pick(['web', 'h5', 'toaster', '']));
  if (random(4) === 0) headers.set('accept-language', pick(['zh', 'en;q=abc', 'x'.repeat(500), '*', ';;;']));
  if (random(6) === 0) headers.set('content-length', pick(['0', '-1', '99999999999', 'abc']));
  return headers;
}
