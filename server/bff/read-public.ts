import 'server-only';
import type { PathOf, QueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { env } from '../env.ts';
import { CALLS } from './call-table.ts';
import { parseReply } from './parse-reply.ts';

/** How long a public reading stays when its call names no time: the page is then as fresh as its lists. */
const DEFAULT_SECONDS = 30;

const REFUSED = { code: CODE.unknown, message: 'unknown' };

export interface PublicReading<N extends EndpointName> {
  readonly query?: QueryOf<N>;
  readonly path?: PathOf<N>;
  /** Seconds that the reading (and so the page that shows it) may be kept; default: the call's cacheSeconds, else 30. */
  readonly keepSeconds?: number;
}

/** The upstream did not answer, or not in the contract's shape. Next goes on showing the last good page. */
export class PublicReadingFailed extends Error {
  override name = 'PublicReadingFailed';
}

/**
 * Reads a public call for a server component: same table, same parsing, Next's cache, never a session, so the HTML is
 * the same for everybody. Refusals (unknown bot, say) are replies with a code; no answer throws PublicReadingFailed.
 */
export async function readPublic<N extends EndpointName>(name: N, input: PublicReading<N> = {}): Promise<ReplyOf<N>> {
  const { endpoint, shape } = CALLS[name];
  if (endpoint.access !== 'public' || endpoint.method !== 'GET' || endpoint.reply !== 'json') {
    throw new Error(`${name} is not a public reading`);
  }
  const given = { path: shape.path?.safeParse(input.path), query: shape.query?.safeParse(input.query ?? {}) };
  // What an address says may be anything: what cannot exist is unknown.
  if (given.path?.success === false || given.query?.success === false) return REFUSED as ReplyOf<N>;
  const path = (given.path?.data ?? {}) as Record<string, string>;
  const query = given.query?.data ?? {};
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] as string));
  const { UPSTREAM_URL, UPSTREAM_TIMEOUT_MS } = env();
  if (UPSTREAM_URL === undefined) throw new PublicReadingFailed('UPSTREAM_URL is not set');
  const body = await fetchText(
    name,
    `${UPSTREAM_URL}${filled}${queryText(query)}`,
    UPSTREAM_TIMEOUT_MS,
    input.keepSeconds,
  );
  const parsed = parseReply(CALLS[name], body);
  if (!parsed.ok) throw new PublicReadingFailed(`${name}: not the contract's shape at ${parsed.where}`);
  return parsed.value as ReplyOf<N>;
}

function queryText(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  // Sorted, so that the address is one cache key.
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

async function fetchText(
  name: EndpointName,
  url: string,
  deadlineMs: number,
  keepSeconds: number | undefined,
): Promise<string> {
  const revalidate = keepSeconds ?? (CALLS[name].endpoint.cacheSeconds || DEFAULT_SECONDS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(deadlineMs),
      next: { revalidate, tags: [`call:${name}`] },
    });
    if (response.status >= 500) throw new PublicReadingFailed(`${name}: HTTP ${response.status}`);
    return await response.text();
  } catch (cause) {
    throw cause instanceof PublicReadingFailed ? cause : new PublicReadingFailed(`${name}: no answer`, { cause });
  }
}
