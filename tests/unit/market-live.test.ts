import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCcxtSource } from '#server/exchange/market/ccxt-source.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { loadHistoryFeed } from '#server/exchange/market/history.ts';
import { createLiveFeed } from '#server/exchange/market/live.ts';
import { createLivePoller } from '#server/exchange/market/live-poller.ts';
import { openTape } from '#server/exchange/market/live-tape.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { watchMarket } from '#server/exchange/market/watched-market.ts';
import { tapeFolder, watchingIntake } from '#server/exchange/market/watching-intake.ts';
import { DAY_MS, MINUTE_MS } from './market-fixture.ts';
import { fakeCcxt, minuteOfTime, type PublicApi, sawPrice, startPublicApi } from './market-public-api.ts';

/** An afternoon: 40 seconds into a minute. */
const START_MS = Date.UTC(2026, 4, 20, 15, 30, 40);
const btc = PAPER_MARKETS[0]!;
let api: PublicApi;
let dataDir: string;
let logged: string[];
const log = {
  info: (event: string) => void logged.push(event),
  warn: (event: string, fields?: Readonly<Record<string, unknown>>) => void logged.push(`${event}: ${fields?.part}`),
  error: (event: string) => void logged.push(event),
};

beforeEach(async () => {
  api = await startPublicApi(START_MS);
  dataDir = mkdtempSync(join(tmpdir(), 'live-'));
  logged = [];
});

