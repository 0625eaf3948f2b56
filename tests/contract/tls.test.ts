import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { mayEnter } from '#server/exchange/http/listener.ts';
import { type ExchangeServer, openServer } from '#server/exchange/http/server.ts';
import { readSettings } from '#server/exchange/settings.ts';
import { createMetrics, openMetricsServer } from '#server/metrics/metrics.ts';
import { productOf } from '#server/product.ts';
import { readRecorderSettings } from '#server/recorder/settings.ts';
import { readEnv } from '#server/settings/env.ts';
import { type KeyPaths, keepKeys, readKeys } from '#server/tls/key-files.ts';
import { isLoopback } from '#server/tls/loopback.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { readWorkerSettings } from '#server/worker/settings.ts';
import { startPaperExchange } from '../support/paper-exchange.ts';
import { createTestKeys } from '../support/test-keys.ts';

/** Processes on several machines know each other by certificates, a key for each role (issue 13, points 2 and 3). */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const keys = createTestKeys();
const stranger = createTestKeys();
const told: string[] = [];
const note = (event: string) => void told.push(event);
const log = { info: note, warn: note, error: note };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  told.length = 0;
  for (const close of closers.splice(0)) await close();
});

/** Status that a request gets; the code of the error when none does. */
function ask(
  port: number,
  path: string,
  paths: KeyPaths | null,
  maxVersion?: 'TLSv1.2',
  headers: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const own = paths === null ? { ca: keys.read('web').ca } : { ...readKeys(paths), ca: keys.read('web').ca };
  return new Promise((resolve) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers,
        agent: false,
        ...own,
        ...(maxVersion === undefined ? {} : { maxVersion }),
      },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error')).end();
  });
}

async function exchange(paths: KeyPaths = keys.of('exchange')) {
  const kept = keepKeys(paths, log);
  const at = { host: '0.0.0.0', port: 0, keys: kept };
  const callers: string[] = [];
  const dispatch: Parameters<typeof openServer>[0] = async ({ clientIp }) => {
    callers.push(clientIp);
    return { code: 200, message: '' };
  };
  const server: ExchangeServer = await openServer(dispatch, { at, doorKey: 'of this exchange alone', log });
  closers.push(() => server.close());
  return { port: server.port, kept, callers };
}

const DOORS = [
  '/apiw/v2/market/spot_markets',
  '/worker/claim',
  '/worker/',
  '/workers',
  '/health/live',
  '/health/ready',
];

