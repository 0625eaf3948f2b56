import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, it, onTestFinished } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { buildIfStale } from '#tests/support/built-product.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type KeptProcess, keepProcess } from '#tests/support/kept-process.ts';
import { movedToFolder } from '#tests/support/moved-stores.ts';
import { type PostgresCluster, startCluster } from '#tests/support/postgres-cluster.ts';
import { ask as askDatabase, HAS_POSTGRES_PROGRAMS } from '#tests/support/postgres-server.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { isNightly } from '#tests/support/runs.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk, countFills } from './crash-audit.ts';
import { askAgain, type Load, loadUntil, prepare, readPrices, resolveUnanswered, seededRandom } from './crash-load.ts';
import { backtestCall, type DrillClient, drillClient } from './drill-client.ts';
import { activeOf, SMALL_WORLD, within } from './kept-exchanges.ts';

/**
 * Everything that runs beyond one machine, on this one: two web servers, two exchanges, a worker, PostgreSQL with two synchronous standbys.
 * Each part dies in turn under load; in the end the ledger is exact, and what was acknowledged is there, once.
 */
const SECONDS = Number(process.env.DRILL_SECONDS ?? 600);
const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 4;
/** From a death to the next call that is carried out, on a machine that does everything else too. */
const SERVED_WITHIN_MS = 45_000;
const BETWEEN_MS = 3_000;
/** Longer than the lease: whoever is frozen for so long finds another in his place. */
const FROZEN_MS = 4_000;

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const KEY = 'a key of the drill for its worker, which is long';

interface Drill {
  readonly cluster: PostgresCluster;
  readonly exchanges: readonly { readonly url: string; readonly process: KeptProcess }[];
  readonly worker: KeptProcess;
  readonly webs: readonly KeptProcess[];
  readonly client: DrillClient;
  readonly storeUrl: string;
}

async function begin(folder: string): Promise<Drill> {
  const cluster = await startCluster();
  await askDatabase(cluster.primary.url, 'CREATE DATABASE drill');
  const storeUrl = cluster.primary.url.replace(/\/postgres$/, '/drill');
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  const [first = 0, second = 0, ...webPorts] = ports;
  const urls = [first, second].map((port) => `http://127.0.0.1:${port}`);
  const log = (name: string) => join(folder, `${name}.log`);
  const dataDir = join(folder, 'exchange');
  mkdirSync(dataDir);
  const secrets = { DOOR_KEY: 'd'.repeat(40), SESSION_SECRET: 's'.repeat(40), WORKER_KEY: KEY };
  const exchanges = urls.map((url, index) => {
    const env = {
      ...secrets,
      ...SMALL_WORLD,
      STORE_URL: storeUrl,
      DATA_DIR: dataDir,
      EXCHANGE_PORT: String(ports[index]),
    };
    return {
      url,
      process: keepProcess(`exchange ${index}`, [at('server/exchange/main.ts')], env, log(`exchange-${index}`)),
    };
  });
  const worker = keepProcess(
    'worker',
    [at('server/worker/main.ts')],
    { WORKER_KEY: KEY, EXCHANGE_URL: urls.join(), WORKER_CACHE: join(folder, 'days') },
    log('worker'),
  );
  const webs = webPorts.map((port, index) => {
    const env = { ...secrets, UPSTREAM_URL: urls.join(), PORT: String(port), ADDRESS_BUDGET: '100000' };
    const own = { DATA_DIR: join(folder, `web-${index}`), INSECURE_COOKIE: '1' };
    return keepProcess(`web ${index}`, [at('server/start.ts'), 'web'], { ...env, ...own }, log(`web-${index}`));
  });
  const client = drillClient(webPorts.map((port) => `http://localhost:${port}`));
  return { cluster, exchanges, worker, webs, client, storeUrl };
}

const active = ({ exchanges }: Drill) => activeOf(exchanges);

type Fault = (drill: Drill, random: () => number) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  'the exchange that has the store is killed': async (drill) => (await active(drill)).process.signal('SIGKILL'),
  'the exchange that waits is killed': async (drill) => {
    const busy = await active(drill);
    drill.exchanges.find((exchange) => exchange !== busy)?.process.signal('SIGKILL');
  },
  'the exchange that has the store is frozen for longer than its lease': async (drill) => {
    const { process: frozen } = await active(drill);
    const before = frozen.ends();
    frozen.signal('SIGSTOP');
    await delay(FROZEN_MS);
    frozen.signal('SIGCONT');
    await within(10_000, () => frozen.ends() > before, 'the frozen exchange ends by itself');
  },
  'the exchange that has the store is told to stop': async (drill) => (await active(drill)).process.signal('SIGTERM'),
  'the worker is killed': async ({ worker }) => worker.signal('SIGKILL'),
  'a web server is killed': async ({ webs }, random) => webs[Math.floor(random() * webs.length)]?.signal('SIGKILL'),
  'a standby of the database is killed': async ({ cluster }, random) => {
    const standby = cluster.standbys[Math.floor(random() * cluster.standbys.length)];
    await standby?.kill();
    await delay(2_000);
    await standby?.start();
  },
  'both standbys of the database are gone for a while': async ({ cluster }) => {
    await Promise.all(cluster.standbys.map((standby) => standby.kill()));
    await delay(5_000);
    for (const standby of cluster.standbys) await standby.start();
  },
  'the database is killed': async ({ cluster }) => {
    await cluster.primary.kill();
    await delay(500);
    await cluster.primary.start();
  },
};

