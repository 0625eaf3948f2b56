import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '#lib/contract/vocabulary.ts';
import { DOOR_CODE } from '#server/bff/answers.ts';
import { keepKeys } from '#server/tls/key-files.ts';
import { makeKeys } from '#server/tls/make-keys.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type KeptProcess, keepProcess } from '#tests/support/kept-process.ts';
import { movedToFolder } from '#tests/support/moved-stores.ts';
import { mayPartition, type NetworkHost, openNetworks } from '#tests/support/network-hosts.ts';
import { ask, give, HAS_POSTGRES_PROGRAMS, ownedFolder, startServer } from '#tests/support/postgres-server.ts';
import { isNightly } from '#tests/support/runs.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk } from './crash-audit.ts';
import { SMALL_WORLD, within } from './kept-exchanges.ts';
import { type WebTrader, webTrader } from './web-trader.ts';

/**
 * Networks that break between hosts that live on (issue 13): namespaces of this kernel, in which each exchange has one way to the database
 * and another to the web server, over mutual TLS as beyond one machine.
 */
const MAIN = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));
const [TO_DATABASE, TO_WEB] = [0, 1];
const SOON_MS = 60_000;
const LOG = { info() {}, warn() {} };
const RUNS = isNightly && HAS_POSTGRES_PROGRAMS && mayPartition();
if (isNightly && !RUNS)
  process.stderr.write('Network partitions: SKIPPED. They need root that may make namespaces and bridges.\n');

interface Host {
  readonly network: NetworkHost;
  readonly process: KeptProcess;
  readonly url: string;
  said(): string;
}

/** PostgreSQL where this process is, reached over its network by TLS with the key of `keys`. */
async function database(address: string, keys: string): Promise<string> {
  const folder = ownedFolder(mkdtempSync(join(tmpdir(), 'postgres-')));
  const own = (name: string) => join(folder, name);
  for (const name of ['postgres.crt', 'postgres.key']) {
    copyFileSync(join(keys, name), own(name));
    give(own(name));
  }
  const server = await startServer(folder, process.pid, [
    ['listen_addresses', `127.0.0.1,${address}`],
    ['ssl', 'on'],
    ['ssl_cert_file', own('postgres.crt')],
    ['ssl_key_file', own('postgres.key')],
  ]);
  onTestFinished(async () => {
    await server.stop().catch(() => {});
    for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true });
  });
  appendFileSync(join(folder, 'data/pg_hba.conf'), 'hostssl all all 10.213.0.0/16 trust\n');
  await ask(server.url, 'SELECT pg_reload_conf()');
  await ask(server.url, 'CREATE DATABASE partition');
  const url = new URL(server.url);
  url.hostname = address;
  url.pathname = '/partition';
  url.search = `sslmode=verify-full&sslrootcert=${join(keys, 'ca.crt')}`;
  return url.href;
}

