import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { it, onTestFinished } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { buildIfStale } from '#tests/support/built-product.ts';
import { movedToFolder } from '#tests/support/moved-stores.ts';
import { ask as askDatabase } from '#tests/support/postgres-server.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { describeWithPostgres } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk, countFills } from './crash-audit.ts';
import { askAgain, type Load, loadUntil, prepare, readPrices, resolveUnanswered, seededRandom } from './crash-load.ts';
import { backtestCall, type DrillClient, type SeenAnswer } from './drill-client.ts';
import { beginDrill, type Drill, letReplicaBeRead, openConnections } from './drill-hosts.ts';
import { within } from './kept-exchanges.ts';

/**
 * Everything that runs beyond one machine, on this one: two web servers, two exchanges, a worker, a recorder of a live market, PostgreSQL with
 * two synchronous standbys and a replica for reading, all of which know each other by mutual TLS. Each part dies in turn under load; in the
 * end the ledger is exact, and what was acknowledged is there, once.
 */
const SECONDS = Number(process.env.DRILL_SECONDS ?? 600);
const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 4;
/** From a death to the next call that is carried out, on a machine that does everything else too. */
const SERVED_WITHIN_MS = 45_000;
const BETWEEN_MS = 3_000;
/** Longer than the lease: whoever is frozen for so long finds another in his place. */
const FROZEN_MS = 4_000;
/** From the end of the last standby to the first call that is refused for it. */
const REFUSED_WITHIN_MS = 30_000;
/** The same for what is read meanwhile. */
const READ_WITHIN_MS = 15_000;
const BACKTESTS_WITHIN_MS = 120_000;
const OK = 200;
const UNAVAILABLE = 503;

interface BacktestRow {
  readonly id: number;
  readonly status: string;
  readonly reason?: string;
  readonly is_queued?: boolean;
  readonly progress?: number;
}

interface LastPrice {
  readonly last_price: string;
}

interface World {
  readonly drill: Drill;
  readonly load: Load;
  /** What those who send were answered, all of them in order. */
  readonly seen: readonly SeenAnswer[];
}

type Fault = (world: World) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  'the exchange that has the store is killed': async ({ drill }) => (await drill.active()).process.signal('SIGKILL'),
  'the exchange that waits is killed': async ({ drill }) => {
    const busy = await drill.active();
    drill.exchanges.find((exchange) => exchange !== busy)?.process.signal('SIGKILL');
  },
  'the exchange that has the store is frozen for longer than its lease': async ({ drill }) => {
    const { process: frozen } = await drill.active();
    const before = frozen.ends();
    frozen.signal('SIGSTOP');
    await delay(FROZEN_MS);
    frozen.signal('SIGCONT');
    await within(10_000, () => frozen.ends() > before, 'the frozen exchange ends by itself');
  },
  'the exchange that has the store is told to stop': async ({ drill }) =>
    (await drill.active()).process.signal('SIGTERM'),
  'the worker is killed': async ({ drill }) => drill.worker.signal('SIGKILL'),
  'the recorder is killed': async ({ drill }) => drill.recorder.signal('SIGKILL'),
  'a web server is killed': async ({ drill: { webs }, load }) =>
    webs[Math.floor(load.random() * webs.length)]?.signal('SIGKILL'),
  'the replica that lists are read from is killed': async ({ drill: { replica, client } }) => {
    await replica.kill();
    // Each web server asks the exchange then; one that has just been killed begins anew.
    await within(SERVED_WITHIN_MS, client.tellList, 'public lists are told without the replica');
    await replica.start();
  },
  'a standby of the database is killed': async ({ drill: { cluster }, load }) => {
    const standby = cluster.standbys[Math.floor(load.random() * cluster.standbys.length)];
    await standby?.kill();
    await delay(2_000);
    await standby?.start();
  },
  'both standbys of the database are gone for a while': bothStandbysGone,
  'the database is killed': async ({ drill: { cluster } }) => {
    await cluster.primary.kill();
    await delay(500);
    await cluster.primary.start();
  },
};

