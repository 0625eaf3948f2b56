import 'server-only';
import { randomUUID } from 'node:crypto';
import type { PathOf, QueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { fillPath } from '#lib/contract/routes.ts';
import { CODE, isGoodCode, isOutage } from '#lib/contract/vocabulary.ts';
import { processLog } from '../log/log.ts';
import { requestId, withRequest } from '../log/request-context.ts';
import { botsNamed } from '../pages/hidden-bots.ts';
import { isSameSlot, PUBLIC_SLOT_MS } from '../pages/public-slot.ts';
import { CALLS } from './call-table.ts';
import type { Fetched } from './kept-readings.ts';
import { bffLog } from './log.ts';
import { checkReply } from './reply.ts';
import { runningUpstream } from './running-bff.ts';
import { sharedReadings } from './shared-readings.ts';

const log = bffLog(processLog());

const REFUSED = { code: CODE.unknown, message: 'unknown' };

export interface PublicReading<N extends EndpointName> {
  readonly query?: QueryOf<N>;
  readonly path?: PathOf<N>;
  /** Seconds that the reply may be shown again; default: until the slot ends (public-slot.ts), longer where the call itself allows it. */
  readonly keepSeconds?: number;
  /** How long whoever reads can wait for a first answer, ms. */
  readonly patienceMs?: number;
}

/** The upstream did not answer, or not in the contract's shape, and nothing older is known. */
export class PublicReadingFailed extends Error {
  override name = 'PublicReadingFailed';
}

const readings = sharedReadings();

export interface DatedReply<N extends EndpointName> {
  readonly reply: ReplyOf<N>;
  /** When its figures were read, ms; null for what is no figure that grows old (markets, tabs) and for what cannot exist. */
  readonly atMs: number | null;
}

/** Reads a public call: see readDated. */
export async function readPublic<N extends EndpointName>(name: N, input: PublicReading<N> = {}): Promise<ReplyOf<N>> {
  return (await readDated(name, input)).reply;
}

/**
 * Reads a public call for a server component: same table, same parsing, never a session, so the HTML is the same for
 * everybody. Refusals (unknown bot, say) are replies with a code. Without an answer the last good reply stands in, for
 * as long as there is one; without that it throws PublicReadingFailed.
 */
export async function readDated<N extends EndpointName>(name: N, input: PublicReading<N> = {}): Promise<DatedReply<N>> {
  const { endpoint, shape } = CALLS[name];
  if (endpoint.access !== 'public' || endpoint.method !== 'GET' || endpoint.reply !== 'json') {
    throw new Error(`${name} is not a public reading`);
  }
  const given = { path: shape.path?.safeParse(input.path), query: shape.query?.safeParse(input.query ?? {}) };
  // What an address says may be anything: what cannot exist is unknown.
  if (given.path?.success === false || given.query?.success === false)
    return { reply: REFUSED as ReplyOf<N>, atMs: null };
  const path = (given.path?.data ?? {}) as Record<string, string>;
  const address = `${fillPath(endpoint, path)}${queryText(given.query?.data ?? {})}`;
  const keepMs = 1_000 * (input.keepSeconds ?? endpoint.cacheSeconds);
  const isFresh = (atMs: number, nowMs: number): boolean =>
    input.keepSeconds === undefined && keepMs <= PUBLIC_SLOT_MS ? isSameSlot(atMs, nowMs) : nowMs - atMs < keepMs;
  const reading = await readings
    .read(address, isFresh, () => fetchReply(name, address), input.patienceMs)
    .catch(notRead(name));
  return { reply: reading.value as ReplyOf<N>, atMs: keepMs <= PUBLIC_SLOT_MS ? reading.atMs : null };
}

/** By name: the memory is shared by all bundles, so what it throws may be of another bundle's class. */
const NOT_READ: ReadonlySet<string> = new Set(['TooSlow', 'PublicReadingFailed']);

/** What stands in the way of a reading, as this bundle's pages know it. */
function notRead(name: EndpointName): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof Error) || !NOT_READ.has(cause.name)) throw cause;
    throw new PublicReadingFailed(`${name}: ${cause.message}`, { cause });
  };
}

function queryText(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  // Sorted, so that the address is one cache key.
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

/** Lines about it carry the number of the visitor's request that asked first; what is asked for nobody's (`npm run dev` has no door) gets one here. */
function fetchReply(name: EndpointName, address: string): Promise<Fetched> {
  const ask = () => askUpstream(name, address);
  return requestId() === '' ? withRequest(randomUUID(), ask) : ask();
}

async function askUpstream(name: EndpointName, address: string): Promise<Fetched> {
  const headers = { accept: 'application/json' };
  const answer = await runningUpstream().call({ method: 'GET', path: address, headers, mayRepeat: true });
  const reply = checkReply(CALLS[name], address, answer, log);
  if (!reply.ok) throw new PublicReadingFailed(`${name}: ${reply.refusal.reason}`);
  // An exchange that is busy or away says nothing about what was asked, whatever its answer's own status is.
  if (isOutage(reply.code)) throw new PublicReadingFailed(`${name}: code ${reply.code}`);
  // What a refusal has under `data` (which field, why) is not what was asked for.
  const isGiven = isGoodCode(reply.code) || !isRecord(reply.value);
  const value = isGiven ? reply.value : { ...reply.value, data: undefined };
  return { value, isKept: isGoodCode(reply.code), size: reply.text.length, bots: botsNamed(address, reply.text) };
}
