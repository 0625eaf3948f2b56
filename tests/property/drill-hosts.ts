import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { pushIdentity } from '#server/exchange/outbound/push-identity.ts';
import { sealingKey } from '#server/exchange/surroundings/seal.ts';
import { keepKeys } from '#server/tls/key-files.ts';
import { keyedConnector } from '#server/tls/keyed-connector.ts';
import { makeKeys } from '#server/tls/make-keys.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type KeptProcess, keepProcess } from '#tests/support/kept-process.ts';
import { type PostgresCluster, startCluster } from '#tests/support/postgres-cluster.ts';
import { ask as askDatabase, give, ownedFolder, type PostgresServer } from '#tests/support/postgres-server.ts';
import { type DrillClient, drillClient, type SeenAnswer } from './drill-client.ts';
import { SMALL_WORLD, within } from './kept-exchanges.ts';

/** Everything that runs beyond one machine, on this one, as on hosts of their own: they talk by mutual TLS, and each has its own folder. */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const WORKER_KEY = 'a key of the drill for its worker, which is long';
const READ_ROLE = at('server/exchange/public-lists/read-role.sql');
const SOON_MS = 180_000;
const LOOK_MS = 100;
const LOG = { info() {}, warn() {} };

export interface DrillHost {
  readonly url: string;
  readonly process: KeptProcess;
}

export interface Drill {
  readonly folder: string;
  readonly cluster: PostgresCluster;
  readonly replica: PostgresServer;
  readonly recorder: KeptProcess;
  readonly exchanges: readonly DrillHost[];
  readonly worker: KeptProcess;
  readonly webs: readonly KeptProcess[];
  readonly client: DrillClient;
  /** The primary's, as whoever is on its host asks it. */
  readonly storeUrl: string;
  /** The exchange that answers calls, as soon as there is one. */
  active(): Promise<DrillHost>;
  stop(): Promise<void>;
}

/** Keys of all, made by one authority; those of PostgreSQL where its servers may read them. */
function keysOf(folder: string) {
  const keys = join(folder, 'keys');
  makeKeys({ folder: keys, hosts: [], databases: ['localhost'], days: 60 });
  const own = ownedFolder(mkdtempSync(join(tmpdir(), 'drill-postgres-keys-')));
  for (const name of ['postgres.crt', 'postgres.key']) {
    copyFileSync(join(keys, name), join(own, name));
    give(join(own, name));
  }
  const paths = (name: string) => ({
    cert: join(keys, `${name}.crt`),
    key: join(keys, `${name}.key`),
    ca: join(keys, 'ca.crt'),
  });
  return {
    ca: paths('web').ca,
    paths,
    tls(name: string) {
      const { cert, key, ca } = paths(name);
      return { TLS_CERT: cert, TLS_KEY: key, TLS_CA: ca };
    },
    ofDatabase: [
      ['ssl', 'on'],
      ['ssl_cert_file', join(own, 'postgres.crt')],
      ['ssl_key_file', join(own, 'postgres.key')],
    ] as const,
  };
}

type DrillKeys = ReturnType<typeof keysOf>;

/** A database of the cluster as another host asks for it. */
function overTls(server: PostgresServer, role: string, { ca }: DrillKeys): string {
  return `postgres://${role}@localhost:${server.port}/drill?sslmode=verify-full&sslrootcert=${ca}`;
}

/** The exchange's folders, one a host, with the keys that have to be the same. */
function dataFolders(folder: string, count: number): string[] {
  const [first = '', ...others] = Array.from({ length: count }, (_, index) => join(folder, `exchange-${index}`));
  mkdirSync(first);
  const random = { bytes: (length: number) => randomBytes(length) };
  sealingKey(first, random);
  pushIdentity(first, 'mailto:nobody@localhost', random);
  for (const other of others) cpSync(first, other, { recursive: true });
  return [first, ...others];
}

/** Whether an exchange answers calls, as a web server would ask it. */
function readiness(keys: DrillKeys) {
  const dispatcher = new Agent({ connect: keyedConnector(keepKeys(keys.paths('web'), LOG)) });
  return async (url: string): Promise<boolean> => {
    try {
      const { statusCode, body } = await request(`${url}/health/ready`, {
        ...{ dispatcher, headersTimeout: 2_000, bodyTimeout: 2_000, signal: AbortSignal.timeout(2_000) },
      });
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    }
  };
}

