import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltProduct, buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { sitemapPages } from '#tests/support/sitemap.ts';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';
import { median } from './support/median.ts';

/**
 * What strangers can do to an honest trader: floods beside him, from one address and from two hundred (loopback
 * addresses all), ten times the capacity, and twenty thousand pages.
 */

const FLOOD = fileURLToPath(new URL('./support/flood.ts', import.meta.url));
const LOAD = fileURLToPath(new URL('./support/polite-load.ts', import.meta.url));
const run = promisify(execFile);
/** The product's own bounds, which tests lift for their stories. */
const OWN_BOUNDS = { ADDRESS_BUDGET: '100', REGISTRATIONS_AN_HOUR: '10', FINISHED_BOTS_AN_HOUR: '300' };
const FLOOD_SECONDS = 45;
const ROUNDS = 25;
const GRID = '/api/apiw/v2/grid-trading';
const QUANT = '/api/apiw/v2/quant-trading';

interface Answer {
  readonly status: number;
  readonly retryAfterS: number;
  readonly cookies: readonly string[];
  readonly body: { readonly code?: number; readonly data?: Record<string, unknown>; readonly last_price?: string };
}

/** A browser at an address of its own, with its cookies. */
function browser(url: string, address: string) {
  const { port, origin } = new URL(url);
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const cookies = new Map<string, string>();
  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const send = (method: string, path: string, body?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        origin,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': randomUUID(),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer: IncomingMessage) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const lines = answer.headers['set-cookie'] ?? [];
          keep(lines);
          resolve({
            status: answer.statusCode ?? 0,
            retryAfterS: Number(answer.headers['retry-after'] ?? 1),
            cookies: lines,
            body: JSON.parse(Buffer.concat(parts).toString()) as Answer['body'],
          });
        });
      });
      asked.on('error', reject);
      asked.end(text);
    });
  return { send, forgetSession: () => cookies.delete('strategybot') };
}

type Browser = ReturnType<typeof browser>;

