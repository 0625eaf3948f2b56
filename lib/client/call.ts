import type { BodyOf, PathOf, QueryOf, ReplyOf } from '../contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';

/** What a call is given; the contract says which parts it has. Only types are imported: zod stays on the server. */
export interface CallInput<N extends EndpointName> {
  readonly path?: PathOf<N>;
  readonly query?: QueryOf<N>;
  readonly body?: BodyOf<N>;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The answer never came: network down, deadline, aborted. Says nothing about whether the call was carried out. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Browser URL of a call: `/api` + the documented path. */
export function callUrl<N extends EndpointName>(name: N, input: CallInput<N>): string {
  const endpoint = ENDPOINTS[name];
  const path = input.path as Readonly<Record<string, string>> | undefined;
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path?.[key] ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value !== undefined) query.set(key, String(value));
  }
  // Sorted, so that the URL is a cache key.
  query.sort();
  const text = query.toString();
  return `${endpoint.side === 'bff' ? filled : `/api${filled}`}${text === '' ? '' : `?${text}`}`;
}

/** One call to the own origin. Rejects with NoAnswer when there was none; refusals are ordinary replies with a code. */
export async function call<N extends EndpointName>(
  name: N,
  input: CallInput<N> = {},
  options: CallOptions = {},
): Promise<ReplyOf<N>> {
  const endpoint = ENDPOINTS[name];
  const headers: Record<string, string> = {
    'device-type': window.matchMedia('(max-width: 767px)').matches ? 'h5' : 'web',
  };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(callUrl(name, input), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (endpoint.reply === 'bytes') {
      if (!response.ok) throw new NoAnswer(`${name}: HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer()) as ReplyOf<N>;
    }
    return (await response.json()) as ReplyOf<N>;
  } catch (cause) {
    throw cause instanceof NoAnswer ? cause : new NoAnswer(`${name}: no answer`, { cause });
  }
}
