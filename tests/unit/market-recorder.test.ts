import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCcxtSource } from '#server/exchange/market/ccxt-source.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createLiveFeed } from '#server/exchange/market/live.ts';
import { recordedIntake } from '#server/exchange/market/recorded-intake.ts';
import { recorderAt } from '#server/exchange/market/recorder-client.ts';
import { createBatchLog } from '#server/recorder/batch-log.ts';
import { openRecorder } from '#server/recorder/recorder.ts';
import { openRecorderDoor } from '#server/recorder/recorder-door.ts';
import { MINUTE_MS } from './market-fixture.ts';
import { fakeCcxt, minuteOfTime, type PublicApi, startPublicApi } from './market-public-api.ts';

/** An afternoon: 40 seconds into a minute. */
const START_MS = Date.UTC(2026, 4, 20, 15, 30, 40);
let api: PublicApi;
let dataDir: string;
let logged: string[];
const closing: (() => Promise<void>)[] = [];
const log = {
  info: (event: string) => void logged.push(event),
  warn: (event: string, fields?: Readonly<Record<string, unknown>>) => void logged.push(`${event}: ${fields?.part}`),
  error: (event: string) => void logged.push(event),
};
const nowMs = () => api.nowMs;

beforeEach(async () => {
  api = await startPublicApi(START_MS);
  dataDir = mkdtempSync(join(tmpdir(), 'recorder-'));
  logged = [];
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

async function startRecorder(run = 'first', port = 0) {
  const source = await openCcxtSource({ id: 'gate', apiUrl: api.url, importCcxt: async () => fakeCcxt() });
  const recorder = await openRecorder({ source, dataDir, run, nowMs, log });
  const door = await openRecorderDoor(recorder, { host: '127.0.0.1', port, keys: null }, log);
  const stop = async () => {
    await door.close();
    await recorder.stop();
  };
  closing.push(stop);
  return { port: door.port, url: `http://127.0.0.1:${door.port}`, stop, ages: recorder.ages };
}

async function follow(url: string): Promise<MarketFeed> {
  const feed = await createLiveFeed({ intake: recordedIntake({ ask: recorderAt(url, null), nowMs, log }), seed: 1 });
  await feed.open(nowMs());
  closing.push(() => feed.close());
  return feed;
}

/** The exchange's price is another one, and everybody has heard of it. */
async function priceGoesTo(price: number, afterMs: number, feeds: readonly MarketFeed[]): Promise<void> {
  api.price = price;
  api.nowMs = START_MS + afterMs;
  await vi.waitFor(() => {
    for (const feed of feeds) expect(feed.lastTicks('BTC_USDT', START_MS + 20_000)).toBe(price * 10);
  }, 120_000);
}

describe('the recorder', () => {
  it('asks the exchange once for all who follow, and all see the same points at the same times', async () => {
    const { url } = await startRecorder();
    const early = await follow(url);
    const asked = api.calls.filter((path) => path.endsWith('candlesticks')).length;
    await priceGoesTo(50_100, 1_000, [early]);
    const late = await follow(url);
    await priceGoesTo(50_200, 2_000, [early, late]);
    await priceGoesTo(50_300, 3_000, [early, late]);
    const pathOf = (feed: MarketFeed) => [...feed.points('BTC_USDT', START_MS, START_MS + 10_000)];
    expect(pathOf(early)).toEqual([
      { timeMs: START_MS + 1_000, ticks: 501_000, jump: true },
      { timeMs: START_MS + 2_000, ticks: 502_000, jump: true },
      { timeMs: START_MS + 3_000, ticks: 503_000, jump: true },
    ]);
    expect(pathOf(late)).toEqual(pathOf(early));
    const dayEnd = minuteOfTime(START_MS) * MINUTE_MS;
    for (const feed of [early, late])
      expect(feed.knowsPath('BTC_USDT', dayEnd - 1_440 * MINUTE_MS, dayEnd - 1)).toBe(true);
    // The recorder's own pages of older history come on; nobody who begins to follow asks for the day again.
    const more = api.calls.filter((path) => path.endsWith('candlesticks')).length - asked;
    expect(more).toBeLessThan(8);
    expect(early.specs.map(({ market }) => market)).toEqual(['BTC_USDT']);
  });

  it('goes on for who follows after it was started again: nothing is missed, nothing comes twice', async () => {
    const first = await startRecorder();
    const feed = await follow(first.url);
    await priceGoesTo(50_100, 1_000, [feed]);
    await first.stop();
    closing.splice(closing.indexOf(first.stop), 1);
    await vi.waitFor(() => expect(logged).toContain('live market does not answer: recorder'), 120_000);
    api.price = 50_200;
    api.nowMs = START_MS + 5_000;
    await startRecorder('second', first.port);
    await priceGoesTo(50_300, 6_000, [feed]);
    expect([...feed.points('BTC_USDT', START_MS, START_MS + 10_000)].map(({ ticks }) => ticks)).toEqual([
      501_000, 502_000, 503_000,
    ]);
    expect(logged).toContain('live market answers again');
  });

  it('is waited for by who begins to follow while it is away, and who says that it is', async () => {
    const before = await startRecorder();
    await before.stop();
    closing.splice(closing.indexOf(before.stop), 1);
    const following = follow(before.url);
    await vi.waitFor(() => expect(logged).toContain('live market does not answer: recorder'), 30_000);
    await startRecorder('second', before.port);
    expect((await following).lastTicks('BTC_USDT', START_MS)).toBe(api.price * 10);
    expect(logged).toContain('live market answers again');
  }, 60_000);

  it('is not waited for where another answers at its address', async () => {
    await expect(follow(api.url)).rejects.toThrow('There is no recorder at this address');
  });

  it('never gives a point of a time that was already handed out, however late it was heard', async () => {
    const { url } = await startRecorder();
    const feed = await follow(url);
    feed.points('BTC_USDT', START_MS, START_MS + 10_000);
    await priceGoesTo(51_000, 9_000, [feed]);
    expect([...feed.points('BTC_USDT', START_MS + 10_000, START_MS + 20_000)]).toEqual([
      { timeMs: START_MS + 10_001, ticks: 510_000, jump: true },
    ]);
  });

  it('shows the exchange’s book to who looks', async () => {
    const { url } = await startRecorder();
    const feed = await follow(url);
    await vi.waitFor(() => {
      api.nowMs += 1;
      api.price += 1;
      expect(feed.book('BTC_USDT', api.nowMs, 3).asks[0]?.quantity).toBe(300_000_000n);
    }, 120_000);
  });

  it('says how old its newest price and its newest candle are', async () => {
    const { ages } = await startRecorder();
    // The last minute ended forty seconds ago.
    await vi.waitFor(() => expect(ages()).toEqual({ priceMs: 0, candleMs: 40_000 }), 120_000);
    api.failing = '/';
    api.nowMs += 5 * MINUTE_MS;
    expect(ages()).toEqual({ priceMs: 5 * MINUTE_MS, candleMs: 40_000 + 5 * MINUTE_MS });
    api.nowMs += 3 * 1_440 * MINUTE_MS;
    expect(ages()).toEqual({ priceMs: 1_440 * MINUTE_MS, candleMs: 1_440 * MINUTE_MS });
  });

  it('gives nothing of the disk but its tape', async () => {
    const { url } = await startRecorder();
    writeFileSync(join(dataDir, 'sealing.key'), 'secret');
    writeFileSync(join(dataDir, 'tape', 'sealing.key'), 'secret');
    const ask = (path: string) => fetch(`${url}${path}`).then((response) => response.status);
    for (const name of ['sealing.key', '..%2Fsealing.key', '../sealing.key', 'BTC_USDT.2026-05-20.points.jsonl/..'])
      expect(await ask(`/tape/${name}`)).toBe(404);
    expect(await ask('/tape/BTC_USDT.2026-05-20.minutes.jsonl')).toBe(200);
    expect(await ask('/after/another/0')).toBe(410);
    expect(await ask('/after/first/99999')).toBe(410);
    expect(await ask('/after/first/-1')).toBe(404);
    expect((await fetch(`${url}/markets`, { method: 'POST' })).status).toBe(405);
  });
});

describe('batches that are kept', () => {
  it('are given in their order to who is not too far behind, and to nobody else', () => {
    const batches = createBatchLog(3);
    for (let n = 1; n <= 5; n += 1) batches.add(new Map([['file', `${n}`]]));
    expect(batches.after(5)).toEqual([]);
    expect(batches.after(2)?.map((batch) => batch.get('file'))).toEqual(['3', '4', '5']);
    expect(batches.after(1)).toBeNull();
    expect(batches.after(6)).toBeNull();
  });
});
