import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compareLoads, measureLoad } from './support/measure-load.ts';
import { startNextApp } from './support/next-app.ts';

/**
 * A call through the BFF (session unsealed, request and reply parsed, forwarded to an upstream process) against a
 * route handler that does nothing, in the same server with the product's own proxy and headers.
 */

const SECONDS = 3;
const ROUNDS = 5;
const SECRET = 'a-secret-of-the-benchmark-of-32-characters';

const NOOP = `export const dynamic = 'force-dynamic';
export function GET() { return new Response('{"code":200,"message":"","data":null}', { headers: { 'content-type': 'application/json' } }); }
`;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product's configuration without its languages, which calls do not touch; packages are found in the project. */
const CONFIG = `import { SECURITY_HEADERS } from './server/content-security-policy.ts';
export default {
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: ${JSON.stringify(root)} },
  poweredByHeader: false,
  serverExternalPackages: ['undici'],
  headers: async () => [{ source: '/:path*', headers: [...SECURITY_HEADERS] }],
};
`;

async function startUpstream(): Promise<{ url: string; process: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./support/upstream-process.ts', import.meta.url)));
  const url = await new Promise<string>((resolve) => child.once('message', (message) => resolve(String(message))));
  return { url, process: child };
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ account: 'ida', password: 'open-sesame' }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`no session: ${await response.text()}`);
  return cookie;
}

async function bffCall(): Promise<Record<string, unknown>> {
  const upstream = await startUpstream();
  const app = await startNextApp({
    name: 'bff',
    copied: ['lib', 'server', 'app/api', 'proxy.ts', 'package.json', 'tsconfig.json'],
    files: { 'app/api/noop/route.js': NOOP, 'next.config.mjs': CONFIG },
    env: { UPSTREAM_URL: upstream.url, SESSION_SECRET: SECRET, INSECURE_COOKIE: '1' },
  });
  try {
    const cookie = await logIn(app.url);
    const call = (seconds: number) =>
      measureLoad(`${app.url}/api/apiw/v2/quant-trading/available_balance?currency=USDT`, seconds, { cookie });
    const noop = (seconds: number) => measureLoad(`${app.url}/api/noop`, seconds);
    await call(1);
    await noop(1);
    const { left, right, ratio } = await compareLoads(
      () => call(SECONDS),
      () => noop(SECONDS),
      ROUNDS,
    );
    return {
      size: left.requests,
      seconds: SECONDS,
      rate: Math.round(left.rate),
      p99Ms: left.p99Ms,
      noopRate: Math.round(right.rate),
      ratio,
      target: 0.6,
    };
  } finally {
    await app.stop();
    upstream.process.kill();
  }
}

export const benches = [{ name: 'bff-call', run: bffCall }] as const;