afterEach(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const openSource = () => openCcxtSource({ id: 'gate', apiUrl: api.url, importCcxt: async () => fakeCcxt() });

async function openLive(): Promise<MarketFeed> {
  const intake = await watchingIntake({ source: await openSource(), dataDir, nowMs: () => api.nowMs, log });
  const feed = await createLiveFeed({ intake, seed: 1 });
  await feed.open(api.nowMs);
  return feed;
}

/** A market and a poller that the test turns by hand. */
async function turnByHand() {
  const watched = watchMarket(btc);
  const tape = await openTape(tapeFolder(dataDir));
  const source = await openSource();
  const poller = createLivePoller({ source, tape, markets: [watched], nowMs: () => api.nowMs, log });
  const pollAt = async (timeMs: number, price = api.price) => {
    api.nowMs = timeMs;
    api.price = price;
    return poller.poll();
  };
  return { watched, memory: watched.memory, poller, pollAt };
}

describe('the live feed', () => {
  it('has the paper markets that trade on the exchange, with the paper exchange’s own ticks', async () => {
    const feed = await openLive();
    expect(feed.specs).toEqual([btc]);
    expect(feed.name).toBe('live');
    await feed.close();
  });

  it('opens with a day of minutes and the present price', async () => {
    api.price = 50_123.46;
    const feed = await openLive();
    expect(feed.lastTicks('BTC_USDT', START_MS)).toBe(501_235);
    // Of now: what an exchange that stands by shows of its prices (exchange-metrics).
    expect(feed.newestMs?.()).toBe(START_MS);
    const toMs = minuteOfTime(START_MS) * MINUTE_MS;
    expect(feed.knowsPath('BTC_USDT', toMs - 1440 * MINUTE_MS, toMs - 1)).toBe(true);
    const { open, high, low, close } = feed.minutes('BTC_USDT', toMs - MINUTE_MS, toMs, START_MS);
    const minute = minuteOfTime(START_MS) - 1;
    const [from, to] = [sawPrice(minute), sawPrice(minute + 1)];
    expect([open[0], high[0], low[0], close[0]]).toEqual([
      from * 10,
      (Math.max(from, to) + 2) * 10,
      (Math.min(from, to) - 3) * 10,
      to * 10,
    ]);
    expect([...feed.minuteVolumes('BTC_USDT', toMs - MINUTE_MS, toMs, START_MS)]).toEqual([50_000_000]);
    await feed.close();
  });

  it('polls by itself until it is closed', async () => {
    const feed = await openLive();
    api.price = 50_777;
    api.nowMs = START_MS + 1500;
    await vi.waitFor(() => expect(feed.lastTicks('BTC_USDT', api.nowMs + 1)).toBe(507_770), 120_000);
    await feed.close();
    const calls = api.calls.length;
    api.nowMs += 5000;
    expect(api.calls).toHaveLength(calls);
  });

  it('shows the exchange’s book, rounded to ticks and uncrossed, to whoever looks, and the model’s until it is there', async () => {
    const feed = await openLive();
    const model = feed.book('BTC_USDT', START_MS, 3);
    expect(model.bids).toHaveLength(3);
    await vi.waitFor(() => expect(feed.book('BTC_USDT', START_MS, 3).asks[0]?.quantity).toBe(300_000_000n), 120_000);
    const { bids, asks } = feed.book('BTC_USDT', START_MS, 3);
    // Asks at 50000.04, .08 and .12 with ticks of 0.1: the first two are both at 50000.1.
    expect(asks).toEqual([
      { ticks: 500_001, quantity: 300_000_000n },
      { ticks: 500_002, quantity: 150_000_000n },
    ]);
    expect(bids.map((level) => level.ticks)).toEqual([499_990, 499_980, 499_970]);
    await feed.close();
  });
});

describe('a watched market', () => {
  it('gives a point for every price seen, all of them jumps', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    for (let i = 1; i <= 5; i += 1) await pollAt(START_MS + i * 1000, 50_000 + i);
    expect(memory.points(START_MS, START_MS + 4000)).toEqual(
      [1, 2, 3, 4].map((i) => ({ timeMs: START_MS + i * 1000, ticks: 500_000 + i * 10, jump: true })),
    );
    expect(memory.knowsPath(START_MS, START_MS + 5000)).toBe(true);
    expect(memory.knowsPath(START_MS, START_MS + 30_000)).toBe(false);
  });

  it('never gives a point of a time that was already handed out', async () => {
    const { watched, memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    watched.givenUntilMs = START_MS + 10_000;
    await pollAt(START_MS + 9_000, 51_000);
    expect(memory.points(START_MS + 10_000, START_MS + 11_000)).toEqual([
      { timeMs: START_MS + 10_001, ticks: 510_000, jump: true },
    ]);
  });

  it('learns each minute that ends from the exchange’s candles', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    const minute = minuteOfTime(START_MS);
    await pollAt(START_MS + 21_000, 50_500);
    expect(memory.hasMinute(minute)).toBe(false);
    await pollAt(START_MS + 23_000, 50_500);
    expect(memory.hasMinute(minute)).toBe(true);
    const fromMs = minute * MINUTE_MS;
    expect(memory.minutes(fromMs, fromMs + MINUTE_MS, api.nowMs).close[0]).toBe(sawPrice(minute + 1) * 10);
  });

  it('shows the running minute as it was seen so far', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    for (const [i, price] of [50_300, 50_100, 50_200].entries()) await pollAt(START_MS + (i + 1) * 1000, price);
    const fromMs = minuteOfTime(START_MS) * MINUTE_MS;
    const { open, high, low, close } = memory.minutes(fromMs, fromMs + 2 * MINUTE_MS, START_MS + 2000);
    expect([open[0], high[0], low[0], close[0], open[1]]).toEqual([500_000, 503_000, 500_000, 501_000, -1]);
    expect([...memory.volumes(fromMs, fromMs + MINUTE_MS, START_MS + 2000)]).toEqual([0]);
  });

  it('knows the path over an outage once the exchange has told the minutes, by their four prices in canonical order', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    api.failing = '/spot/';
    const backMs = START_MS + 30 * MINUTE_MS;
    expect(await pollAt(START_MS + 10_000)).toBe(false);
    expect(await pollAt(backMs - 1000)).toBe(false);
    expect(memory.lastTicks(backMs - 1000)).toBeNull();
    api.failing = null;
    expect(await pollAt(backMs + 5000)).toBe(true);
    const minute = minuteOfTime(START_MS) + 10;
    const [open, close] = [sawPrice(minute) * 10, sawPrice(minute + 1) * 10];
    expect(memory.points(minute * MINUTE_MS - 1, (minute + 1) * MINUTE_MS - 1).map((point) => point.ticks)).toEqual(
      close >= open ? [open, open - 30, close + 20, close] : [open, open + 20, close - 30, close],
    );
    expect(memory.knowsPath(START_MS, minuteOfTime(backMs) * MINUTE_MS - 1)).toBe(true);
    expect(logged).toEqual(
      expect.arrayContaining(['live market does not answer: prices', 'live market answers again']),
    );
    expect(logged.filter((event) => event.endsWith(': prices'))).toHaveLength(1);
  });

  it('does not know the path over a minute that the exchange never told', async () => {
    const missing = minuteOfTime(START_MS) - 100;
    api.missing.add(missing);
    const { memory, poller } = await turnByHand();
    await poller.begin();
    expect(memory.knowsPath((missing - 5) * MINUTE_MS, missing * MINUTE_MS - 1)).toBe(true);
    expect(memory.knowsPath((missing - 5) * MINUTE_MS, (missing + 5) * MINUTE_MS)).toBe(false);
    expect(memory.minutes(missing * MINUTE_MS, (missing + 1) * MINUTE_MS, START_MS).open[0]).toBe(-1);
  });

  it('says "--" for a price that is older than two minutes (C-365)', async () => {
    const { memory, poller } = await turnByHand();
    await poller.begin();
    expect(memory.lastTicks(START_MS + 120_000)).toBe(500_000);
    expect(memory.lastTicks(START_MS + 120_001)).toBeNull();
  });

  it('fetches the month before by and by, a page a round, and stops there', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    const monthAgo = minuteOfTime(START_MS) - 30 * 1440;
    for (let round = 0; round < 100; round += 1) await pollAt(START_MS + 1000 + round);
    expect(memory.hasMinute(monthAgo)).toBe(true);
    expect(memory.knowsPath(monthAgo * MINUTE_MS, minuteOfTime(START_MS) * MINUTE_MS - 1)).toBe(true);
    const calls = api.calls.filter((path) => path.endsWith('candlesticks')).length;
    await pollAt(START_MS + 2000);
    expect(api.calls.filter((path) => path.endsWith('candlesticks'))).toHaveLength(calls);
  });
});