describe('beyond loopback', () => {
  it('each role reaches its own calls and no others', async () => {
    const { port } = await exchange();
    const table: Record<string, (number | string)[]> = {};
    for (const role of ['web', 'worker', 'metrics']) {
      table[role] = await Promise.all(DOORS.map((path) => ask(port, path, keys.of(role))));
    }
    expect(table).toEqual({
      web: [200, 403, 403, 200, 200, 200],
      worker: [403, 200, 200, 403, 200, 200],
      metrics: [403, 403, 403, 403, 200, 200],
    });
  });

  it('a web server is believed who calls by its certificate, whatever its door key', async () => {
    const { port, callers } = await exchange();
    const own = { 'x-client-ip': '198.51.100.4' };
    for (const headers of [own, { ...own, 'x-door-key': 'of another' }])
      await ask(port, DOORS[0] ?? '', keys.of('web'), undefined, headers);
    expect(callers).toEqual(['198.51.100.4', '198.51.100.4']);
    expect(told).not.toContain('door-key-unknown');
  });

  it('a role that is a part of a path, or comes with a query, opens nothing else', () => {
    for (const path of ['/x/../worker/claim', '//worker/claim', '/Worker/claim', '/worker'])
      expect([path, mayEnter('worker', path)]).toEqual([path, false]);
    expect(mayEnter('web', '/worker/claim')).toBe(false);
  });

  it('any other certificate is refused: none, of another authority, run out, of a name that is no role', async () => {
    const { port } = await exchange();
    const [path] = DOORS as [string];
    for (const paths of [null, stranger.of('web'), keys.sign('old', 'web', true)])
      expect(await ask(port, path, paths)).toMatch(/CERTIFICATE|ECONNRESET|ALERT/);
    // PostgreSQL's is good for answering alone.
    expect(await ask(port, '/health/live', keys.of('postgres'))).toMatch(/CERTIFICATE|ECONNRESET|ALERT/);
    expect(await ask(port, path, keys.sign('friend', 'friend'))).toBe(403);
    expect(await ask(port, path, keys.of('exchange'))).toBe(403);
    // Whether it lives is asked on its own host too, with the certificate that is there.
    expect(await ask(port, '/health/live', keys.of('exchange'))).toBe(200);
    expect(await ask(port, path, keys.of('web'))).toBe(200);
    expect(told).toContain('handshake-failed');
  });

  it('nothing older than TLS 1.3 is spoken, and no plain HTTP', async () => {
    const { port } = await exchange();
    expect(await ask(port, '/health/live', keys.of('web'), 'TLSv1.2')).toMatch(/EPROTO|PROTOCOL|ALERT|ECONNRESET/);
    const plain = await new Promise((resolve) => {
      plainRequest({ host: '127.0.0.1', port, path: '/health/live' }, (reply) => resolve(reply.statusCode))
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end();
    });
    expect(plain).toMatch(/ECONNRESET|HPE/);
  });

  it('figures are read with the key of metrics alone, under whatever name the host is asked', async () => {
    const at = { host: '0.0.0.0', port: 0, keys: keepKeys(keys.of('exchange'), log) };
    const open = await openMetricsServer(createMetrics('exchange', tmpdir()), at, log);
    closers.push(() => open.close());
    const seen = ['metrics', 'web', 'worker'].map((role) => ask(open.port, '/metrics', keys.of(role)));
    expect(await Promise.all(seen)).toEqual([200, 403, 403]);
    expect(await ask(open.port, '/metrics', null)).toMatch(/CERTIFICATE|ECONNRESET|ALERT/);
  });
});

