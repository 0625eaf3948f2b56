import { afterEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { openServer } from '#server/exchange/http/server.ts';
import { openJobDoor } from '#server/exchange/jobs/job-door.ts';
import { LEASE_MS } from '#server/exchange/jobs/job-queue.ts';
import { programVersion } from '#server/exchange/jobs/program-version.ts';
import { keepCompiled } from '#tests/support/compile-cache.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPaperExchange } from '#tests/support/paper-exchange.ts';
import { startWorker, type WorkerProcess } from '#tests/support/worker-process.ts';
import { gridBody, MORNING_MS, openTestExchange, startGrid, type TestExchange } from '../unit/exchange-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

keepCompiled();

const KEY = 'a key of workers that is long enough';
const DAY_S = 86_400;
const WAIT = { timeout: 60_000, interval: 20 };
const SILENT = { info() {}, warn() {}, error() {} };
const NOBODY = () => Promise.resolve({ code: 200, message: '' });

const started: WorkerProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.kill()));
});

/** An exchange that does no job itself, with its door for workers. */
async function openDoor({
  version = programVersion(),
  port = 0,
  ...options
}: Parameters<typeof openTestExchange>[1] & { version?: string; port?: number } = {}) {
  const exchange = await openTestExchange(temporaryFolder(), { localWorker: 'none', ...options });
  const { jobs, days } = exchange;
  const server = await openServer(NOBODY, {
    at: { host: '127.0.0.1', port, keys: null },
    doorKey: undefined,
    jobDoor: openJobDoor({ jobs, days, key: KEY, version, keepAs: 'these prices' }),
    log: SILENT,
  });
  const url = `http://127.0.0.1:${server.port}`;
  const cache = temporaryFolder();
  const work = (settings = {}) => {
    const worker = startWorker({ EXCHANGE_URL: url, WORKER_KEY: KEY, WORKER_CACHE: cache, ...settings });
    started.push(worker);
    return worker;
  };
  return { exchange, url, cache, work, close: server.close };
}

async function ask(exchange: TestExchange, days: number): Promise<number> {
  const who = await exchange.trader();
  const now = MORNING_MS / 1_000;
  const body = { ...gridBody(exchange), begin_time: now - days * DAY_S, end_time: now };
  const { code, data } = await exchange.send('createBacktest', { who, body });
  expect(code, JSON.stringify(data)).toBe(200);
  return data.id;
}

/** What there is of a backtest when everything of it is there. */
async function resultOf(exchange: TestExchange, id: number) {
  const who = await exchange.trader();
  const report = async () => (await exchange.send('backtestReport', { who, path: { id } })).data;
  await expect.poll(async () => (await report())?.neighbours?.length, WAIT).toBeGreaterThan(0);
  const orders = await exchange.send('backtestOrders', { who, path: { id }, query: { page: 1, page_size: 500 } });
  const { data: rows } = await exchange.send('backtests', { who, query: { page_size: 500 } });
  const { result, status } = rows.find((row: { id: number }) => row.id === id);
  return { report: await report(), orders: orders.data, result, status };
}

