import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  jobFigures,
  jobMeter,
  measuredDispatch,
  measuredStore,
  roleFigures,
  tickTimer,
} from '#server/exchange/exchange-metrics.ts';
import type { RawCall } from '#server/exchange/http/dispatch.ts';
import { openServer } from '#server/exchange/http/server.ts';
import { JobQueue } from '#server/exchange/jobs/job-queue.ts';
import { EXCHANGE_ENV_NAMES } from '#server/exchange/settings.ts';
import { createMetrics, type MetricsServer, openMetricsServer, serveMetrics } from '#server/metrics/metrics.ts';
import { measured } from '#server/metrics/web-metrics.ts';
import { ENV_NAMES } from '#server/settings/env.ts';
import { exchangeFigure, measuredSource } from '#server/worker/worker-metrics.ts';
import { countingRandom, handClock, openCore, temporaryFolder } from '../unit/store-fixture.ts';

/** What Prometheus reads of each process (part 5, point 6). */

/** A folder of a disk that is always as full. */
const QUARTER_FREE = '/quarter-free';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    statfsSync: (path: string) =>
      path === QUARTER_FREE ? { bavail: 25, bfree: 30, blocks: 100 } : fs.statfsSync(path),
  };
});

const HERE = { host: '127.0.0.1', port: 0, keys: null };
const NO_LOG = { info() {}, warn() {}, error() {} };

let open: MetricsServer | undefined;
let web: Server | undefined;
afterEach(async () => {
  await open?.close();
  web?.close();
});

function statusUnder(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.once('error', reject).end();
  });
}

async function read(metrics: ReturnType<typeof createMetrics>): Promise<string> {
  open = await openMetricsServer(metrics, HERE, NO_LOG);
  const reply = await fetch(`http://127.0.0.1:${open.port}/metrics`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  expect((await fetch(`http://127.0.0.1:${open.port}/`)).status).toBe(404);
  expect(await statusUnder(open.port, 'a-page-of-a-stranger.test')).toBe(404);
  expect(await statusUnder(open.port, `localhost:${open.port}`)).toBe(200);
  return reply.text();
}

/** Whether anybody listens there: of what is bound to every address, each of them says yes. */
function isHeardAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const say = (isHeard: boolean) => () => {
      socket.destroy();
      resolve(isHeard);
    };
    socket.once('connect', say(true)).once('error', say(false)).once('timeout', say(false));
  });
}

describe('the private ports', () => {
  /** Another address of the loopback network, and those by which other machines reach this one. */
  const elsewhere = [
    '127.0.0.2',
    ...Object.values(networkInterfaces()).flatMap((all = []) =>
      all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
    ),
  ];
  const heardAt = async (port: number) => {
    const found: string[] = [];
    for (const host of ['127.0.0.1', ...elsewhere]) if (await isHeardAt(host, port)) found.push(host);
    return found;
  };

  it('are the machine’s own: figures are read at 127.0.0.1 and nowhere else', async () => {
    open = await openMetricsServer(createMetrics('web', tmpdir()), HERE, NO_LOG);
    expect(await heardAt(open.port)).toEqual(['127.0.0.1']);
  });

  it('the exchange answers there alone too', async () => {
    const server = await openServer(async () => ({ code: 200, message: '' }), {
      at: HERE,
      doorKey: undefined,
      log: NO_LOG,
    });
    expect(await heardAt(server.port)).toEqual(['127.0.0.1']);
    await server.close();
  });

  it('have no setting that opens them to others without keys (tls.test)', () => {
    const opens = (name: string): boolean => /HOST|ADDRESS|BIND/.test(name);
    expect(ENV_NAMES.filter(opens).sort()).toEqual(['ADDRESS_BUDGET', 'HOST', 'METRICS_HOST']);
    expect(EXCHANGE_ENV_NAMES.filter(opens).sort()).toEqual(['EXCHANGE_HOST', 'METRICS_HOST']);
  });
});

it('a port that is taken is said and stops nothing', async () => {
  const metrics = createMetrics('web', tmpdir());
  open = await openMetricsServer(metrics, HERE, NO_LOG);
  const said: string[] = [];
  const log = { info: (event: string) => said.push(event), warn: (event: string) => said.push(event) };
  await serveMetrics(
    createMetrics('exchange', tmpdir()),
    { METRICS_HOST: '127.0.0.1', METRICS_PORT: open.port },
    log as never,
  );
  expect(said).toEqual(['metrics-closed']);
});