describe('certificates that are renewed', () => {
  it('hold from the next look at their files on, half of them changes nothing', async () => {
    const folder = mkdtempSync(join(keys.folder, 'renewed-'));
    const paths = { cert: join(folder, 'own.crt'), key: join(folder, 'own.key'), ca: join(folder, 'ca.crt') };
    const copy = (from: KeyPaths, ...which: (keyof KeyPaths)[]) => {
      for (const name of which) writeFileSync(paths[name], readFileSync(from[name]));
    };
    copy(keys.of('exchange'), 'cert', 'key', 'ca');
    const { port, kept } = await exchange(paths);
    expect(await ask(port, '/health/live', keys.of('web'))).toBe(200);
    const next = keys.sign('next', 'exchange');
    copy(next, 'cert');
    kept.look();
    expect(told).toContain('keys-unusable');
    expect(await ask(port, '/health/live', keys.of('web'))).toBe(200);
    // Another authority's word counts from now on, and the old one's no more.
    copy(next, 'key');
    copy(stranger.of('web'), 'ca');
    kept.look();
    expect(told).toContain('keys-renewed');
    expect(await ask(port, '/health/live', keys.of('web'))).not.toBe(200);
    expect(await ask(port, '/health/live', { ...stranger.of('web') })).toBe(200);
  });

  it('are named in one sentence when they cannot be used, and nothing of a key is said', () => {
    const { cert, key, ca } = keys.of('web');
    const missing = join(keys.folder, 'nowhere.crt');
    expect(() => readKeys({ cert: missing, key, ca })).toThrow(`TLS_CERT: ${missing} cannot be read`);
    expect(() => readKeys({ cert, key: keys.of('worker').key, ca })).toThrow(/TLS_KEY: .* is not the key of/);
    const broken = join(keys.folder, 'broken.key');
    writeFileSync(broken, readFileSync(key, 'utf8').replace('KEY-----\n', 'KEY-----\nAAAA'));
    expect(() => readKeys({ cert, key: broken, ca })).toThrow(`TLS_KEY: ${broken} holds no PEM that can be used`);
  });

  it('that no server could speak with change nothing, whatever stands behind the first of them', async () => {
    const folder = mkdtempSync(join(keys.folder, 'chained-'));
    const paths = { ...keys.of('exchange'), cert: join(folder, 'own.crt') };
    const own = readFileSync(keys.of('exchange').cert, 'utf8');
    writeFileSync(paths.cert, own);
    const { port, kept } = await exchange(paths);
    writeFileSync(paths.cert, `${own}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`);
    kept.look();
    expect(told).toContain('keys-unusable');
    expect(await ask(port, '/health/live', keys.of('web'))).toBe(200);
  });

  it('are told of once a day from three weeks before their end on', () => {
    const { validTo } = new X509Certificate(keys.read('web').cert);
    const endMs = Date.parse(validTo);
    let nowMs = endMs - 22 * 86_400_000;
    const kept = keepKeys(keys.of('web'), log, () => nowMs);
    kept.close();
    expect(told).toEqual([]);
    nowMs += 2 * 86_400_000;
    kept.look();
    kept.look();
    expect(told).toEqual(['keys-end-soon']);
    nowMs += 86_400_000;
    kept.look();
    expect(told.length).toBe(2);
  });

  it('of a trial are made by npm run keys: keys for their owner alone, renewed under the same authority', () => {
    for (const name of ['ca', 'exchange', 'web', 'worker', 'metrics', 'postgres'])
      expect(statSync(join(keys.folder, `${name}.key`)).mode & 0o777).toBe(0o600);
    expect(statSync(keys.folder).mode & 0o777).toBe(0o700);
    const lastsMs = (name: 'ca' | 'cert') =>
      Date.parse(new X509Certificate(keys.read('web')[name]).validTo) - Date.now();
    // It signs the next ones too, which must not end with it.
    expect(lastsMs('ca')).toBeGreaterThan(5 * lastsMs('cert'));
  });

  it('of a trial keep the names that they have, whatever is named when they are renewed, and PostgreSQL’s with them', () => {
    const folder = mkdtempSync(join(keys.folder, 'hosts-'));
    const made = (...words: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'server/tls/keys.ts'), folder, ...words], {
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      return stdout;
    };
    const names = (name: string) => {
      const certificate = new X509Certificate(readFileSync(join(folder, `${name}.crt`)));
      return [certificate.subjectAltName?.replaceAll(/DNS:|IP Address:/g, ''), certificate.serialNumber];
    };
    made('exchange-a', '10.0.0.7', '--database', 'postgres-a');
    const [[, before], [, databases]] = [names('exchange'), names('postgres')];
    made();
    expect(names('exchange')).toEqual([
      'localhost, 127.0.0.1, exchange-a, 10.0.0.7',
      expect.not.stringMatching(`^${before}$`),
    ]);
    expect(names('postgres')).toEqual(['postgres-a', expect.not.stringMatching(`^${databases}$`)]);
    expect(made('exchange-b', '--database', 'postgres-b')).toContain(
      'exchange.crt is for localhost, 127.0.0.1, exchange-b, exchange-a, 10.0.0.7',
    );
    expect(names('postgres')[0]).toBe('postgres-b, postgres-a');
    expect(names('web')[0]).toBe('web');
  });
});

describe('the processes', () => {
  it('of npm run exchange answer beyond loopback, tell whoever watches over them that they live, and show figures to metrics alone', async () => {
    const { cert: TLS_CERT, key: TLS_KEY, ca: TLS_CA } = keys.of('exchange');
    const settings = {
      EXCHANGE_HOST: '0.0.0.0',
      METRICS_HOST: '0.0.0.0',
      METRICS_PORT: '0',
      TLS_CERT,
      TLS_KEY,
      TLS_CA,
    };
    const running = await startPaperExchange({ ...settings, WORLD_BOTS: '0', DEMO_BOTS: '0' });
    const port = Number(new URL(running.url).port);
    const isLive = () =>
      spawnSync(process.execPath, [join(ROOT, 'server/exchange/is-live.ts')], {
        env: { ...process.env, ...settings, EXCHANGE_PORT: String(port) },
      }).status;
    const upstream = createUpstream({
      urls: [`https://localhost:${port}`],
      deadlineMs: 5_000,
      keys: keepKeys(keys.of('web'), log),
    });
    closers.push(() => upstream.close());
    const path = '/apiw/v2/market/spot_markets';
    const answer = await upstream.call({ method: 'GET', path, headers: {}, mayRepeat: true });
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(await ask(port, path, keys.of('worker'))).toBe(403);
    const figures = Number(/"event":"metrics","port":(\d+)/.exec(running.output())?.[1]);
    expect([
      await ask(figures, '/metrics', keys.of('metrics')),
      await ask(figures, '/metrics', keys.of('web')),
    ]).toEqual([200, 403]);
    expect(isLive()).toBe(0);
    expect(await running.stop()).toBe(0);
    expect(isLive()).toBe(1);
  });
});

