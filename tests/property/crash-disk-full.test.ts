import { describe, expect, it, onTestFinished } from 'vitest';
import { movedToFolder } from '#tests/support/moved-stores.ts';
import { ask as askDatabase, HAS_POSTGRES_PROGRAMS, startServer } from '#tests/support/postgres-server.ts';
import { mayMount, smallDisk } from '#tests/support/small-disk.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk } from './crash-audit.ts';
import { readyTrader } from './crash-client.ts';
import { askAgain, doneOf, loadUntil, prepare, readPrices, resolveUnanswered, seededRandom } from './crash-load.ts';
import { isReady, keepExchanges, within } from './kept-exchanges.ts';

const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 4;
/** Beside a fresh database: some segments of its log, and what the load writes. */
const DISK_MB = 192;
const SMALL_LOG = [
  ['max_wal_size', '48MB'],
  ['min_wal_size', '32MB'],
] as const;
const SOON_MS = 30_000;
const MOUNTS = HAS_POSTGRES_PROGRAMS && mayMount();
if (!MOUNTS)
  process.stderr.write(
    'A full disk: SKIPPED. It needs PostgreSQL’s programs, and root that may mount a file system.\n',
  );

const isThere = (url: string) =>
  askDatabase(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

describe.runIf(MOUNTS)('a database whose disk is full', () => {
  it('takes nothing that is lost later: its exchange ends and nobody else works on; all goes on when there is room', async () => {
    const disk = smallDisk(DISK_MB);
    onTestFinished(disk.end);
    const server = await startServer(disk.folder, process.pid, SMALL_LOG);
    onTestFinished(() => server.stop().catch(() => {}));
    await askDatabase(server.url, 'CREATE DATABASE full_disk');
    const storeUrl = server.url.replace(/\/postgres$/, '/full_disk');
    const folder = temporaryFolder();
    const exchanges = await keepExchanges(2, storeUrl, folder);
    const { url } = await exchanges.active();
    const load = await prepare((account, password) => readyTrader(url, account, password), seededRandom(SEED));
    load.prices = await readPrices(exchanges.get);
    let isOver = false;
    const loading = loadUntil(() => isOver, exchanges.send, load, CLIENTS);
    await within(SOON_MS, () => doneOf(load) > 20, 'the load is carried out');
    disk.fill();
    const ends = () => exchanges.all.reduce((sum, { process }) => sum + process.ends(), 0);
    await within(SOON_MS, () => ends() > 0, 'the exchange ends');
    expect(exchanges.all.map(({ said }) => said()).join()).toContain('No space left on device');
    // Its log needs room too, sooner or later: without any the database itself goes.
    await askDatabase(server.url, 'SELECT pg_switch_wal()').catch(() => {});
    await within(SOON_MS, async () => !(await isThere(server.url)), 'the database ends');
    const doneThen = doneOf(load);
    const [triedThen, endsThen] = [load.calls.length, ends()];
    await within(SOON_MS, () => load.calls.length > triedThen + CLIENTS && ends() > endsThen, 'everybody tries again');
    expect(doneOf(load)).toBe(doneThen);
    expect(await Promise.all(exchanges.all.map((one) => isReady(one.url)))).toEqual([false, false]);
    disk.clear();
    await server.start();
    await within(SOON_MS, () => doneOf(load) > doneThen + 20, 'the load is carried out again');
    isOver = true;
    await loading;
    await resolveUnanswered(exchanges.send, load);
    await askAgain(exchanges.send, load);
    await exchanges.stop();
    const rest = await movedToFolder(storeUrl, temporaryFolder());
    expect(await auditDisk(rest, load.calls)).toEqual([]);
    expect(await auditAccountBook(rest)).toEqual([]);
  });
});
