import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { RECORDED_DAYS } from '#lib/contract/endpoints.ts';
import { decodeDay } from '#lib/engine/day-codec.ts';
import { candleDayHandler } from '#server/exchange/handlers/candle-day-handler.ts';
import { marketHandlers } from '#server/exchange/handlers/market-handlers.ts';
import { candlesHere } from '#server/exchange/market/candle-source.ts';
import { createCandleReader } from '#server/exchange/market/candles.ts';
import { loadHistoryFeed, replayedDay } from '#server/exchange/market/history.ts';
import { openFeed } from '#server/exchange/market/open-feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { DAY_MS, MINUTE_MS, pointsOfMinute, recordedData } from './market-fixture.ts';

const HEADER = 'time,open,high,low,close,volume';
/** 2025-03-03T00:00Z, where the files of these tests begin; and a present whose day shows the files' second day. */
const FILE_DAY = Date.UTC(2025, 2, 3) / DAY_MS;
const folders: string[] = [];
const log = { info: () => {}, warn: () => {}, error: () => {} };

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'candles-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Rows for whole days: the price walks up a dollar a candle and back down, and opens where the last one closed. */
function rows(days: number, stepMinutes: number, leaveOut: (candle: number) => boolean = () => false): string[] {
  const count = (days * 1440) / stepMinutes;
  const price = (candle: number) => 50_000 + Math.abs((candle % 200) - 100);
  return Array.from({ length: count }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)];
    const time = FILE_DAY * 86_400 + i * stepMinutes * 60;
    return `${time},${open},${Math.max(open, close) + 0.7},${Math.min(open, close) - 0.4},${close},${i % 7}.5`;
  }).filter((_, i) => !leaveOut(i));
}

const csv = (lines: readonly string[]) => `${[HEADER, ...lines].join('\n')}\n`;

/** The first present day, after 2026-01-01, that shows the window's first day. */
function presentOf(dayCount: number): number {
  let day = Date.UTC(2026, 0, 1) / DAY_MS;
  while (replayedDay({ firstDay: FILE_DAY, dayCount }, day) !== FILE_DAY) day += 1;
  return day * DAY_MS;
}

