import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { createRouter, decode } from '#lib/contract/routes.ts';
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

const find = createRouter(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { side }]) => side === 'upstream')
    .map(([name, endpoint]) => ({
      method: endpoint.method,
      path: endpoint.path,
      route: { name: name as UpstreamEndpointName, endpoint },
    })),
);

/** Finds the call of a method and an encoded path. */
export function routeOf(method: string, pathname: string): RoutedCall | NoRoute {
  const match = find(method, pathname);
  if (match !== null) return { ...match.route, path: match.segments };
  return decode(pathname) === null ? 'malformed' : 'unknown';
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