describe('a start', () => {
  const { cert: TLS_CERT, key: TLS_KEY, ca: TLS_CA } = keys.of('exchange');
  const all = { TLS_CERT, TLS_KEY, TLS_CA };

  it('refuses to listen beyond loopback without keys, and half of them anywhere', () => {
    for (const host of ['0.0.0.0', '10.0.0.1', '::', 'exchange-a', '127.0.0.1.example.com', '128.0.0.1']) {
      expect(isLoopback(host)).toBe(false);
      expect(() => readSettings({ EXCHANGE_HOST: host })).toThrow(/EXCHANGE_HOST.*TLS_CERT/);
      expect(() => readSettings({ METRICS_HOST: host })).toThrow(/METRICS_HOST.*TLS_CERT/);
      expect(() => readEnv({ METRICS_HOST: host })).toThrow(/METRICS_HOST.*TLS_CERT/);
      expect(() => readRecorderSettings({ METRICS_HOST: host })).toThrow(/METRICS_HOST.*TLS_CERT/);
      expect(() => readRecorderSettings({ RECORDER_HOST: host })).toThrow(/RECORDER_HOST.*TLS_CERT/);
      const ofWorker = { EXCHANGE_URL: 'http://127.0.0.1:7001', WORKER_KEY: 'k'.repeat(32) };
      expect(() => readWorkerSettings({ ...ofWorker, METRICS_HOST: host })).toThrow(/METRICS_HOST.*TLS_CERT/);
      expect(readSettings({ EXCHANGE_HOST: host, ...all }).EXCHANGE_HOST).toBe(host);
    }
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]']) {
      expect(isLoopback(host)).toBe(true);
      expect(readSettings({ EXCHANGE_HOST: host }).EXCHANGE_HOST).toBe(host);
    }
    for (const name of ['TLS_CERT', 'TLS_KEY', 'TLS_CA'] as const) {
      expect(() => readSettings({ [name]: all[name] })).toThrow(/together or not at all/);
      expect(() => readEnv({ [name]: all[name] })).toThrow(/together or not at all/);
    }
  });

  it('follows no recorder over a network that anybody may read and write on', () => {
    for (const url of ['http://10.0.0.7:7003', 'http://recorder:7003', 'http://127.0.0.1.example.com'])
      expect(() => readSettings({ MARKET_FEED: 'live', MARKET_RECORDER: url })).toThrow(
        /MARKET_RECORDER: beyond loopback only https/,
      );
    for (const url of ['http://127.0.0.1:7003', 'http://[::1]:7003', 'https://recorder:7003'])
      expect(readSettings({ MARKET_FEED: 'live', MARKET_RECORDER: url }).MARKET_RECORDER).toBe(url);
    expect(() => readSettings({ MARKET_FEED: 'live', MARKET_RECORDER: 'recorder' })).toThrow(/MARKET_RECORDER/);
  });

  it('asks no database over a network that does not prove its name, whatever else its address says', () => {
    const refused = /(?:STORE|READ)_URL: beyond this machine only with sslmode=verify-full and sslrootcert=FILE/;
    const verified = 'sslmode=verify-full&sslrootcert=/keys/ca.crt';
    for (const url of [
      'postgres://u:p@10.0.0.7/db',
      'postgres://u:p@db.example/db?sslmode=require&sslrootcert=/keys/ca.crt',
      'postgres://u:p@db.example/db?sslmode=verify-full',
      'postgres://u:p@db.example/db?sslmode=verify-full&sslrootcert=',
      `postgres://u:p@db.example/db?${verified}&sslmode=disable`,
      `postgres://u:p@db.example/db?${verified}&ssl=true`,
      `postgres://u:p@db.example/db?ssl=0&${verified}`,
      'postgres://u:p@127.0.0.1.example.com/db',
      'postgres://u:p@127.0.0.1/db?host=10.0.0.7',
      'postgres://u:p@127.0.0.1/db?host=/run/postgresql&hostaddr=10.0.0.7',
      // PGHOST says where it goes.
      'postgres:///db',
    ]) {
      expect(() => readSettings({ STORE_URL: url }), url).toThrow(refused);
      expect(() => readEnv({ READ_URL: url })).toThrow(refused);
      expect(() => readSettings({ STORE_URL: `postgres://127.0.0.1/db,${url}` })).toThrow(refused);
    }
    // By whom it could not be read, nobody knows where it goes.
    expect(() => readEnv({ READ_URL: 'postgres://u@/db?host=/run/postgresql' })).toThrow(/READ_URL: no address/);
    for (const url of [
      'postgres://u:p@127.0.0.1:5432/db',
      'postgres://u@[::1]/db?sslmode=disable',
      'postgres://u@localhost/db',
      'postgres:///db?host=/run/postgresql',
      'postgres://%2Frun%2Fpostgresql/db',
      `postgresql://u:p@db.example:6000/db?${verified}`,
    ]) {
      expect(readSettings({ STORE_URL: `${url},postgres://u@standby/db?${verified}` }).STORE_URL).toContain(url);
      expect(readEnv({ READ_URL: url }).READ_URL).toBe(url);
    }
  });

  it('of both processes on one machine takes none of them: nothing would be reached by whoever set them', () => {
    const source = { NODE_ENV: 'development', DATA_DIR: keys.folder };
    expect(() => productOf('dev', { ...source, EXCHANGE_HOST: '0.0.0.0', ...all })).toThrow(
      /EXCHANGE_HOST.*npm run web/,
    );
    expect(() => productOf('dev', { ...source, ...all })).toThrow(/TLS_CERT/);
    // Not sent on to keys that are refused then: with them or without, the way is another.
    for (const keysOrNone of [{}, all])
      expect(() => productOf('dev', { ...source, METRICS_HOST: '0.0.0.0', ...keysOrNone })).toThrow(
        /METRICS_HOST: 0\.0\.0\.0 .*npm start.*npm run web with UPSTREAM_URL/,
      );
    expect(readEnv({ METRICS_HOST: '0.0.0.0', UPSTREAM_URL: 'http://127.0.0.1:7001', ...all }).METRICS_HOST).toBe(
      '0.0.0.0',
    );
    expect(() => readEnv({ METRICS_HOST: '0.0.0.0', UPSTREAM_URL: 'http://127.0.0.1:7001' })).toThrow(
      /METRICS_HOST.*takes TLS_CERT/,
    );
  });

  it('has cookies that plain http takes where the product is reached so, unless it is told otherwise', () => {
    const source = { NODE_ENV: 'development', DATA_DIR: keys.folder };
    const PUBLIC_URL = 'https://bots.example';
    // Of both processes together, and of a web server alone.
    for (const alone of [{}, { UPSTREAM_URL: 'http://127.0.0.1:7001' }]) {
      const asked = (more: object) =>
        readEnv(productOf('dev', { ...source, ...alone, ...more }).web(7_001).env ?? {}).INSECURE_COOKIE;
      expect([{}, { INSECURE_COOKIE: '' }, { INSECURE_COOKIE: '0' }].map(asked)).toEqual([true, true, false]);
      expect([{ PUBLIC_URL }, { PUBLIC_URL, INSECURE_COOKIE: '1' }].map(asked)).toEqual([false, true]);
    }
  });
});
