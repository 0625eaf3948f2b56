import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { freePort } from '#tests/support/free-port.ts';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';
import { figuresOf, type Listener, listen, quantile } from './support/stream-listeners.ts';

/**
 * Two thousand event streams through the whole product (door, Next, BFF, exchange), half of them of the trader whose bots
 * are ended one by one: how late the exchange's ticks are meanwhile, and how long after the command was sent each of his
 * streams has the closing fill.
 */

const STREAMS = 2_000;
/** Opened at once, so that opening is no flood. */
const OPENED_AT_ONCE = 25;
const BOTS = 6;
const BETWEEN_MS = 4_000;
/** By then the exchange knows that all readers have left. */
const LEFT_WITHIN_MS = 5_000;
const TARGET_LATE_MS = 250;
const TARGET_SEEN_MS = 1_000;

const API = '/api/apiw/v2';

interface Trader {
  readonly cookie: string;
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ code: number; data: never }>;
}

async function logIn(url: string, account: string, password: string): Promise<Trader> {
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' };
  const login = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ account, password }),
  });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return {
    // The session alone: a stream is counted for the address that it comes from, as one of two thousand homes.
    cookie: cookie[0] ?? '',
    async call(method, path, body) {
      const reply = await fetch(url + path, {
        method,
        headers: { ...headers, cookie: cookie.join('; '), 'idempotency-key': randomUUID() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as { code: number; data: never };
    },
  };
}

async function startBot({ call }: Trader): Promise<number> {
  const tickers: { last: string }[] = (await call('GET', `${API}/market/tickers?market=BTC_USDT`)).data;
  const last = Number(tickers[0]?.last);
  const body = {
    ...SPOT_GRID_BODY,
    low_price: (last * 0.9).toFixed(1),
    high_price: (last * 1.1).toFixed(1),
    grid_num: '20',
    money: '1000',
    is_hide: 0,
    fundpass: 'paper-fund',
  };
  const { code, data } = await call('POST', `${API}/grid-trading/create`, body);
  if (code !== 200) throw new Error(`create answered ${code} ${JSON.stringify(data)}`);
  return (data as { strategy_id: number }).strategy_id;
}

async function eventStreams(): Promise<Record<string, unknown>> {
  buildIfStale();
  const metricsPort = await freePort();
  const product = await createBuiltProduct(
    { TRUSTED_PROXIES: '127.0.0.1,::1', METRICS_PORT: String(metricsPort), AI_SEARCH: '0' },
    () => {},
  );
  const listeners: Listener[] = [];
  try {
    await product.start();
    const [demo, copier] = await Promise.all(
      PAPER_ACCOUNTS.map(({ account, password }) => logIn(product.url, account, password)),
    );
    if (demo === undefined || copier === undefined) throw new Error('no accounts to log in to');
    const agreement: { version: string } = (await demo.call('GET', `${API}/quant-trading/private/bot_agreement`)).data;
    await demo.call('POST', `${API}/quant-trading/private/bot_agreement`, { version: agreement.version });
    const bots: number[] = [];
    for (let one = 0; one < BOTS; one += 1) bots.push(await startBot(demo));
    await delay(3_000);

    const sentMs = new Map<number, number>();
    const seen = new Map<string, number>();
    let prices = 0;
    const begunMs = performance.now();
    for (let number = 0; number < STREAMS; number += OPENED_AT_ONCE) {
      const some = Array.from({ length: OPENED_AT_ONCE }, (_, index) => {
        const id = number + index;
        return listen(product.url, id, (id % 2 === 0 ? demo : copier).cookie, (event) => {
          if (event.type === 'tickers') prices += 1;
          if (event.type !== 'bot' || event.fill_count === 0) return;
          const since = sentMs.get(event.strategy_id);
          const key = `${event.strategy_id} ${id}`;
          if (since !== undefined && !seen.has(key)) seen.set(key, performance.now() - since);
        });
      });
      listeners.push(...some);
      await Promise.all(some.map(({ begun }) => begun));
    }
    const openS = (performance.now() - begunMs) / 1_000;
    await delay(2_000);

    const before = await Promise.all([metricsPort, metricsPort + 1].map(figuresOf));
    prices = 0;
    const commandMs: number[] = [];
    const startMs = performance.now();
    for (const id of bots) {
      sentMs.set(id, performance.now());
      const { code } = await demo.call('POST', `${API}/grid-trading/cancel/${id}`, { fundpass: 'paper-fund' });
      if (code !== 200) throw new Error(`cancel answered ${code}`);
      commandMs.push(performance.now() - (sentMs.get(id) ?? 0));
      await delay(BETWEEN_MS);
    }
    const seconds = (performance.now() - startMs) / 1_000;
    const after = await Promise.all([metricsPort, metricsPort + 1].map(figuresOf));
    const [web, exchange] = after.map((figures, index) => ({
      ticks: figures.ticks - (before[index]?.ticks ?? 0),
      inTime: figures.inTime - (before[index]?.inTime ?? 0),
      core: Math.round((100 * (figures.coreS - (before[index]?.coreS ?? 0))) / seconds) / 100,
    }));
    if (web === undefined || exchange === undefined) throw new Error('no figures');
    // A figure that nobody has told reads as 0, and would pass.
    if (exchange.ticks === 0) throw new Error('no tick was counted');
    if ((after[1]?.streams ?? 0) === 0) throw new Error('no stream was counted');
    const sorted = [...seen.values()].sort((a, b) => a - b);
    for (const { request } of listeners) request.destroy();
    await delay(LEFT_WITHIN_MS);
    const { streams: left } = await figuresOf(metricsPort + 1);
    const late = exchange.ticks - exchange.inTime;
    const p99 = quantile(sorted, 0.99);
    return {
      size: STREAMS,
      seconds,
      openS: Math.round(openS * 10) / 10,
      rate: Math.round(prices / seconds),
      unit: 'price events/s',
      fillsSeen: `${sorted.length} of ${(BOTS * STREAMS) / 2}`,
      seenP50Ms: quantile(sorted, 0.5),
      seenP99Ms: p99,
      seenWorstMs: quantile(sorted, 1),
      commandP50Ms: quantile(
        [...commandMs].sort((a, b) => a - b),
        0.5,
      ),
      ticks: exchange.ticks,
      [`ticksLaterThan${TARGET_LATE_MS}Ms`]: late,
      streamsLeft: left,
      // Of one core, the whole time.
      webCore: web.core,
      exchangeCore: exchange.core,
      webMemoryMB: Math.round(product.webMemory() / 1_048_576),
      tooLong: [
        ...(late > 0 ? ['ticks'] : []),
        ...(p99 > TARGET_SEEN_MS ? ['seenP99Ms'] : []),
        ...(sorted.length < (BOTS * STREAMS) / 2 ? ['fillsSeen'] : []),
        ...(left > 0 ? ['streamsLeft'] : []),
      ],
    };
  } finally {
    for (const { request } of listeners) request.destroy();
    await product.discard();
  }
}

export const benches = [{ name: 'event-streams', run: eventStreams }];