/** New commands are refused with a word when to come again, and what is read is told, all the while. */
async function bothStandbysGone({ drill: { cluster, client }, load, seen }: World): Promise<void> {
  await Promise.all(cluster.standbys.map((standby) => standby.kill()));
  const goneMs = performance.now();
  const isRefused = ({ atMs, code, retryAfter }: SeenAnswer) =>
    atMs > goneMs && code === UNAVAILABLE && Number(retryAfter) > 0;
  await within(REFUSED_WITHIN_MS, () => seen.some(isRefused), 'a new command gets 503 with Retry-After');
  const refusedMs = performance.now();
  const [trader] = load.traders;
  const isRead = async () => {
    const wallet = await client.get(ENDPOINTS.wallet.path, trader);
    const price = (await client.get(
      '/strategybot/last_price?symbol=BTC_USDT&type=spot',
    )) as unknown as LastPrice | null;
    return wallet?.code === OK && Number(price?.last_price) > 0 && (await client.tellList());
  };
  await within(READ_WITHIN_MS, isRead, 'what is read is told while commands are refused');
  await delay(2_000);
  // Nobody was told meanwhile that anything is done.
  expect(seen.filter(({ atMs, code }) => atMs > refusedMs && code === OK)).toEqual([]);
  for (const standby of cluster.standbys) await standby.start();
}

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
async function killInTurn(world: World): Promise<Map<string, number[]>> {
  const { drill, load } = world;
  const names = Object.keys(FAULTS);
  const took = new Map<string, number[]>(names.map((name) => [name, []]));
  const until = performance.now() + SECONDS * 1_000;
  let epoch = await epochOf(drill);
  for (let turn = 0; performance.now() < until || turn < names.length; turn += 1) {
    const name = names[turn % names.length] as string;
    await delay(BETWEEN_MS * (0.5 + load.random()));
    await FAULTS[name]?.(world);
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

describeWithPostgres(
  'the whole product beyond one machine',
  () => {
    it(
      'loses and doubles nothing while each part dies in turn under load',
      async () => {
        buildIfStale();
        const folder = temporaryFolder();
        const seen: SeenAnswer[] = [];
        const drill = await beginDrill(folder, (answer) => seen.push(answer));
        const { client, cluster } = drill;
        onTestFinished(async () => {
          await drill.stop();
          await cluster.end();
        });
        const saying = (error: unknown): never => {
          throw new Error(`${error}\n${lastWords(folder)}`);
        };
        const load = await prepare(client.ready, seededRandom(SEED)).catch(saying);
        load.prices = await readPrices(client.read);
        await letReplicaBeRead(drill).catch(saying);
        expect(await openConnections(drill)).toEqual([]);
        let isOver = false;
        const loading = loadUntil(() => isOver, client.send, load, CLIENTS);
        const backtesting = backtestsUntil(() => isOver, client, load);
        const took = await killInTurn({ drill, load, seen }).catch(saying);
        isOver = true;
        await loading;
        const backtests = await backtesting;
        const unanswered = await resolveUnanswered((call) => client.send(call), load);
        await askAgain((call) => client.send(call), load);
        await backtestsDone(client, load, backtests).catch(saying);
        await drill.stop();
        const rest = await movedToFolder(drill.storeUrl, temporaryFolder());
        await cluster.end();
        expect(await auditDisk(rest, load.calls)).toEqual([]);
        expect(await auditAccountBook(rest)).toEqual([]);
        const done = load.calls.filter(({ answer }) => answer?.code === OK).length;
        const fills = await countFills(rest);
        expect([backtests.length, fills].every((count) => count > 0)).toBe(true);
        process.stdout.write(
          `drill, seed ${SEED}: ${load.calls.length} calls, ${done} done, ${unanswered} asked after under their keys, ${backtests.length} backtests, ${fills} fills\n  ${told(took)}\n`,
        );
      },
      (SECONDS + 900) * 1_000,
    );
  },
  'real kills of its programs',
);

async function backtestsDone(client: DrillClient, load: Load, ids: readonly number[]): Promise<void> {
  const [trader] = load.traders;
  let left: readonly string[] = [];
  const areDone = async () => {
    const rows = (await client.get(`${ENDPOINTS.backtests.path}?page_size=500`, trader))?.data as unknown as
      | BacktestRow[]
      | undefined;
    left = ids.flatMap((id) => {
      const row = rows?.find((one) => one.id === id);
      // One that waits is running too, as the wire says it.
      const how = row?.is_queued ? 'waits' : `${row?.status} at ${row?.progress} ${row?.reason}`;
      return row?.status === 'stopped' ? [] : [`${id} ${how}`];
    });
    return left.length === 0;
  };
  await within(BACKTESTS_WITHIN_MS, areDone, 'all backtests are done').catch((error) => {
    throw new Error(`${error}, of ${ids.length} are left: ${left.join(', ')}`);
  });
}
