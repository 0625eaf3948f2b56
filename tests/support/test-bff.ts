import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { type Bff, createBff } from '#server/bff/bff.ts';
import { bffLog } from '#server/bff/log.ts';
import { createLog } from '#server/log/log.ts';
import { createHiddenBots, type HiddenBots } from '#server/pages/hidden-bots.ts';
import { createDeviceKeeper } from '#server/session/device-cookie.ts';
import { createSessionKeeper } from '#server/session/session.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { SAMPLES } from './sample-requests.ts';

export const ORIGIN = 'https://bots.example';
export const SECRET = 'a-secret-for-tests-of-at-least-32-characters';

export interface TestBff {
  readonly bff: Bff;
  readonly hidden: HiddenBots;
  /** Everything that was logged. */
  readonly logged: string[];
  /** Cookie header of a session with that upstream token. */
  cookieOf(token: string, traderId?: number): Promise<string>;
  moveTime(ms: number): void;
  close(): Promise<void>;
}

/** The BFF in this process, over an upstream's address or an upstream made of a function. */
export function createTestBff(
  upstreamOrUrl: string | Upstream,
  options: { deadlineMs?: number; isSecure?: boolean; doorKey?: string; isCertified?: boolean } = {},
): TestBff {
  const upstream =
    typeof upstreamOrUrl === 'string'
      ? createUpstream({ urls: [upstreamOrUrl], deadlineMs: options.deadlineMs ?? 2_000 })
      : upstreamOrUrl;
  const logged: string[] = [];
  let nowMs = 1_750_000_000_000;
  const hidden = createHiddenBots(() => nowMs);
  const cookies = { secret: SECRET, isSecure: options.isSecure ?? true, nowMs: () => nowMs };
  const session = createSessionKeeper(cookies);
  const device = createDeviceKeeper({ ...cookies, random: (length) => new Uint8Array(length).fill(7) });
  const log = bffLog(
    createLog(
      (line) => logged.push(line),
      () => nowMs,
    ),
  );
  return {
    bff: createBff({
      version: '1.2.3',
      upstream,
      session,
      device,
      doorKey: options.doorKey ?? null,
      isCertified: options.isCertified ?? false,
      addressOf: (headers) => headers.get('x-test-address') ?? '',
      hidden,
      log,
      publicOrigin: ORIGIN,
      nowMs: () => nowMs,
      newRequestId: () => 'request-of-a-test',
    }),
    hidden,
    logged,
    cookieOf: async (token, traderId = 0) => (await session.start(token, traderId)).split(';')[0] as string,
    moveTime: (ms) => {
      nowMs += ms;
    },
    close: () => upstream.close(),
  };
}

export const KEY = 'key-0123456789abcdef';

/** The browser's path of a call, segments filled from its sample. */
export function browserPath(name: EndpointName): string {
  const endpoint = ENDPOINTS[name];
  const path = (SAMPLES[name].path ?? {}) as Record<string, string>;
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => path[key] as string);
  return endpoint.side === 'bff' ? filled : `/api${filled}`;
}

export function queryOf(name: EndpointName): string {
  const entries = Object.entries((SAMPLES[name].query ?? {}) as Record<string, unknown>);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

export interface Changes {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
  readonly url?: string;
  readonly method?: string;
}

/** The request that our own page would make of a call's sample; `changes` spoil it. */
export function requestOf(name: EndpointName, changes: Changes = {}): Request {
  const endpoint = ENDPOINTS[name];
  const headers = new Headers({ host: 'bots.example', 'sec-fetch-site': 'same-origin', origin: ORIGIN });
  if (endpoint.keyed) headers.set('idempotency-key', KEY);
  const sample = SAMPLES[name].body;
  const body = changes.body ?? (sample === undefined ? undefined : JSON.stringify(sample));
  const method = changes.method ?? endpoint.method;
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const [key, value] of Object.entries(changes.headers ?? {})) {
    if (value === null) headers.delete(key);
    else headers.set(key, value);
  }
  return new Request(`${ORIGIN}${changes.url ?? browserPath(name) + queryOf(name)}`, {
    method,
    headers,
    ...(method === 'GET' || body === undefined ? {} : { body }),
  });
}
