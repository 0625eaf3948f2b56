import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { EXCHANGE_HEAP_BOUNDS } from '#server/heap-bounds.ts';
import { storeOfGrids } from './support/many-grids.ts';

const BOTS = 100_000;
/** Issue 9: until the first answer, and what the bots cost in memory. */
const MOST_SECONDS = 10;
const MOST_MB = 400;
const SEED = 'bench';
const MAIN = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));
/** After the first answer, until what the start left behind has been collected. */
const SETTLE_MS = 10_000;
/** Of Linux, a second. */
const CLOCK_TICKS = 100;

interface Started {
  readonly seconds: number;
  /** Of its own processor time, all threads; on a machine that does other work too, this is what the start costs. */
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  readonly peakMb: number;
}

/** Starts the real process on a folder: seconds from its spawn to the first answer, and its memory some seconds later. */
async function started(dataDir: string): Promise<Started> {
  const begin = performance.now();
  const child = spawn(process.execPath, [...EXCHANGE_HEAP_BOUNDS, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, EXCHANGE_PORT: '0', WORLD_BOTS: '0', AI_SEARCH: '0' },
      ...{ MARKET_FEED: 'simulated', MARKET_SEED: SEED },
    },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const { port } = await new Promise<{ port: number }>((resolve) => child.once('message', resolve as () => void));
  const reply = await fetch(`http://127.0.0.1:${port}/strategybot/last_price?symbol=BTC_USDT&type=spot`);
  if (!('last_price' in ((await reply.json()) as object))) throw new Error('the exchange answers something else');
  const seconds = (performance.now() - begin) / 1000;
  const [user = 0, system = 0] =
    readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  const cpuSeconds = (user + system) / CLOCK_TICKS;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
  const memory = { memoryMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
  child.kill('SIGTERM');
  await gone;
  return { seconds, cpuSeconds, ...memory };
}

/** How long a restart with many bots takes, and what they cost in memory beside an exchange without any. */
async function restartBots(): Promise<Record<string, unknown>> {
  const [full, empty] = [mkdtempSync(join(tmpdir(), 'bench-bots-')), mkdtempSync(join(tmpdir(), 'bench-none-'))];
  try {
    const feed = createSimulatedFeed({ seed: SEED });
    if (process.env.BENCH_STORE === undefined) await storeOfGrids(full, feed, BOTS, Date.now() - 1_000 * (BOTS / 500));
    await storeOfGrids(empty, feed, 0, Date.now());
    const none = await started(empty);
    const many = await started(process.env.BENCH_STORE ?? full);
    const memoryOfBots = many.memoryMb - none.memoryMb;
    const rounded = (value: number) => Number(value.toFixed(2));
    return {
      size: `${BOTS} running spot grids of 20 lines in the store`,
      seconds: rounded(many.seconds),
      cpuSeconds: rounded(many.cpuSeconds),
      secondsWithoutBots: rounded(none.seconds),
      memoryOfBotsMb: rounded(memoryOfBots),
      memoryMb: rounded(many.memoryMb),
      peakMb: rounded(many.peakMb),
      shareOfTarget: rounded(Math.max(many.seconds / MOST_SECONDS, memoryOfBots / MOST_MB)),
      tooLong: [
        ...(many.seconds > MOST_SECONDS ? ['seconds'] : []),
        ...(memoryOfBots > MOST_MB ? ['memoryOfBotsMb'] : []),
      ],
    };
  } finally {
    for (const folder of [full, empty]) rmSync(folder, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'restart-bots', run: restartBots }] as const;