describe('the tape', () => {
  it('gives back after a restart what was seen before it, torn last line and all', async () => {
    const before = await turnByHand();
    await before.poller.begin();
    for (let i = 1; i <= 5; i += 1) await before.pollAt(START_MS + i * 1000, 50_000 + i);
    const points = before.memory.points(START_MS - MINUTE_MS, START_MS + 5000);
    for (const name of readdirSync(tapeFolder(dataDir))) {
      appendFileSync(join(tapeFolder(dataDir), name), '\n{"t":17792910');
    }
    // The exchange has forgotten everything in the meantime: what is known now is known from the tape.
    for (let minute = minuteOfTime(START_MS) - 1440; minute <= minuteOfTime(START_MS); minute += 1)
      api.missing.add(minute);
    const after = await openLive();
    expect([...after.points('BTC_USDT', START_MS - MINUTE_MS, START_MS + 5000)]).toEqual(points);
    const toMs = minuteOfTime(START_MS) * MINUTE_MS;
    expect(after.minutes('BTC_USDT', toMs - DAY_MS, toMs, START_MS)).toEqual(
      before.memory.minutes(toMs - DAY_MS, toMs, START_MS),
    );
    await after.close();
  });

  it('can be replayed as history', async () => {
    const { memory, poller, pollAt } = await turnByHand();
    await poller.begin();
    for (let round = 0; round < 6; round += 1) await pollAt(START_MS + 1000 + round);
    const feed = await loadHistoryFeed({ folder: tapeFolder(dataDir), seed: 's' });
    // The taped whole days are 18 and 19 May; the replay lays them end to end over the present.
    const taped = Date.UTC(2026, 4, 19);
    const shown = [taped, taped + DAY_MS].find((dayMs) => {
      const { close } = feed.minutes('BTC_USDT', dayMs, dayMs + DAY_MS, dayMs + DAY_MS);
      return close.join() === memory.minutes(taped, taped + DAY_MS, START_MS).close.join();
    });
    expect(shown).toBeDefined();
    expect(feed.specs).toEqual([btc]);
  });
});

describe('ccxt', () => {
  it('is asked for by name when it is not installed, with the command that installs it', async () => {
    const absent = async () => {
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    };
    await expect(openCcxtSource({ id: 'gate', importCcxt: absent })).rejects.toThrow('npm install --no-save ccxt@');
  });

  it('must have the exchange that the operator named', async () => {
    for (const id of ['nowhere', 'version', 'constructor']) {
      await expect(openCcxtSource({ id, importCcxt: async () => fakeCcxt() })).rejects.toThrow(`MARKET_EXCHANGE=${id}`);
    }
  });

  it('is heard when it breaks for another reason', async () => {
    const broken = async () => {
      throw new Error('syntax');
    };
    await expect(openCcxtSource({ id: 'gate', importCcxt: broken })).rejects.toThrow('syntax');
  });

  it('that offers no paper market stops the start with a sentence', async () => {
    const source = await openSource();
    const empty = { ...source, fetchMarkets: async () => new Set(['PEPE_USDT']) };
    const intake = await watchingIntake({ source: empty, dataDir, nowMs: () => START_MS, log });
    const opening = createLiveFeed({ intake, seed: 1 });
    await expect(opening).rejects.toThrow('gate trades none of the paper markets');
  });
});