async function begin() {
  const networks = openNetworks(2, 2);
  onTestFinished(networks.end);
  const databaseAddress = networks.own[TO_DATABASE] ?? '';
  const folder = temporaryFolder();
  const keys = join(folder, 'keys');
  const addresses = networks.hosts.map((host) => host.addresses[TO_WEB] ?? '');
  makeKeys({ folder: keys, hosts: addresses, databases: [databaseAddress], days: 2 });
  const storeUrl = await database(databaseAddress, keys);
  const of = (name: string) => ({
    cert: join(keys, `${name}.crt`),
    key: join(keys, `${name}.key`),
    ca: join(keys, 'ca.crt'),
  });
  const { cert, key, ca } = of('exchange');
  const dataDir = join(folder, 'exchange');
  mkdirSync(dataDir);
  const hosts = await Promise.all(
    networks.hosts.map(async (network, index): Promise<Host> => {
      const port = await freePort();
      const address = { EXCHANGE_HOST: addresses[index] ?? '', EXCHANGE_PORT: String(port) };
      const tls = { TLS_CERT: cert, TLS_KEY: key, TLS_CA: ca };
      const env = { ...SMALL_WORLD, ...address, ...tls, STORE_URL: storeUrl, DATA_DIR: dataDir };
      const log = join(folder, `exchange-${index}.log`);
      const kept = keepProcess(`exchange ${index}`, [MAIN], env, log, network.under);
      onTestFinished(async () => void (await kept.stop()));
      return {
        network,
        process: kept,
        url: `https://${addresses[index]}:${port}`,
        said: () => readFileSync(log, 'utf8'),
      };
    }),
  );
  const upstream = createUpstream({
    urls: hosts.map(({ url }) => url),
    deadlineMs: 3_000,
    keys: keepKeys(of('web'), LOG),
  });
  const web = createTestBff(upstream);
  onTestFinished(() => web.close());
  /** The one that has the store, by what they said last. */
  const active = () => {
    const last = ({ said }: Host) =>
      said()
        .match(/"event":"(listening|standing-by|exchange-broken)"/g)
        ?.at(-1) ?? '';
    const found = hosts.find((host) => last(host).includes('listening'));
    if (found === undefined)
      throw new Error(`no exchange has the store: ${hosts.map(({ said }) => said().slice(-1_000))}`);
    return found;
  };
  const standsBy = ({ said }: Host) => said().lastIndexOf('"standing-by"') > said().lastIndexOf('"listening"');
  await within(
    SOON_MS,
    () => hosts.some(standsBy) && hosts.some(({ said }) => said().includes('"listening"')),
    'both run',
  );
  const epoch = async () =>
    (await ask<{ epoch: number }>(storeUrl, 'SELECT epoch::float8 AS epoch FROM exchange.fence'))[0]?.epoch ?? 0;
  return { storeUrl, hosts, web, active, standsBy, epoch };
}

/** Transfers while something is done, and what they came to. */
async function under(trader: WebTrader, work: () => Promise<void>): Promise<void> {
  const working = work();
  expect(new Set(await trader.load(working))).toEqual(new Set([CODE.ok]));
  await working;
}

describe.runIf(RUNS)('a network that breaks', () => {
  it('between the exchange and its database has the other one take over; the one that was cut off ends, and stands by when it is back', async () => {
    const { storeUrl, hosts, web, active, standsBy, epoch } = await begin();
    const insists = {
      isOpen: (code: number) => code === DOOR_CODE.unknown || code === CODE.unavailable,
      tries: 200,
      restMs: 300,
    };
    const trader = await webTrader(web, { key: 'partition-key', ...insists });
    const before = await trader.margin();
    expect(await trader.transfer({ fundpass: 'paper-fund' })).toBe(CODE.ok);
    for (const ways of [[TO_DATABASE], [TO_DATABASE, TO_WEB]]) {
      const cut = active();
      const [epochThen, endsThen] = [await epoch(), cut.process.ends()];
      await under(trader, async () => {
        for (const way of ways) cut.network.cut(way);
        await within(SOON_MS, () => cut.process.ends() > endsThen, 'the one that was cut off ends');
        expect(await trader.transfer()).toBe(CODE.ok);
        expect(active()).not.toBe(cut);
        expect(await epoch()).toBeGreaterThan(epochThen);
        for (const way of ways) cut.network.heal(way);
        await within(SOON_MS, () => standsBy(cut), 'it stands by');
      });
    }
    const [epochThen, cut] = [await epoch(), active()];
    // What cannot be reached works on: nobody takes the store from it, and what it was asked is settled when the way is back.
    await under(trader, async () => {
      cut.network.cut(TO_WEB);
      const asked = trader.transfer();
      const read = await web.bff(requestOf('wallet', { headers: { cookie: trader.cookie } }));
      expect(((await read.json()) as { code: number }).code).not.toBe(CODE.ok);
      cut.network.heal(TO_WEB);
      expect(await asked).toBe(CODE.ok);
    });
    expect(await epoch()).toBe(epochThen);
    expect(await trader.margin()).toBe(before + trader.sent());
    for (const host of hosts) await host.process.stop();
    const rest = await movedToFolder(storeUrl, temporaryFolder());
    expect(await auditDisk(rest, [])).toEqual([]);
    expect(await auditAccountBook(rest)).toEqual([]);
  });
});
