import { type CallShape, CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath, createRouter, fillPath } from '#lib/contract/routes.ts';

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

const find = createRouter(
  Object.values(CALLS)
    .filter(({ endpoint }) => !endpoint.internal)
    .map((call: Call) => ({ method: call.endpoint.method, path: browserPath(call.endpoint), route: call })),
);

/**
 * Finds the call of a method and a raw (still encoded) path. Segments are never joined into an address as they came:
 * they are decoded, checked by the contract's path schema and encoded again. Null = not on the allow-list.
 */
export function matchCall(method: string, rawPath: string): MatchedCall | null {
  const match = find(method, rawPath);
  if (match === null) return null;
  const { route: call, segments } = match;
  if (call.shape.path === undefined) return { call, path: call.endpoint.path };
  const path = fillPath(call.endpoint, segments);
  // Another spelling of a segment would be another cache key of the same thing.
  if (browserPath(call.endpoint, path) !== rawPath) return null;
  return call.shape.path.safeParse(segments).success ? { call, path } : null;
}

/** Whether the path exists under another method. */
export function isKnownPath(rawPath: string): boolean {
  return ['GET', 'POST', 'PUT', 'DELETE'].some((method) => matchCall(method, rawPath) !== null);
}