describe('a folder of one-minute candles, replayed', () => {
  const folder = folderWith({
    'BTC_USDT.1m.csv.gz': csv(rows(3, 1)),
    'ETH_USDT.1m.csv': csv(rows(3, 1)),
    'README.md': 'x',
  });
  const beginMs = presentOf(3);

  it('shows the file, candle by candle, at the same time of day', async () => {
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    await feed.open(beginMs);
    const nowMs = beginMs + 3 * DAY_MS;
    const { open, high, low, close } = feed.minutes('BTC_USDT', beginMs, nowMs, nowMs);
    const volumes = feed.minuteVolumes('BTC_USDT', beginMs, nowMs, nowMs);
    for (const [i, line] of rows(3, 1).entries()) {
      const [, o, h, l, c, v] = line.split(',').map(Number);
      const shown = [open[i], high[i], low[i], close[i], volumes[i]];
      const filed = [o! * 10, Math.round(h! * 10), Math.round(l! * 10), c! * 10, v! * 1e8];
      if (shown.some((value, k) => value !== filed[k])) expect.fail(`${line} is shown as ${shown}`);
    }
  });

  it('repeats for ever, with a jump where it begins anew', async () => {
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    const again = beginMs + 300 * DAY_MS;
    for (const offset of [0, 12_345_000, 2 * DAY_MS + 777_000]) {
      const then = feed.lastTicks('BTC_USDT', beginMs + offset);
      expect(then).not.toBeNull();
      expect(feed.lastTicks('BTC_USDT', again + offset)).toBeGreaterThan(0);
      const fromMs = Math.floor(offset / MINUTE_MS) * MINUTE_MS;
      const candle = (base: number) =>
        feed.minutes('BTC_USDT', base + fromMs, base + fromMs + MINUTE_MS, base + DAY_MS * 4);
      expect(candle(again).close).toEqual(candle(beginMs).close);
    }
    const [atSeam] = pointsOfMinute(feed, 'BTC_USDT', beginMs + 3 * DAY_MS);
    const [inside] = pointsOfMinute(feed, 'BTC_USDT', beginMs + DAY_MS);
    expect([atSeam!.jump, inside!.jump]).toEqual([true, false]);
    expect(feed.knowsPath('BTC_USDT', beginMs - 10 * DAY_MS, beginMs + 10 * DAY_MS)).toBe(true);
  });

  it('is the same market after a restart, to the second', async () => {
    const [before, after] = [
      await loadHistoryFeed({ folder, seed: 's' }),
      await loadHistoryFeed({ folder, seed: 's' }),
    ];
    const fromMs = beginMs + 7 * 3_600_000;
    after.lastTicks('ETH_USDT', beginMs);
    expect([...after.points('BTC_USDT', fromMs, fromMs + 200_000)]).toEqual([
      ...before.points('BTC_USDT', fromMs, fromMs + 200_000),
    ]);
    expect(after.book('BTC_USDT', fromMs, 10)).toEqual(before.book('BTC_USDT', fromMs, 10));
  });

  it('has the markets that have files and no others', async () => {
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    expect(feed.specs.map((spec) => spec.market)).toEqual(['BTC_USDT', 'ETH_USDT']);
    expect(feed.spec('SOL_USDT')).toBeUndefined();
    expect(feed.lastTicks('SOL_USDT', beginMs)).toBeNull();
  });

  it('tells a whole day as it was recorded, whatever day shows it now, and no other: the scenario lab asks (H61)', async () => {
    const halfDay = rows(3, 1).slice(0, 2 * 1440 + 700);
    const feed = await loadHistoryFeed({ folder: folderWith({ 'BTC_USDT.1m.csv': csv(halfDay) }), seed: 's' });
    const { candleDay } = candleDayHandler(feed, candlesHere(feed));
    const ask = (market: string, day: string, type: 'spot' | 'futures_usdt' = 'spot') =>
      candleDay({ query: { market, day, type, recorded: '1' }, nowMs: beginMs } as never);
    const { startMs, open, close, volume } = decodeDay((await ask('BTC_USDT', '2025-03-04')) as Uint8Array);
    const [, o, , , c] = (rows(3, 1)[1440 + 77] ?? '').split(',').map(Number);
    expect([startMs, open[77], close[77], volume]).toEqual([Date.UTC(2025, 2, 4), o! * 10, c! * 10, undefined]);
    // Before, half of it, another market, a contract.
    for (const answer of [
      await ask('BTC_USDT', '2025-03-02'),
      await ask('BTC_USDT', '2025-03-05'),
      await ask('BTC_USDT', '2025-03-04', 'futures_usdt'),
    ])
      expect(answer).toMatchObject({ code: 422, data: { field: 'day' } });
    expect(await ask('ETH_USDT', '2025-03-04')).toMatchObject({ code: 404 });
  });

  it('announces recorded days with recorded prices alone: simulated ones have none, whatever date is asked (H61)', async () => {
    const [recorded, made] = [await loadHistoryFeed({ folder, seed: 's' }), createSimulatedFeed({ seed: 's' })];
    const says = (feed: typeof made) => {
      const { capabilities } = marketHandlers(feed, candlesHere(feed));
      return (capabilities({} as never) as { data: string[] }).data.includes(RECORDED_DAYS);
    };
    expect([says(recorded), says(made)]).toEqual([true, false]);
    const { candleDay } = candleDayHandler(made, candlesHere(made));
    const query = { market: 'BTC_USDT', day: '2021-05-19', recorded: '1' };
    expect(await candleDay({ query, nowMs: beginMs } as never)).toMatchObject({ code: 422 });
  });

  it('rounds prices finer than the tick to the nearest tick', async () => {
    const fine = rows(1, 1).map((line) =>
      line.replace(/^(\d+),(\d+),/, '$1,$2.04,').replace(/,(\d+),([^,]+)$/, ',$1.06,$2'),
    );
    const feed = await loadHistoryFeed({ folder: folderWith({ 'BTC_USDT.1m.csv': csv(fine) }), seed: 's' });
    const at = presentOf(1);
    const { open, close } = feed.minutes('BTC_USDT', at, at + MINUTE_MS, at + DAY_MS);
    expect([open[0], close[0]]).toEqual([501_000, 500_991]);
  });
});

