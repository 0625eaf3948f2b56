import type { z } from 'zod';
import { type CallShape, CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';

/** One call of the contract with everything the door needs of it. */
export interface Call {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly shape: CallShape;
  /** Names of declared query parameters; others are dropped. */
  readonly queryNames: readonly string[];
}

export interface MatchedCall {
  readonly call: Call;
  /** Upstream path with its segments filled in and encoded. */
  readonly path: string;
}

interface Template {
  readonly pattern: RegExp;
  readonly keys: readonly string[];
  readonly call: Call;
}

const API = '/api';

/** The path that a browser uses. */
function browserPath(endpoint: Endpoint): string {
  return endpoint.side === 'bff' ? endpoint.path : API + endpoint.path;
}

function toCall(name: EndpointName): Call {
  const shape: CallShape = CONTRACT[name];
  return { name, endpoint: ENDPOINTS[name], shape, queryNames: Object.keys(shape.query?.shape ?? {}) };
}

/** The call of a name. */
export const CALLS = Object.fromEntries(
  (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => [name, toCall(name)]),
) as {
  readonly [N in EndpointName]: Call;
};

const exact = new Map<string, Call>();
const templates: Template[] = [];

for (const call of Object.values(CALLS)) {
  if (call.endpoint.internal) continue;
  const path = browserPath(call.endpoint);
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  if (keys.length === 0) exact.set(`${call.endpoint.method} ${path}`, call);
  else {
    const source = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
    templates.push({ pattern: new RegExp(`^${call.endpoint.method} ${source}$`), keys, call });
  }
}

/**
 * Finds the call of a method and a raw (still encoded) path. Segments are never joined into an address as they came:
 * they are decoded, checked by the contract's path schema and encoded again, and must then be what they were.
 * Null = not on the allow-list.
 */
export function matchCall(method: string, rawPath: string): MatchedCall | null {
  const key = `${method} ${rawPath}`;
  const call = exact.get(key);
  if (call !== undefined) return { call, path: call.endpoint.path };
  for (const template of templates) {
    const match = template.pattern.exec(key);
    if (match !== null) return fill(template, match);
  }
  return null;
}

function fill({ keys, call }: Template, match: RegExpExecArray): MatchedCall | null {
  const segments: Record<string, string> = {};
  for (const [index, key] of keys.entries()) {
    const raw = match[index + 1] as string;
    const decoded = decodeURIComponent(raw);
    // Another spelling of a segment would be another cache key of the same thing.
    if (encodeURIComponent(decoded) !== raw) return null;
    segments[key] = decoded;
  }
  const parsed = (call.shape.path as z.ZodObject).safeParse(segments);
  if (!parsed.success) return null;
  const values = parsed.data as Record<string, string>;
  return {
    call,
    path: call.endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] as string)),
  };
}

/** Whether the path exists under another method. */
export function isKnownPath(rawPath: string): boolean {
  return ['GET', 'POST', 'PUT', 'DELETE'].some((method) => matchCall(method, rawPath) !== null);
}