async function must(answer: Promise<Answer>, what: string): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status !== 200 || (body.code ?? 200) !== 200)
    throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`);
  return body;
}

const logIn = ({ send }: Browser, account: string) =>
  send('POST', '/api/session', { account, password: `paper-${account}` });

async function prepare(honest: Browser): Promise<object> {
  await must(logIn(honest, 'demo'), 'the first login');
  const { data } = await must(honest.send('GET', `${QUANT}/private/bot_agreement`), 'the agreement');
  await must(honest.send('POST', `${QUANT}/private/bot_agreement`, { version: data?.version }), 'signing');
  const { last_price } = await must(
    honest.send('GET', '/api/strategybot/last_price?symbol=BTC_USDT&type=spot'),
    'price',
  );
  const last = Number(last_price);
  return {
    ...SPOT_GRID_BODY,
    low_price: (last * 0.9).toFixed(1),
    high_price: (last * 1.1).toFixed(1),
    grid_num: '20',
    money: '2000',
    fundpass: 'paper-fund',
  };
}

/** Logs in on the known device, creates, stops; ms of each. */
async function trade(honest: Browser, grid: object, times: Record<string, number[]>): Promise<void> {
  const timed = async (what: string, one: () => Promise<Answer>) => {
    const begun = performance.now();
    const body = await must(one(), what);
    times[what] = [...(times[what] ?? []), performance.now() - begun];
    return body;
  };
  honest.forgetSession();
  await timed('login', () => logIn(honest, 'demo'));
  const made = await timed('create', () => honest.send('POST', `${GRID}/create`, grid));
  const id = String(made.data?.strategy_id);
  await timed('stop', () => honest.send('POST', `${GRID}/cancel/${id}`, { fundpass: 'paper-fund' }));
}

/** How long somebody waits for his first login on a new device, who tries again when he is told to. */
async function firstLogin(url: string, address: string): Promise<number> {
  const newcomer = browser(url, address);
  const begun = performance.now();
  for (;;) {
    const { status, retryAfterS, body } = await logIn(newcomer, 'copier');
    if (status === 200 && body.code === 200) return performance.now() - begun;
    if (performance.now() - begun > 60_000) throw new Error(`no first login: ${status} ${JSON.stringify(body)}`);
    await delay(retryAfterS * 1_000);
  }
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0);
}

async function withProduct<T>(
  settings: Record<string, string>,
  work: (product: BuiltProduct, log: () => string) => Promise<T>,
) {
  buildIfStale();
  let log = '';
  const product = await createBuiltProduct(settings, (text) => {
    log += text;
  });
  try {
    await product.start();
    return await work(product, () => log);
  } finally {
    await product.discard();
  }
}

async function besideFloods(addresses: number): Promise<Record<string, unknown>> {
  return withProduct(OWN_BOUNDS, async ({ url }, log) => {
    const honest = browser(url, '127.0.200.1');
    const grid = await prepare(honest);
    const before = log().length;
    const flood = spawn(process.execPath, [FLOOD, new URL(url).port, String(addresses), String(FLOOD_SECONDS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let statuses = '';
    flood.stdout.on('data', (part: Buffer) => {
      statuses += part.toString();
    });
    const over = new Promise((resolve) => flood.once('exit', resolve));
    await delay(5_000);
    const times: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round += 1) await trade(honest, grid, times);
    const newDeviceMs: number[] = [];
    for (const host of [2, 3, 4]) newDeviceMs.push(await firstLogin(url, `127.0.200.${host}`));
    await over;
    const late = [
      ...log()
        .slice(before)
        .matchAll(/"tick-late","lateMs":(\d+)/g),
    ].map((match) => Number(match[1]));
    return {
      size: `200 connections from ${addresses} address(es), ${ROUNDS} logins, creations and stops beside them`,
      seconds: FLOOD_SECONDS,
      loginP50Ms: Math.round(median(times.login ?? [])),
      createP50Ms: Math.round(median(times.create ?? [])),
      stopP50Ms: Math.round(median(times.stop ?? [])),
      loginP99Ms: p99(times.login ?? []),
      createP99Ms: p99(times.create ?? []),
      stopP99Ms: p99(times.stop ?? []),
      newDeviceMs: Math.round(Math.max(...newDeviceMs)),
      ticksOver250Ms: late.length,
      latestTickMs: Math.max(0, ...late),
      flood: JSON.parse(statuses || '{}') as unknown,
      target: 'p99 ≤ 1,000 ms each; a new device within 10,000 ms; no tick over 250 ms late',
    };
  });
}

interface PoliteLoad {
  readonly good: number;
  readonly refused: number;
  readonly other: number;
  readonly seconds: number;
}

async function load(url: string, connections: number, seconds: number, paths: readonly string[]): Promise<PoliteLoad> {
  const args = [LOAD, new URL(url).port, String(connections), String(seconds), JSON.stringify(paths)];
  return JSON.parse((await run(process.execPath, args)).stdout) as PoliteLoad;
}

async function overload(): Promise<Record<string, unknown>> {
  return withProduct({ ...OWN_BOUNDS, ADDRESS_BUDGET: '1000000' }, async ({ url }) => {
    const paths = ['/api/apiw/v2/market/tickers?market=BTC_USDT'];
    await load(url, 32, 5, paths);
    const rate = ({ good, seconds }: PoliteLoad) => good / seconds;
    const peak = Math.max(rate(await load(url, 16, 8, paths)), rate(await load(url, 32, 8, paths)));
    const ten = await load(url, 320, 12, paths);
    return {
      size: 'readings by 320 clients who come again when told, beside 32 that saturate',
      peakPerSecond: Math.round(peak),
      goodputPerSecond: Math.round(rate(ten)),
      refused: ten.refused,
      other: ten.other,
      ratio: Number((rate(ten) / peak).toFixed(2)),
      target: 'goodput ≥ 0.9 of the peak',
    };
  });
}

const PAGES = 20_000;

async function memory(): Promise<Record<string, unknown>> {
  return withProduct({ ...OWN_BOUNDS, ADDRESS_BUDGET: '1000000' }, async (product) => {
    const { url } = product;
    const pages = await sitemapPages(async (path) => (await fetch(`${url}${path}`)).text());
    const found = pages.map(({ address }) => address.replace(/^https?:\/\/[^/]+/, ''));
    const paths = found.flatMap((path) => [path, `${path}${path.includes('?') ? '&' : '?'}x=${found.indexOf(path)}`]);
    const firstMb = Math.round(product.webMemory() / 1024 / 1024);
    let made = 0;
    let mostMb = firstMb;
    while (made < PAGES) {
      const { good, refused, other } = await load(url, 24, 5, paths);
      made += good + refused + other;
      mostMb = Math.max(mostMb, Math.round(product.webMemory() / 1024 / 1024));
    }
    return {
      size: `${made} guest requests for ${paths.length} addresses of public pages`,
      firstMb,
      mostMb,
      lastMb: Math.round(product.webMemory() / 1024 / 1024),
      target: 'under 400 MB',
    };
  });
}

export const benches = [
  { name: 'abuse-one-address', run: () => besideFloods(1) },
  { name: 'abuse-200-addresses', run: () => besideFloods(200) },
  { name: 'abuse-overload', run: overload },
  { name: 'abuse-memory', run: memory },
] as const;
