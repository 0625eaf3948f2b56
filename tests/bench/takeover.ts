import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { EXCHANGE_HEAP_BOUNDS } from '#server/heap-bounds.ts';
import { freePort } from '#tests/support/free-port.ts';
import { movedToPostgres } from '#tests/support/moved-stores.ts';
import { ask, freshDatabase, HAS_POSTGRES_PROGRAMS, ownServer } from '#tests/support/postgres-server.ts';
import { storeOfGrids } from './support/many-grids.ts';

/** An exchange on PostgreSQL is killed, and another that stood by answers: how long the 20,000 bots take to come back. */

const BOTS = 20_000;
const SEED = 'bench';
const MAIN = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));
const LOOK_MS = 20;
const MOST_SECONDS = 10;
const CALL = '/strategybot/last_price?symbol=BTC_USDT&type=spot';

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** Resolves when it logs that. */
  heard(event: string): Promise<void>;
}

async function start(storeUrl: string, dataDir: string): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [...EXCHANGE_HEAP_BOUNDS, MAIN], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...{ STORE_URL: storeUrl, DATA_DIR: dataDir, EXCHANGE_PORT: String(port), WORLD_BOTS: '0', AI_SEARCH: '0' },
      ...{ MARKET_FEED: 'simulated', MARKET_SEED: SEED },
    },
  });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  return {
    child,
    port,
    async heard(event) {
      while (!said.includes(`"${event}"`)) {
        if (child.exitCode !== null) throw new Error(`the exchange ended: ${said.slice(-2_000)}`);
        await delay(LOOK_MS);
      }
    },
  };
}

/** When the first call is answered, by this process's clock. */
async function servedMs(port: number): Promise<number> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}${CALL}`).catch(() => null);
    if (reply?.ok === true && 'last_price' in ((await reply.json()) as object)) return performance.now();
    await delay(LOOK_MS);
  }
}

async function takeover(): Promise<Record<string, unknown>> {
  if (!HAS_POSTGRES_PROGRAMS) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'bench-takeover-'));
  const server = await ownServer([['shared_buffers', '256MB']]);
  const started: Started[] = [];
  try {
    const beginMs = Date.now() - 1_000 * (BOTS / 500);
    await storeOfGrids(folder, createSimulatedFeed({ seed: SEED }), BOTS, beginMs, { isOld: true });
    const { url } = await freshDatabase(server.url);
    await movedToPostgres(folder, url);
    const first = await start(url, folder);
    started.push(first);
    await first.heard('listening');
    const second = await start(url, folder);
    started.push(second);
    await second.heard('standing-by');
    first.child.kill('SIGKILL');
    const killedMs = performance.now();
    const [lease] = await ask<{ left: number }>(
      url,
      'SELECT extract(epoch FROM until - clock_timestamp())::float8 AS left FROM exchange.lease',
    );
    const overMs = performance.now() + 1_000 * Math.max(0, lease?.left ?? 0);
    const answeredMs = await servedMs(second.port);
    const seconds = (ms: number) => Number((ms / 1_000).toFixed(2));
    const took = seconds(answeredMs - overMs);
    return {
      size: `${BOTS} running spot grids of nine days on PostgreSQL; kill -9 with another standing by`,
      seconds: took,
      secondsFromKill: seconds(answeredMs - killedMs),
      shareOfTarget: Number((took / MOST_SECONDS).toFixed(2)),
      tooLong: took > MOST_SECONDS ? ['takeover'] : [],
    };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'takeover', run: takeover }] as const;