describe('a gap in the files', () => {
  const isGap = (minute: number) => minute >= 600 && minute < 660;
  const load = () => loadHistoryFeed({ folder: folderWith({ 'BTC_USDT.1m.csv': csv(rows(2, 1, isGap)) }), seed: 's' });
  const beginMs = presentOf(2);

  it('stays a gap: no price, no points, no candles, and no known path across it (C-365)', async () => {
    const feed = await load();
    const inGap = beginMs + 630 * MINUTE_MS;
    expect(feed.lastTicks('BTC_USDT', inGap)).toBeNull();
    expect(feed.book('BTC_USDT', inGap, 5)).toEqual({ bids: [], asks: [] });
    expect([...feed.points('BTC_USDT', inGap - 60_000, inGap + 60_000)]).toEqual([]);
    expect([...feed.minutes('BTC_USDT', inGap, inGap + 2 * MINUTE_MS, beginMs + DAY_MS).open]).toEqual([-1, -1]);
    expect(feed.knowsPath('BTC_USDT', beginMs, inGap - 31 * MINUTE_MS)).toBe(true);
    expect(feed.knowsPath('BTC_USDT', beginMs, inGap)).toBe(false);
    expect(feed.knowsPath('BTC_USDT', beginMs + 599 * MINUTE_MS, beginMs + 661 * MINUTE_MS)).toBe(false);
    expect(feed.knowsPath('BTC_USDT', beginMs + 660 * MINUTE_MS, beginMs + DAY_MS)).toBe(true);
  });

  it('ends with a jump', async () => {
    const [first, second] = pointsOfMinute(await load(), 'BTC_USDT', beginMs + 660 * MINUTE_MS);
    expect([first!.jump, second!.jump]).toEqual([true, false]);
  });
});