describe('a worker in a process of its own', () => {
  it('comes to the same result bit for bit as the exchange itself', async () => {
    const here = await openTestExchange(temporaryFolder());
    const { exchange, work } = await openDoor();
    const worker = work();
    const there = await resultOf(exchange, await ask(exchange, 20));
    expect(there).toEqual(await resultOf(here, await ask(here, 20)));
    expect(there.status).toBe('stopped');
    expect(await worker.stop()).toBe(0);
    expect(worker.output()).not.toContain(KEY);
  }, 120_000);

  it('proves a bot and forks it as the exchange itself does', async () => {
    const [here, { exchange, work }] = [await openTestExchange(temporaryFolder()), await openDoor()];
    const worker = work();
    const told = [];
    for (const one of [here, exchange]) {
      const who = await one.trader();
      const id = await startGrid(one, who);
      await one.pass(3_600_000, 10_000);
      const path = { id };
      const begun = Math.floor(MORNING_MS / 60_000) * 60 + 600;
      expect((await one.send('startProof', { who, path })).code).toBe(200);
      expect((await one.send('startFork', { who, path, body: { time: begun, stop_loss: '1' } })).code).toBe(200);
      const overs = [];
      for (const call of ['proof', 'fork'] as const) {
        await expect.poll(async () => (await one.send(call, { who, path })).data.status, WAIT).toBe('done');
        const { took_ms: _took, ...result } = (await one.send(call, { who, path })).data.result;
        overs.push(result);
      }
      told.push(overs);
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[1]).toMatchObject([{ outcome: 'equal' }, { outcome: 'compared' }]);
    await worker.stop();
  }, 120_000);

  it('that is killed in the middle loses nothing: another takes its job within the lease, and the result comes once', async () => {
    const { exchange, work } = await openDoor();
    const id = await ask(exchange, 360);
    const first = work();
    await vi.waitFor(() => expect(exchange.jobs.state().leased).toBe(1), WAIT);
    await first.kill();
    const second = work();
    exchange.clock.advance(LEASE_MS + 1);
    exchange.jobs.look();
    expect(exchange.jobs.state()).toMatchObject({ waiting: expect.any(Number) });
    const { status, report } = await resultOf(exchange, id);
    expect(status).toBe('stopped');
    expect(report.neighbours.length).toBeGreaterThan(0);
    expect(exchange.jobs.state()).toMatchObject({ waiting: 0, leased: 0 });
    expect(exchange.logged.join()).not.toContain('backtest-failed');
    expect(await second.stop()).toBe(0);
  }, 120_000);

  it('of another program is refused with a sentence', async () => {
    const { work, exchange } = await openDoor({ version: 'another' });
    await ask(exchange, 2);
    const worker = work();
    await vi.waitFor(() => expect(worker.output()).toContain('This worker is of another version'), WAIT);
    expect(exchange.jobs.state()).toMatchObject({ waiting: 1, leased: 0 });
  }, 60_000);

  it('says that it has lost the exchange, and that it has found it again', async () => {
    const port = await freePort();
    const settings = { EXCHANGE_URL: `http://127.0.0.1:${port}`, WORKER_KEY: KEY, WORKER_CACHE: temporaryFolder() };
    const worker = startWorker(settings);
    started.push(worker);
    const times = (event: string) => worker.output().split(`"event":"${event}"`).length - 1;
    await vi.waitFor(() => expect(times('exchange-lost')).toBe(1), WAIT);
    const { close } = await openDoor({ port });
    await vi.waitFor(() => expect(times('exchange-found')).toBe(1), WAIT);
    await close();
    await vi.waitFor(() => expect(times('exchange-lost')).toBeGreaterThan(1), WAIT);
  }, 60_000);

  it.each([
    ['without a key', { WORKER_KEY: '' }, /WORKER_KEY/],
    ['with a short key', { WORKER_KEY: 'short' }, /WORKER_KEY/],
    ['in the open beyond this machine', { EXCHANGE_URL: 'http://10.0.0.7:7001' }, /beyond loopback only https/],
    ['without its certificate', { EXCHANGE_URL: 'https://10.0.0.7:7001' }, /TLS_CERT, TLS_KEY and TLS_CA/],
  ])(
    'does not start %s, and says why',
    async (_, settings, sentence) => {
      const worker = startWorker({
        EXCHANGE_URL: 'http://127.0.0.1:9',
        WORKER_KEY: KEY,
        WORKER_CACHE: temporaryFolder(),
        ...settings,
      });
      started.push(worker);
      expect(await worker.ended).toBe(1);
      expect(worker.output()).toMatch(sentence);
      expect(worker.output()).not.toContain(KEY);
    },
    30_000,
  );
});