describe('the figures of', () => {
  it('every process say how much is left of the disk that it writes to, and the others when that is away', async () => {
    const shareIn = (text: string) => Number(/^strategybot_disk_free_share{process="worker"} (.*)$/m.exec(text)?.[1]);
    expect(shareIn(await read(createMetrics('worker', QUARTER_FREE)))).toBe(0.25);
    expect(shareIn(await read(createMetrics('worker', tmpdir())))).toBeGreaterThan(0);
    const away = await read(createMetrics('worker', join(tmpdir(), 'not', 'there')));
    expect(shareIn(away)).toBeNaN();
    expect(away).toContain('strategybot_disk_free_share{process="worker"} Nan');
    expect(away).toContain('process_cpu_seconds_total');
  });

  it('the exchange say each call by name and code, turns, ticks, and Node’s own', async () => {
    const metrics = createMetrics('exchange', tmpdir());
    const call = (url: string): RawCall => ({
      method: 'GET',
      url,
      authorization: '',
      idempotencyKey: null,
      clientIp: '',
      device: '',
      agent: '',
      bodyText: undefined,
    });
    const dispatch = measuredDispatch(async ({ url }) => {
      if (url.includes('broken')) throw new Error('a bug');
      return { code: url.includes('refused') ? 404 : 200, message: '' };
    }, metrics);
    await dispatch(call('/apiw/v2/market/spot_markets'));
    await dispatch(call('/apiw/v2/market/spot_markets?refused'));
    await expect(dispatch(call('/apiw/v2/market/spot_markets?broken'))).rejects.toThrow('a bug');
    await dispatch(call('/what-a-stranger-writes'));
    const { sequencer, store } = await openCore(temporaryFolder(), undefined, (inner) => measuredStore(inner, metrics));
    await sequencer.submit((tx) => tx.put('notes', 'k', '1'));
    tickTimer(metrics)(30);
    metrics.figure('running_bots', 'Bots that have not ended', () => 7);
    const text = await read(metrics);
    for (const code of ['200', '404', 'bug']) {
      expect(text).toContain(`strategybot_call_seconds_count{process="exchange",call="markets",code="${code}"} 1`);
    }
    // A label is never what a stranger writes: he could make as many as he likes.
    expect(text).toContain('call="unknown"');
    expect(text).not.toContain('stranger');
    expect(text).toMatch(/strategybot_turn_seconds_count{process="exchange"} [1-9]/);
    expect(text).toContain('strategybot_tick_late_seconds_bucket{le="0.05",process="exchange"} 1');
    expect(text).toContain('strategybot_running_bots{process="exchange"} 7');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    await store.close();
  });

  it('an exchange say whether it stands by, with prices how old, and when its store waits', async () => {
    const metrics = createMetrics('exchange', tmpdir());
    const clock = handClock();
    const seenMs = clock.nowMs();
    const role = roleFigures(metrics, { feed: { newestMs: () => seenMs }, clock, settings: {} });
    const figures = async () => {
      const text = await metrics.registry.metrics();
      return ['stands_by', 'store_epoch', 'store_waits', 'market_age_seconds'].map((name) =>
        Number(new RegExp(`^strategybot_${name}\\{process="exchange"\\} (\\S+)$`, 'm').exec(text)?.[1]),
      );
    };
    role.standsBy();
    clock.advance(3_000);
    expect(await figures()).toEqual([1, 0, 0, 3]);
    // Who could not take over does not count.
    role.reaches(false);
    expect(await figures()).toEqual([0, 0, 0, 3]);
    role.reaches(true);
    expect(await figures()).toEqual([1, 0, 0, 3]);
    role.standsStill(true);
    expect(await figures()).toEqual([1, 0, 1, 3]);
    role.standsStill(false);
    role.hasStore({ position: { epoch: 7, turn: 1, sequence: 1 } });
    expect(await figures()).toEqual([0, 7, 0, 3]);
    role.standsStill(true);
    expect(await figures()).toEqual([0, 7, 1, 3]);
    role.standsStill(false);
    expect(await figures()).toEqual([0, 7, 0, 3]);
  });

  it('an exchange with a database begin with what stands behind that when it has the store', async () => {
    const metrics = createMetrics('exchange', tmpdir());
    const settings = { STORE_URL: 'postgres://127.0.0.1:1/none' };
    const role = roleFigures(metrics, { feed: {}, clock: handClock(), settings });
    role.standsBy();
    expect(await metrics.registry.metrics()).not.toContain('strategybot_database_');
    role.hasStore({ position: { epoch: 7, turn: 1, sequence: 1 } });
    expect(await metrics.registry.metrics()).toContain('strategybot_database_standbys{process="exchange"}');
  });

  it('an exchange whose prices are known of every moment say that they are of now', async () => {
    const metrics = createMetrics('exchange', tmpdir());
    roleFigures(metrics, { feed: {}, clock: handClock(), settings: {} });
    expect(await metrics.registry.metrics()).toContain('strategybot_market_age_seconds{process="exchange"} 0');
  });

  it('the exchange’s jobs say how many wait and for how long, how many workers have, and how they ended', async () => {
    const metrics = createMetrics('exchange', tmpdir());
    const clock = handClock();
    const jobs = new JobQueue({ clock, random: countingRandom(), meter: jobMeter(metrics) });
    jobFigures(metrics, jobs);
    const job = { lane: 'queued', asker: 'account 1', longestMs: () => 60_000, begin: async () => true } as const;
    const quiet = {
      body: () => ({ type: 'year', prices: { instruments: [], fromMs: 0, toMs: 0 } }),
      onProgress() {},
      failed() {},
    };
    for (let i = 0; i < 3; i += 1) jobs.add({ ...job, ...quiet, answered: async () => {} });
    const claim = async () =>
      (await jobs.claim('queued', { signal: new AbortController().signal, isReserve: false }))?.token ?? '';
    jobs.giveBack(await claim());
    await jobs.answer(await claim(), 0, [], true);
    jobs.fail(await claim(), 'a bug');
    clock.advance(90_000);
    const text = await read(metrics);
    expect(text).toContain('strategybot_jobs_waiting{process="exchange"} 1');
    expect(text).toContain('strategybot_jobs_oldest_seconds{process="exchange"} 90');
    expect(text).toContain('strategybot_jobs_leased{process="exchange"} 0');
    expect(text).toContain('strategybot_jobs_total{how="done",process="exchange"} 1');
    expect(text).toContain('strategybot_jobs_total{how="failed",process="exchange"} 1');
    expect(text).toContain('strategybot_jobs_taken_again_total{process="exchange"} 1');
  });

  it('a worker say by lane how its jobs ended and how many it has, and whether an exchange answers it', async () => {
    const metrics = createMetrics('worker', tmpdir());
    let [isHis, isReached, number] = [true, true, 0];
    const nothing = async () => {};
    const plain = {
      claim: async () => ({
        token: `${++number}`,
        body: { type: 'year', prices: { instruments: [], fromMs: 0, toMs: 0 } },
      }),
      ...{ beat: async () => isHis, answer: async () => isHis, fail: nothing, giveBack: nothing },
    };
    const source = measuredSource(plain as never, metrics);
    exchangeFigure(metrics, () => isReached);
    const claim = async () => (await source.claim('queued', new AbortController().signal))?.token ?? '';
    const done = await claim();
    await source.answer(done, 0, [], false);
    await source.answer(done, 1, [], true);
    await source.fail(await claim(), 'a bug');
    await source.giveBack(await claim());
    await claim();
    const lost = await claim();
    isHis = false;
    await source.beat(lost, 0.5);
    // Who hears that it is over hands nothing back.
    await source.giveBack(lost);
    isReached = false;
    const text = await read(metrics);
    for (const how of ['done', 'failed', 'given_back', 'lost'])
      expect(text).toContain(`strategybot_worker_job_seconds_count{process="worker",lane="queued",how="${how}"} 1`);
    expect(text).toContain('strategybot_worker_jobs_under_way{process="worker"} 1');
    expect(text).toContain('strategybot_worker_reaches_exchange{process="worker"} 0');
  });

  it('the web process say requests by sort of work and status, and how many are under way', async () => {
    const metrics = createMetrics('web', tmpdir());
    const entrance = measured(async (request, response) => {
      response.statusCode = request.url === '/missing' ? 404 : 200;
      response.end('x');
    }, metrics);
    const server = createServer((request, response) => void entrance(request, response));
    web = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/en/strategybot', '/missing']) await (await fetch(url + path)).text();
    await expect.poll(() => metrics.registry.metrics()).toContain('status="4xx"');
    const text = await read(metrics);
    expect(text).toMatch(/strategybot_web_request_seconds_count{process="web",work="page",status="2xx"} 1/);
    expect(text).toContain('strategybot_web_requests_under_way{process="web"} 0');
  });
});