describe('fifteen-minute candles', () => {
  const folder = folderWith({ 'BTC_USDT.15m.csv.gz': csv(rows(2, 15)) });
  const beginMs = presentOf(2);

  it('become minutes that put together are the candles of the file, volume included', async () => {
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    const nowMs = beginMs + 2 * DAY_MS;
    const candles = createCandleReader(feed)('BTC_USDT', '15m', beginMs, nowMs, nowMs);
    const filed = rows(2, 15).map((line) => {
      const [, open, high, low, close, volume] = line.split(',').map(Number);
      return [open! * 10, Math.round(high! * 10), Math.round(low! * 10), close! * 10, volume! * 1e8];
    });
    expect(candles.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual(filed);
  });

  it('run through their extremes in canonical order, each minute one way and joined to the next', async () => {
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    const { open, high, low, close } = feed.minutes('BTC_USDT', beginMs, beginMs + DAY_MS, beginMs + DAY_MS);
    for (let i = 0; i < 1440; i += 1) {
      expect(high[i]).toBe(Math.max(open[i]!, close[i]!));
      expect(low[i]).toBe(Math.min(open[i]!, close[i]!));
      if (i % 15 !== 0) expect(open[i]).toBe(close[i - 1]);
      if (i % 15 !== 14) continue;
      const at = (column: Int32Array, pick: (...values: number[]) => number) =>
        column.indexOf(pick(...column.slice(i - 14, i + 1)), i - 14);
      const isRising = close[i]! >= open[i - 14]!;
      expect(at(low, Math.min) <= at(high, Math.max)).toBe(isRising || at(low, Math.min) === at(high, Math.max));
    }
  });

  it('give way to a one-minute file of the same market', async () => {
    const both = folderWith({ 'BTC_USDT.15m.csv': csv(rows(2, 15)), 'BTC_USDT.1m.csv': csv(rows(2, 1)) });
    const feed = await loadHistoryFeed({ folder: both, seed: 's' });
    const { close } = feed.minutes('BTC_USDT', beginMs, beginMs + 3 * MINUTE_MS, beginMs + DAY_MS);
    expect([...close]).toEqual([500_990, 500_980, 500_970]);
  });
});

describe('a folder that cannot be replayed', () => {
  const load = (files: Readonly<Record<string, string>>) => loadHistoryFeed({ folder: folderWith(files), seed: 's' });

  it('is refused with a sentence that says what is missing', async () => {
    await expect(load({ 'readme.txt': 'x' })).rejects.toThrow(
      /holds no candle file .* for example BTC_USDT\.1m\.csv\.gz/,
    );
    await expect(load({ 'BTC_USDT.1m.csv': csv(rows(1, 1).slice(1)) })).rejects.toThrow('no whole UTC day');
  });

  it('is refused with the file and line of a candle that cannot be one', async () => {
    const lines = rows(1, 1);
    const broken = [
      ['12,1,2', 'line 4'],
      [lines[2]!.replace(',5', ',-5'), 'line 4'],
      [lines[0]!, 'line 4'],
      [lines[2]!.replace(/^(\d+)/, (time) => String(Number(time) + 1)), 'line 4'],
      [lines[2]!.replace(/,[^,]+(,[^,]+,[^,]+,[^,]+)$/, ',1$1'), 'line 4'],
    ] as const;
    for (const [line, place] of broken) {
      const text = csv([...lines.slice(0, 2), line, ...lines.slice(3)]);
      await expect(load({ 'BTC_USDT.1m.csv': text })).rejects.toThrow(`BTC_USDT.1m.csv, ${place}`);
    }
    await expect(load({ 'BTC_USDT.1m.csv': 'time,price\n1,2\n' })).rejects.toThrow(`does not begin with "${HEADER}"`);
  });
});

describe('MARKET_FEED', () => {
  const choice = { dataDir: '/nowhere', seed: 's', nowMs: () => Date.UTC(2026, 4, 20), log };

  it('opens the feed that the operator chose', async () => {
    const folder = folderWith({ 'BTC_USDT.1m.csv': csv(rows(1, 1)) });
    expect((await openFeed({ ...choice, feed: 'simulated' })).name).toBe('simulated');
    expect((await openFeed({ ...choice, feed: 'history', marketData: folder })).name).toBe('history');
  });

  it('says what is wrong when it cannot', async () => {
    await expect(openFeed({ ...choice, feed: 'history' })).rejects.toThrow('MARKET_DATA');
    await expect(openFeed({ ...choice, feed: 'history', marketData: '/nowhere/at-all' })).rejects.toThrow(
      '/nowhere/at-all',
    );
  });
});

const recorded = recordedData('spot-2026');
describe.skipIf(recorded === null)('the recorded spring of 2026', () => {
  it('is replayed as it was recorded: every minute of a day of ETH_USDT', async () => {
    const folder = recorded!;
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    const lines = gunzipSync(readFileSync(join(folder, 'ETH_USDT.1m.csv.gz')))
      .toString()
      .trim()
      .split('\n')
      .slice(1);
    const firstDay = Math.ceil(Number(lines[0]!.split(',')[0]) / 86_400);
    // All markets share the window of the one-minute files: 24 March to 21 April.
    const window = { firstDay, dayCount: 29 };
    let present = Date.UTC(2026, 10, 1) / DAY_MS;
    while (replayedDay(window, present) !== firstDay + 3) present += 1;
    const { open, high, low, close } = feed.minutes(
      'ETH_USDT',
      present * DAY_MS,
      (present + 1) * DAY_MS,
      (present + 2) * DAY_MS,
    );
    const day = lines.filter((line) => Math.floor(Number(line.split(',')[0]) / 86_400) === firstDay + 3);
    expect(day).toHaveLength(1440);
    for (const [i, line] of day.entries()) {
      const cents = line
        .split(',')
        .slice(1, 5)
        .map((price) => Math.round(Number(price) * 100));
      if (cents.join() !== [open[i], high[i], low[i], close[i]].join()) expect.fail(`${line} at ${i}`);
    }
    expect(feed.specs.map((spec) => spec.market)).toEqual(
      expect.arrayContaining(['BTC_USDT', 'ETH_USDT', 'DOGE_USDT']),
    );
  });
});
