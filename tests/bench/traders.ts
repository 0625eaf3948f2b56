import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { freePort } from '#tests/support/free-port.ts';
import { BENCH_SECRET, cookiesOf } from './support/known-browsers.ts';
import { type GridOwner, storeOfGrids } from './support/many-grids.ts';
import { figuresOf, homeOf, type Listener, listen, quantile } from './support/stream-listeners.ts';

/**
 * A thousand traders with the trade page open beside 50,000 running bots and a market of a tick a second: each has his event
 * stream, and asks for his list and his counters as often as a page does that has no stream. One of them has 2,000 bots.
 * All of them are this one process, on the same cores as the product: how late its own thread was stands beside what it
 * measured (`generatorLate…`) and is part of it, nothing is taken off.
 */

const TRADERS = 1_000;
const BOTS = 50_000;
const BOTS_OF_FIRST = 2_000;
const SEED = 'bench';
const LIST_EVERY_MS = 10_000;
const FOR_MS = 60_000;
const BETWEEN_ENDS_MS = 2_000;
const OPENED_AT_ONCE = 25;
/** Lists that the trader of 2,000 bots asks for, one after the other. */
const OPENINGS = 40;
const TARGET_LIST_MS = 250;
const TARGET_OPEN_MS = 300;
const TARGET_SEEN_MS = 1_000;

const BOT = '/api/apiw/v2/quant-trading/strategybot';
const LIST = `${BOT}/get_all_strategy?strategy_type=spot_grid&status=running&page_size=20`;
const COUNTERS = `${BOT}/get_strategy_number?status=running`;

interface Browser {
  readonly cookie: string;
  readonly home: string;
}

interface Asked {
  readonly ms: number;
  readonly body: { readonly code: number; readonly data: unknown };
}

