import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import type { UpstreamEndpointName } from './handler.ts';

/** Longest path with query that is looked at, characters. */
export const MAX_URL = 4096;

export interface Route {
  readonly name: UpstreamEndpointName;
  readonly endpoint: Endpoint;
}

export interface RoutedCall extends Route {
  /** Decoded `{…}` segments. */
  readonly path: Readonly<Record<string, string>>;
}

/** Why a request line is no call: a code of decisions §3. */
export type NoRoute = 'malformed' | 'unknown';

interface Pattern extends Route {
  readonly segments: readonly string[];
}

const FIXED = new Map<string, Route>();
const PATTERNS: Pattern[] = [];
for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
  if (endpoint.side !== 'upstream') continue;
  const route = { name: name as UpstreamEndpointName, endpoint };
  if (endpoint.path.includes('{')) PATTERNS.push({ ...route, segments: endpoint.path.split('/') });
  else FIXED.set(`${endpoint.method} ${endpoint.path}`, route);
}

/** Finds the call of a method and an encoded path. Segments are decoded after the path was cut, each by itself. */
export function routeOf(method: string, pathname: string): RoutedCall | NoRoute {
  const fixed = FIXED.get(`${method} ${pathname}`);
  if (fixed !== undefined) return { ...fixed, path: {} };
  const segments = pathname.split('/');
  for (const pattern of PATTERNS) {
    if (pattern.endpoint.method !== method || pattern.segments.length !== segments.length) continue;
    const path = matchSegments(pattern.segments, segments);
    if (path === 'malformed') return path;
    if (path !== null) return { name: pattern.name, endpoint: pattern.endpoint, path };
  }
  return 'unknown';
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | 'malformed' | null {
  const path: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return null;
      continue;
    }
    const decoded = decode(segment);
    if (decoded === null) return 'malformed';
    path[part.slice(1, -1)] = decoded;
  }
  return path;
}

/** Percent-decoded text; null for malformed escapes. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The query as names and values; null when an escape is malformed or a name comes twice. */
export function parseQuery(search: string): Record<string, string> | null {
  const pairs: [string, string][] = [];
  const seen = new Set<string>();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode((equals < 0 ? part : part.slice(0, equals)).replaceAll('+', ' '));
    const value = decode(equals < 0 ? '' : part.slice(equals + 1).replaceAll('+', ' '));
    if (name === null || value === null || seen.has(name)) return null;
    seen.add(name);
    pairs.push([name, value]);
  }
  // fromEntries defines own properties: a parameter named __proto__ is only a parameter.
  return Object.fromEntries(pairs);
}