/** Backtests that were acknowledged, asked for one after the other all the while. */
async function backtestsUntil(isOver: () => boolean, client: DrillClient, load: Load): Promise<number[]> {
  const ids: number[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const [trader] = load.traders;
    const [price] = load.prices;
    if (trader === undefined || price === undefined) return ids;
    const call = backtestCall(trader, `drill-backtest-${String(count).padStart(8, '0')}`, price, Date.now());
    const answer = await client.send(call);
    if (answer?.code === 200) ids.push(Number(answer.data?.id));
    await delay(4_000);
  }
  return ids;
}

async function epochOf({ storeUrl }: Drill): Promise<number> {
  const [row] = await askDatabase<{ epoch: string }>(storeUrl, 'SELECT epoch FROM exchange.fence');
  return Number(row?.epoch);
}

/** Kills part after part while the time lasts; gives what was done, and how long each took until the next call was carried out. */
async function killInTurn(drill: Drill, load: Load): Promise<Map<string, number[]>> {
  const names = Object.keys(FAULTS);
  const took = new Map<string, number[]>(names.map((name) => [name, []]));
  const until = performance.now() + SECONDS * 1_000;
  let epoch = await epochOf(drill);
  for (let turn = 0; performance.now() < until || turn < names.length; turn += 1) {
    const name = names[turn % names.length] as string;
    await delay(BETWEEN_MS * (0.5 + load.random()));
    await FAULTS[name]?.(drill, load.random);
    const done = load.calls.length;
    const isServed = () => load.calls.slice(done).some(({ answer }) => answer?.code === 200);
    took.get(name)?.push(await within(SERVED_WITHIN_MS, isServed, `a call is carried out after ${name}`));
    load.prices = await readPrices(drill.client.read);
    const now = await epochOf(drill);
    expect(now, name).toBeGreaterThanOrEqual(epoch);
    epoch = now;
  }
  return took;
}

/** What each process said in the end. */
function lastWords(folder: string): string {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs.map((name) => `${name}:\n${readFileSync(join(folder, name), 'utf8').slice(-3_000)}\n`).join('');
}

function told(took: ReadonlyMap<string, readonly number[]>): string {
  return [...took]
    .map(([name, ms]) => `${name}: ${ms.length} times, ${Math.round(Math.max(0, ...ms))} ms at most`)
    .join('\n  ');
}

describe.runIf(isNightly && HAS_POSTGRES_PROGRAMS)('the whole product beyond one machine', () => {
  it(
    'loses and doubles nothing while each part dies in turn under load',
    async () => {
      buildIfStale();
      const folder = temporaryFolder();
      const drill = await begin(folder);
      const { client, exchanges, webs, worker, cluster } = drill;
      onTestFinished(async () => {
        await Promise.all([...webs, worker, ...exchanges.map((one) => one.process)].map((one) => one.stop()));
        await cluster.end();
      });
      const load = await prepare(client.ready, seededRandom(SEED)).catch((error) => {
        throw new Error(`${error}\n${lastWords(folder)}`);
      });
      load.prices = await readPrices(client.read);
      let isOver = false;
      const loading = loadUntil(() => isOver, client.send, load, CLIENTS);
      const backtesting = backtestsUntil(() => isOver, client, load);
      const took = await killInTurn(drill, load).catch((error) => {
        throw new Error(`${error}\n${lastWords(folder)}`);
      });
      isOver = true;
      await loading;
      const backtests = await backtesting;
      const unanswered = await resolveUnanswered((call) => client.send(call), load);
      await askAgain((call) => client.send(call), load);
      const [trader] = load.traders;
      const states = async () => {
        const rows = (await client.get(`${ENDPOINTS.backtests.path}?page_size=500`, trader))?.data as unknown as
          | { id: number; status: string }[]
          | undefined;
        return backtests.map((id) => rows?.find((row) => row.id === id)?.status);
      };
      await within(
        120_000,
        async () => (await states()).every((status) => status === 'stopped'),
        'all backtests are done',
      );
      for (const one of [...webs, worker]) await one.stop();
      for (const { process: one } of exchanges) await one.stop();
      const rest = await movedToFolder(drill.storeUrl, temporaryFolder());
      await cluster.end();
      expect(await auditDisk(rest, load.calls)).toEqual([]);
      expect(await auditAccountBook(rest)).toEqual([]);
      const done = load.calls.filter(({ answer }) => answer?.code === 200).length;
      process.stdout.write(
        `drill, seed ${SEED}: ${load.calls.length} calls, ${done} done, ${unanswered} asked after under their keys, ${backtests.length} backtests, ${await countFills(rest)} fills\n  ${told(took)}\n`,
      );
    },
    (SECONDS + 600) * 1_000,
  );
});
