import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { Reserve } from '#lib/contract/notification-words.ts';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { isAllowed, isPublic, parseAllowed } from './address-rules.ts';

/** Why nothing was sent at all. */
export type OutboundReason = 'outbound-address' | 'outbound-unknown-host' | 'outbound-private' | 'outbound-port';

export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
  readonly reason: OutboundReason;
  constructor(reason: OutboundReason) {
    super(reason);
    this.reason = reason;
  }

  /**
   * What a trader is told of it, a key of messages/{lang}/refusals.json. A name that is there and leads inside has the same answer as one
   * that is not: whoever could tell them apart would read the names of the operator's own net here.
   */
  get told(): 'outbound-address' | 'outbound-unreachable' | 'outbound-port' {
    return this.reason === 'outbound-address' || this.reason === 'outbound-port' ? this.reason : 'outbound-unreachable';
  }
}

export interface OutboundOptions {
  /** Addresses and ranges that may be reached though they are not public, at any port (OUTBOUND_ALLOW). */
  readonly allow?: string;
  /** Every address of a name; unset: of the operator's own names the system says, of traders' the name servers. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Certificates that are trusted besides the system's, PEM: of tests. */
  readonly ca?: string;
  nowMs(): number;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
  /** How long the receiver asks to be left alone, ms; 0 = it says nothing of that. */
  readonly waitMs: number;
}

export interface OutboundMessage {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The one way out of the exchange. */
export interface OutboundGuard {
  /** The address that a name has now, when it may be reached at the port; throws OutboundRefused. Whoever connects takes this one. */
  address(host: string, ports: readonly number[], port: number): Promise<string>;
  /** All of a web server, which has to be at the ports of these; `port` as an address has it, '' = its own. */
  webAddresses(host: string, port: string): Promise<readonly [string, ...string[]]>;
  /** A POST over https to an address that was looked at. Throws OutboundRefused, or what the network says. */
  post(message: OutboundMessage): Promise<OutboundAnswer>;
  /** Takes one of an account's messages of the hour, of those that are kept for such when they are used up; 0 = taken, else ms until there is one again. */
  take(userId: number, reserve?: Reserve | null): Promise<number>;
  readonly ca: string | undefined;
}

/** Below what the BFF waits for an answer: whoever tests a channel is told what became of it. */
export const TIMEOUT_MS = 5_000;
/** What of it a name server may take. */
const NAME_TIMEOUT_MS = 2_500;
/** Bytes that are read of an answer. */
const MOST_ANSWER = 64 * 1024;
const PORTS = [443, 8443];
/** Messages of one account, and of all. */
const ACCOUNT_BUDGET = { points: 60, seconds: 3_600 };
/** What else is kept for each kind of what cannot wait, and for each kind of its warnings. */
const URGENT_BUDGET = { points: 20, seconds: 3_600 };
const WARNING_BUDGET = { points: 10, seconds: 3_600 };
const LONGEST_URL = 2_000;
/** What a receiver may ask for. */
const LONGEST_WAIT_MS = HOUR_MS;

export function openOutbound({ allow = '', resolve, ca, nowMs }: OutboundOptions): OutboundGuard {
  const allowed = parseAllowed(allow);
  const webNames = resolve ?? ((host: string) => askNameServers(host, { hasOwnNames: allowed.length > 0 }));
  const budget = rateLimit({ ...ACCOUNT_BUDGET, nowMs });
  const urgent = rateLimit({ ...URGENT_BUDGET, nowMs });
  const warnings = rateLimit({ ...WARNING_BUDGET, nowMs });

  async function reachable(
    host: string,
    at: { readonly ports: readonly number[]; readonly port: number },
    names: (host: string) => Promise<readonly string[]>,
  ): Promise<readonly [string, ...string[]]> {
    const { ports, port } = at;
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    const found = isIP(bare) > 0 ? [bare] : await inTime(names(bare)).catch(() => []);
    const [first, ...others] = found;
    if (first === undefined) throw new OutboundRefused('outbound-unknown-host');
    const hasAll = (isIt: (one: string) => boolean): boolean => found.every(isIt);
    if (hasAll((one) => isAllowed(allowed, one))) return [first, ...others];
    // One private address among them is enough: a name that has both is made for nothing good.
    if (!hasAll((one) => isPublic(one) || isAllowed(allowed, one))) throw new OutboundRefused('outbound-private');
    if (!ports.includes(port)) throw new OutboundRefused('outbound-port');
    return [first, ...others];
  }

  const webAddresses = (host: string, port: string) =>
    reachable(host, { ports: PORTS, port: Number(port || 443) }, webNames);

  return {
    address: async (host, ports, port) => (await reachable(host, { ports, port }, resolve ?? askSystem))[0],
    webAddresses,
    ca,
    async take(userId, reserve = null) {
      const waitMs = await budget.take(`${userId}`);
      if (waitMs === 0 || reserve === null) return waitMs;
      return (reserve.isWarning ? warnings : urgent).take(`${userId} ${reserve.of}`);
    },
    async post({ url, headers, body }) {
      const target = httpsUrl(url);
      const chosen = await webAddresses(target.hostname, target.port);
      const agent = new Agent({
        connect: { timeout: TIMEOUT_MS, lookup: pinned(chosen), ...(ca === undefined ? {} : { ca }) },
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      });
      try {
        // undici follows no redirects: an answer that sends elsewhere is an answer.
        const answer = await request(target, {
          method: 'POST',
          dispatcher: agent,
          body,
          headers: { 'user-agent': 'Strategybot', ...headers },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const read = await readBounded(answer.body, MOST_ANSWER);
        const waitMs = retryAfterMs(answer.headers['retry-after'], nowMs());
        return { status: answer.statusCode, text: read === null ? '' : new TextDecoder().decode(read), waitMs };
      } finally {
        await agent.destroy();
      }
    },
  };
}

/** Retry-After in seconds or as a date, as ms from now: an hour at most. */
function retryAfterMs(header: string | string[] | undefined, nowMs: number): number {
  if (typeof header !== 'string') return 0;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) : 0;
}

/** The address of a message: https, without a name and password in it. Throws OutboundRefused. */
export function httpsUrl(text: string): URL {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new OutboundRefused('outbound-address');
  }
  return url;
}

/** As programs do, /etc/hosts included: for the operator's own names, since it takes one of two threads of the process for as long as it takes. */
async function askSystem(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Every address that the name servers know, IPv4 first. A stranger's server that keeps silent holds up his own message and nobody
 * else's. `hasOwnNames`: the operator allows addresses of his own, whose names may be those of the system alone.
 */
export async function askNameServers(
  host: string,
  { hasOwnNames = false, servers = [] }: { readonly hasOwnNames?: boolean; readonly servers?: readonly string[] } = {},
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), NAME_TIMEOUT_MS);
  const told = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  const found = told.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const isUnknown = told.every((one) => one.status === 'rejected' && UNKNOWN.has(codeOf(one.reason)));
  return isUnknown && hasOwnNames ? askSystem(host) : found;
}

/** How name servers say that there is no such name, or none with such an address. */
const UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no name server answered in time')), TIMEOUT_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The connection is made to one of the addresses that were looked at, whatever the name is by now. */
function pinned(addresses: readonly [string, ...string[]]): LookupFunction {
  const [first] = addresses;
  return (_host, options, done) => {
    if (options.all === true)
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    else done(null, first, isIP(first));
  };
}