/** Asks once; ms until the whole answer is there. Throws when it is refused. */
function ask(port: number, agent: Agent, { cookie, home }: Browser, path: string, method = 'GET'): Promise<Asked> {
  const text = method === 'GET' ? '' : '{}';
  const headers = {
    cookie,
    'x-forwarded-for': home,
    'accept-encoding': 'gzip',
    origin: `http://localhost:${port}`,
    'sec-fetch-site': 'same-origin',
    'idempotency-key': randomUUID(),
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': text.length }),
  };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const ms = performance.now() - begun;
        const sent = Buffer.concat(parts);
        const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
        const body = JSON.parse(text.toString()) as Asked['body'];
        if (body.code === 200) resolve({ ms, body });
        else reject(new Error(`${path} answered ${answer.statusCode} ${JSON.stringify(body)}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

/** Browsers that have logged in before, each from a home of its own. */
async function browsersOf(owners: readonly GridOwner[]): Promise<Browser[]> {
  const cookies = await cookiesOf(owners);
  return cookies.map((lines, index) => ({ cookie: lines.join('; '), home: homeOf(index) }));
}

/**
 * Every trader asks for his list and counters again and again, spread over the interval; resolves with the ms of each. The first
 * round is of a process that has answered no list yet: it is told apart.
 */
async function pollAll(browsers: readonly Browser[], one: (browser: Browser, path: string) => Promise<Asked>) {
  const [firstRound, taken]: [number[], number[]] = [[], []];
  const begin = performance.now();
  await Promise.all(
    browsers.map(async (browser, index) => {
      const first = begin + (index / browsers.length) * LIST_EVERY_MS;
      for (let due = first; due < begin + LIST_EVERY_MS + FOR_MS; due += LIST_EVERY_MS) {
        await delay(Math.max(0, due - performance.now()));
        const answers = await Promise.all([one(browser, `${LIST}&page=1`), one(browser, COUNTERS)]);
        (due < begin + LIST_EVERY_MS ? firstRound : taken).push(...answers.map(({ ms }) => ms));
      }
    }),
  );
  return [firstRound, taken].map((some) => some.sort((a, b) => a - b));
}

function beyond(what: string, found: number | undefined, bound: number): string[] {
  return found === undefined || found > bound ? [`${what}: ${found}, at most ${bound}`] : [];
}

/** Seconds of a core that this machine has worked, and this process of them: what others do beside a bench tells how much its figures say. */
async function machine() {
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  return { coreS: busyMs / 1_000, ownS: (user + system) / 1e6 };
}

async function traders(): Promise<Record<string, unknown>> {
  buildIfStale();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-traders-'));
  const listeners: Listener[] = [];
  const metricsPort = await freePort();
  const product = await createBuiltProduct(
    {
      ...{ DATA_DIR: dataDir, SESSION_SECRET: BENCH_SECRET, TRUSTED_PROXIES: '127.0.0.1,::1', ADDRESS_BUDGET: '100' },
      ...{ METRICS_PORT: String(metricsPort), WORLD_BOTS: '0', MARKET_FEED: 'simulated', MARKET_SEED: SEED },
    },
    () => {},
  );
  try {
    const steps = (BOTS + BOTS_OF_FIRST) / 500;
    const owners = await storeOfGrids(dataDir, createSimulatedFeed({ seed: SEED }), BOTS, Date.now() - 1_000 * steps, {
      owners: TRADERS,
      moreOfFirst: BOTS_OF_FIRST - BOTS / TRADERS,
    });
    await product.start();
    const browsers = await browsersOf(owners);
    const port = Number(new URL(product.url).port);
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const one = (browser: Browser, path: string, method?: string) => ask(port, agent, browser, path, method);

    const [sentMs, seen] = [new Map<number, number>(), new Map<number, number>()];
    for (let number = 0; number < TRADERS; number += OPENED_AT_ONCE) {
      const some = browsers.slice(number, number + OPENED_AT_ONCE).map(({ cookie }, index) =>
        listen(product.url, number + index, cookie, (event) => {
          if (event.type !== 'bot' || event.fill_count === 0) return;
          const since = sentMs.get(event.strategy_id);
          if (since !== undefined && !seen.has(event.strategy_id))
            seen.set(event.strategy_id, performance.now() - since);
        }),
      );
      listeners.push(...some);
      await Promise.all(some.map(({ begun }) => begun));
    }
    await delay(5_000);

    const figures = () => Promise.all([figuresOf(metricsPort + 1), figuresOf(metricsPort), machine()]);
    const begun = performance.now();
    const generator = monitorEventLoopDelay({ resolution: 10 });
    generator.enable();
    const [before, webBefore, machineBefore] = await figures();
    const ends = async () => {
      const begin = performance.now();
      for (let number = 1; performance.now() < begin + FOR_MS - BETWEEN_ENDS_MS; number += 1) {
        const browser = browsers[number] as Browser;
        const rows = (await one(browser, `${LIST}&page=1`)).body.data as { strategy_id: number }[];
        const id = Number(rows[0]?.strategy_id);
        sentMs.set(id, performance.now());
        await one(browser, `/api/apiw/v2/grid-trading/cancel/${id}`, 'POST');
        await delay(BETWEEN_ENDS_MS);
      }
    };
    const [[firstRound = [], lists = []]] = await Promise.all([pollAll(browsers, one), ends()]);
    const seconds = (performance.now() - begun) / 1_000;
    generator.disable();
    const [after, webAfter, machineAfter] = await figures();
    await delay(2_000);
    for (const { request: open } of listeners) open.destroy();
    // A thousand streams that end are work too, and not what an opened table waits for.
    await delay(3_000);

    const opened: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const path = opening % 2 === 0 ? `${LIST}&page=1` : `${LIST}&page=${1 + (opening % 100)}&sort=profit_desc`;
      opened.push((await one(browsers[0] as Browser, path)).ms);
    }
    opened.sort((a, b) => a - b);
    const seenMs = [...seen.values()].sort((a, b) => a - b);
    const [listP99, openP99, seenP99] = [lists, opened, seenMs].map((sorted) => quantile(sorted, 0.99));
    const ticks = after.ticks - before.ticks;
    const laterThanSecond = ticks - (after.inSecond - before.inSecond);
    const coresOf = (from: { coreS: number }, to: { coreS: number }) =>
      Number(((to.coreS - from.coreS) / seconds).toFixed(2));
    const [exchangeCore, webCore] = [coresOf(before, after), coresOf(webBefore, webAfter)];
    const generatorCore = coresOf({ coreS: machineBefore.ownS }, { coreS: machineAfter.ownS });
    const allCores = coresOf(machineBefore, machineAfter);
    return {
      size: `${TRADERS} traders, ${BOTS} bots, ${lists.length} list calls`,
      seconds: Math.round(seconds),
      listP50Ms: quantile(lists, 0.5),
      listP99Ms: listP99,
      firstRoundP99Ms: quantile(firstRound, 0.99),
      fillsSeen: `${seenMs.length} of ${sentMs.size}`,
      seenP50Ms: quantile(seenMs, 0.5),
      seenP99Ms: seenP99,
      ticks,
      ticksLaterThan250Ms: ticks - (after.inTime - before.inTime),
      ticksLaterThan1S: laterThanSecond,
      of2000BotsP50Ms: quantile(opened, 0.5),
      of2000BotsP99Ms: openP99,
      exchangeCore,
      webCore,
      generatorCore,
      othersCores: Number((allCores - exchangeCore - webCore - generatorCore).toFixed(2)),
      generatorLateP50Ms: Math.round(generator.percentile(50) / 1e6),
      generatorLateP99Ms: Math.round(generator.percentile(99) / 1e6),
      tooLong: [
        ...beyond('lists p99', listP99, TARGET_LIST_MS),
        ...beyond('tables of 2,000 bots p99', openP99, TARGET_OPEN_MS),
        ...beyond('a fill seen p99', seenP99, TARGET_SEEN_MS),
        ...beyond('ticks later than a second', laterThanSecond, 0),
        ...beyond('fills that nobody saw', sentMs.size - seenMs.length, 0),
      ],
    };
  } finally {
    for (const { request: open } of listeners) open.destroy();
    await product.discard();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'traders', run: traders }];