describe('an exchange whose process does no job itself (LOCAL_WORKER=0)', () => {
  it('has the demo account’s backtests wait until a worker with its key comes, and keeps the door shut without a key', async () => {
    const settings = { AI_SEARCH: '0', MARKET_SEED: 'workers' };
    const exchange = await startPaperExchange({ ...settings, WORKER_KEY: KEY, LOCAL_WORKER: '0' });
    const shut = await startPaperExchange({ ...settings, WORLD_BOTS: '0' });
    try {
      const knock = { method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: '{}' };
      const [opened, closed] = await Promise.all(
        [exchange, shut].map(({ url }) => fetch(`${url}/worker/claim`, knock)),
      );
      expect(opened?.status).toBe(400);
      // A call that the contract has not, as any other.
      expect(await closed?.json()).toMatchObject({ code: 404 });
      const { account, password } = PAPER_ACCOUNTS[0];
      const login = await fetch(exchange.url + ENDPOINTS.upstreamLogin.path, {
        method: 'POST',
        body: JSON.stringify({ account, password }),
      });
      const { data } = (await login.json()) as { data: { token: string } };
      const headers = { authorization: `Bearer ${data.token}` };
      const statuses = async () => {
        const rows = await (await fetch(`${exchange.url}${ENDPOINTS.backtests.path}`, { headers })).json();
        return (rows as { data: { status: string }[] }).data.map(({ status }) => status);
      };
      const waiting = await statuses();
      expect(waiting.length).toBeGreaterThan(0);
      expect(new Set(waiting)).toEqual(new Set(['running']));
      const worker = startWorker({ EXCHANGE_URL: exchange.url, WORKER_KEY: KEY, WORKER_CACHE: temporaryFolder() });
      started.push(worker);
      await expect.poll(async () => [...new Set(await statuses())], WAIT).toEqual(['stopped']);
      expect(exchange.output() + worker.output()).not.toContain(KEY);
    } finally {
      await Promise.all([exchange.stop(), shut.stop()]);
    }
  }, 120_000);
});

describe('the door of the workers', () => {
  it('opens with the key alone, and the key opens nothing else', async () => {
    const { url, exchange } = await openDoor();
    const call = async (path: string, authorization: string, init = {}) =>
      (await fetch(`${url}/worker/${path}`, { method: 'POST', headers: { authorization }, body: '{}', ...init }))
        .status;
    for (const wrong of ['', KEY, `Bearer ${KEY}x`, `Bearer ${KEY.slice(1)}`, `Basic ${KEY}`]) {
      for (const path of ['claim', 'beat', 'answer?part=0&last=1', 'fail', 'give-back'])
        expect(await call(path, wrong)).toBe(401);
      expect(await call('day?instrument=BTC_USDT&day=0&to=60000', wrong, { method: 'GET', body: undefined })).toBe(401);
    }
    expect(await call('claim', `Bearer ${KEY}`)).toBe(400);
    expect(await call('no-such-call', `Bearer ${KEY}`)).toBe(404);
    expect(await call('toString', `Bearer ${KEY}`)).toBe(404);
    // As a session it is none.
    const who = { authorization: `Bearer ${KEY}` };
    expect((await exchange.send('backtests', { who })).code).toBe(401);
  });

  it('gives days of prices whole or in part, and says which may be kept', async () => {
    const { url } = await openDoor();
    const day = Date.UTC(2026, 4, 19);
    const get = (query: string) => fetch(`${url}/worker/day?${query}`, { headers: { authorization: `Bearer ${KEY}` } });
    const whole = await get(`instrument=BTC_USDT&day=${day}&to=${day + DAY_S * 1_000}`);
    expect([whole.status, whole.headers.get('x-keep-as')]).toEqual([200, 'these prices']);
    const part = await get(`instrument=BTC_USDT&day=${day}&to=${day + 60_000}`);
    expect([part.status, part.headers.get('x-keep-as')]).toEqual([200, null]);
    expect((await part.bytes()).length).toBeLessThan((await whole.bytes()).length);
    for (const wrong of [
      `day=${day + 1}&to=${day + 60_001}`,
      `day=${day}&to=${day}`,
      `day=${day}&to=${day + 2 * DAY_S * 1_000}`,
      'day=x&to=1',
    ])
      expect((await get(`instrument=BTC_USDT&${wrong}`)).status).toBe(400);
    expect((await get(`instrument=NO_MARKET&day=${day}&to=${day + 60_000}`)).status).not.toBe(200);
  });
});
