import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PAPER_ACCOUNTS, PAPER_FUND_PASSWORD } from '#lib/contract/paper-accounts.ts';
import { EXCHANGE_HEAP_BOUNDS, WEB_HEAP_BOUNDS } from './heap-bounds.ts';
import { type Env, publicUrl, readEnv, sessionSecret } from './settings/env.ts';
import type { Product } from './supervisor.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const RETRY_MS = 100;
/** The product of an environment: `start` serves the last build, `dev` compiles as one works. */
export function productOf(mode: 'start' | 'dev', source: Readonly<Record<string, string | undefined>>): Product {
  const env = readEnv(source);
  const distDir = source.NEXT_DIST_DIR ?? '.next';
  if (mode === 'start' && !existsSync(join(root, distDir, 'BUILD_ID'))) {
    throw new Error('There is no build yet: run npm run build, or npm run up, which does everything.');
  }
  // Made here, before the web server needs it, so that a wrong folder stops the start and not the first login.
  sessionSecret(env);
  // PORT is the web server's alone: a child that read it too would take the other one's place.
  const { PORT: _port, METRICS_PORT: _metrics, ...given } = source;
  // Our own exchange believes our own web server, and nobody else on this machine; another's gets a key only when it is configured.
  const isOwn = env.UPSTREAM_URL === undefined;
  if (isOwn) refuseNetwork(source);
  const inherited = { ...given, ...(isOwn ? { DOOR_KEY: env.DOOR_KEY ?? randomBytes(32).toString('base64url') } : {}) };
  return {
    exchange:
      env.UPSTREAM_URL === undefined
        ? (port) => ({
            name: 'The paper exchange',
            args: [...EXCHANGE_HEAP_BOUNDS, join(root, 'server/exchange/main.ts')],
            env: { ...inherited, EXCHANGE_PORT: String(port ?? env.EXCHANGE_PORT), ...metricsPort(env, 1) },
          })
        : null,
    web: (exchangePort) => ({
      name: 'The web server',
      args: mode === 'start' ? [...WEB_HEAP_BOUNDS, join(root, 'server/web.ts')] : developmentServer(env),
      env: {
        ...inherited,
        PORT: String(env.PORT),
        ...metricsPort(env, 0),
        HOST: env.HOST,
        NEXT_TELEMETRY_DISABLED: '1',
        // Threads that compress would each keep a heap of their own; and what is freed goes back to the system
        // (glibc raises both thresholds by itself to megabytes, and keeps what lies below). Bytes.
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '65536',
        MALLOC_TRIM_THRESHOLD_: '65536',
        UPSTREAM_URL: env.UPSTREAM_URL?.join() ?? `http://127.0.0.1:${exchangePort}`,
        // The login page shows the accounts of the paper exchange, and of no other.
        PAPER_EXCHANGE: env.UPSTREAM_URL === undefined ? '1' : '0',
        PUBLIC_URL: publicUrl(env),
      },
    }),
    webIsUp: (signal) => answersAt(`http://127.0.0.1:${env.PORT}/api/session`, signal),
    announce: () => announce(publicUrl(env), env),
    complain: (line) => void process.stderr.write(`${line}\n`),
  };
}

/** Settings of processes that find each other over a network. The two that are started here talk on this machine, and nobody else listens. */
const NETWORK_NAMES = ['EXCHANGE_HOST', 'TLS_CERT', 'TLS_KEY', 'TLS_CA'] as const;

function refuseNetwork(source: Readonly<Record<string, string | undefined>>): void {
  const given = NETWORK_NAMES.filter((name) => (source[name] ?? '') !== '');
  if (given.length === 0) return;
  throw new Error(
    `Configuration is wrong. ${given.join(', ')}: for an exchange that other machines reach, run npm run exchange there and npm run web with UPSTREAM_URL`,
  );
}

/** Each process has a port of its own for its figures; 0 stays 0: any free one. */
function metricsPort({ METRICS_PORT: first }: Env, after: number): Record<string, string> {
  return first === undefined ? {} : { METRICS_PORT: String(first === 0 ? 0 : first + after) };
}

/** Next's own server, which compiles as one works. */
function developmentServer({ PORT, HOST }: Env): string[] {
  const watch = ['--import', new URL('./watch-parent.ts', import.meta.url).href];
  return [
    ...watch,
    join(root, 'node_modules/next/dist/bin/next'),
    'dev',
    root,
    '--port',
    String(PORT),
    '--hostname',
    HOST,
  ];
}

async function answersAt(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await fetch(url, { signal });
      return;
    } catch {
      await delay(RETRY_MS);
    }
  }
}

function announce(url: string, { UPSTREAM_URL: upstream, DEMO_ACCOUNTS: hasDemo }: Env): void {
  const demo = [
    `Accounts of the paper exchange (fund password of both: ${PAPER_FUND_PASSWORD}):`,
    ...PAPER_ACCOUNTS.map(({ account, password }) => `  ${account.padEnd(8)} password ${password}`),
  ];
  const lines = upstream === undefined ? (hasDemo ? demo : []) : [`Exchange: ${upstream.join(', ')}`];
  process.stdout.write(`\nStrategybot is at ${url}/\n${lines.join('\n')}\nCtrl-C stops it.\n\n`);
}