export async function beginDrill(folder: string, onAnswer: (seen: SeenAnswer) => void): Promise<Drill> {
  const keys = keysOf(folder);
  const cluster = await startCluster(keys.ofDatabase);
  const replica = await cluster.addReplica();
  await askDatabase(cluster.primary.url, 'CREATE DATABASE drill');
  const storeUrl = cluster.primary.url.replace(/\/postgres$/, '/drill');
  const [recorderPort = 0, first = 0, second = 0, ...webPorts] = await Promise.all(Array.from({ length: 5 }, freePort));
  const urls = [first, second].map((port) => `https://localhost:${port}`);
  const log = (name: string) => join(folder, `${name}.log`);
  const begin = (name: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    keepProcess(name, args, env, log(name.replace(' ', '-')));

  const recorder = begin(
    'recorder',
    ['--import', at('tests/support/ccxt-stand-in-hook.ts'), at('server/recorder/main.ts')],
    { ...keys.tls('exchange'), RECORDER_PORT: `${recorderPort}`, DATA_DIR: join(folder, 'recorder') },
  );
  const folders = dataFolders(folder, urls.length);
  const secrets = { DOOR_KEY: 'd'.repeat(40), SESSION_SECRET: 's'.repeat(40) };
  const exchanges = urls.map((url, index) => {
    const env = {
      ...{ ...secrets, ...SMALL_WORLD, ...keys.tls('exchange'), WORKER_KEY },
      ...{ MARKET_FEED: 'live', MARKET_RECORDER: `https://localhost:${recorderPort}` },
      STORE_URL: [cluster.primary, ...cluster.standbys].map((server) => overTls(server, 'postgres', keys)).join(),
      DATA_DIR: folders[index] ?? '',
      EXCHANGE_PORT: new URL(url).port,
    };
    return { url, process: begin(`exchange ${index}`, [at('server/exchange/main.ts')], env) };
  });
  const worker = begin('worker', [at('server/worker/main.ts')], {
    ...{ ...keys.tls('worker'), WORKER_KEY, EXCHANGE_URL: urls.join(), WORKER_CACHE: join(folder, 'days') },
  });
  const webs = webPorts.map((port, index) => {
    const env = {
      ...secrets,
      ...keys.tls('web'),
      UPSTREAM_URL: urls.join(),
      PORT: `${port}`,
      ADDRESS_BUDGET: '100000',
    };
    const own = { DATA_DIR: join(folder, `web-${index}`), INSECURE_COOKIE: '1' };
    const read = { READ_URL: overTls(replica, 'strategybot_reader', keys) };
    return begin(`web ${index}`, [at('server/start.ts'), 'web'], { ...env, ...own, ...read });
  });
  const client = drillClient(
    webPorts.map((port) => `http://localhost:${port}`),
    onAnswer,
  );
  const isReady = readiness(keys);
  async function active(): Promise<DrillHost> {
    for (;;) {
      for (const exchange of exchanges) if (await isReady(exchange.url)) return exchange;
      await delay(LOOK_MS);
    }
  }
  return {
    ...{ folder, cluster, replica, recorder, exchanges, worker, webs, client, storeUrl, active },
    async stop() {
      const all = [...webs, worker, ...exchanges.map((one) => one.process), recorder];
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

/** The role that reads the public lists, made as the operators' page says; resolves when web servers read the replica with it. */
export async function letReplicaBeRead({ storeUrl, replica, client, active }: Drill): Promise<void> {
  await active();
  await askDatabase(storeUrl, readFileSync(READ_ROLE, 'utf8'));
  await within(
    SOON_MS,
    async () => {
      await client.tellList();
      return (await readersOf(replica)) > 0;
    },
    'web servers read the replica',
  );
}

/** Connections of web servers by which a statement of the lists was read. */
async function readersOf(replica: PostgresServer): Promise<number> {
  const [row] = await askDatabase<{ count: number }>(
    replica.url,
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE usename = 'strategybot_reader' AND application_name = 'strategybot web' AND query LIKE '%public_lists.%'`,
  );
  return row?.count ?? 0;
}

/** Those of our programs' connections to the databases over which somebody could read along; by purpose. */
export async function openConnections({ cluster, replica }: Drill): Promise<string[]> {
  const each = await Promise.all(
    [cluster.primary, ...cluster.standbys, replica].map(({ url }) =>
      askDatabase<{ name: string }>(
        url,
        `SELECT application_name AS name FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
          WHERE application_name LIKE 'strategybot %' AND NOT ssl`,
      ),
    ),
  );
  return each.flat().map(({ name }) => name);
}
