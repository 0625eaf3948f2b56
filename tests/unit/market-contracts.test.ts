import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { formatAmount } from '#lib/money/amount.ts';
import { instrumentOf, marketKindOf } from '#lib/money/market-spec.ts';
import { BASIS_BOUND } from '#server/exchange/market/basis.ts';
import { followSpot } from '#server/exchange/market/contract-days.ts';
import { PAPER_CONTRACTS } from '#server/exchange/market/contracts.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { loadHistoryFeed, replayedDay } from '#server/exchange/market/history.ts';
import { withLiveContracts } from '#server/exchange/market/live-contracts.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { DAY_MS, MINUTE_MS, recordedData, SOME_DAY_MS } from './market-fixture.ts';

const INTERVAL_MS = 28_800_000;
const BTC = 'BTC_USDT@USDT';

describe('the contracts of the paper exchange', () => {
  it('are seven linear ones settled in USDT and the inverse one of bitcoin (E12)', () => {
    expect(PAPER_CONTRACTS.map((spec) => [instrumentOf(spec), marketKindOf(spec)])).toEqual([
      ...['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA'].map((coin) => [`${coin}_USDT@USDT`, 'futures_usdt']),
      ['BTC_USD@BTC', 'futures_btc'],
    ]);
  });

  it.each(PAPER_CONTRACTS.map((spec) => [instrumentOf(spec), spec] as const))(
    'give %s a lot of one contract, tiers that ascend, and leverage of 50 at most (C-146, C-287, M-395)',
    (_, spec) => {
      const { contract } = spec;
      expect(spec.lotUnits).toBe(contract.quantoUnits);
      expect(spec.tickUnits).toBe(10n ** BigInt(8 - spec.priceDecimals));
      expect(contract.sizeMin).toBe(1n);
      expect(contract.sizeMax).toBeGreaterThan(contract.sizeMin);
      expect(contract.leverageMax).toBe(50);
      for (const [i, tier] of contract.riskTiers.entries()) {
        expect(tier.leverageMax).toBeLessThanOrEqual(50);
        // What opens a position must keep it.
        expect(Number(tier.maintenanceE8)).toBeLessThan(1e8 / tier.leverageMax);
        const before = contract.riskTiers[i - 1];
        if (before === undefined) continue;
        expect(tier.upToUnits).toBeGreaterThan(before.upToUnits);
        expect(tier.maintenanceE8).toBeGreaterThan(before.maintenanceE8);
        expect(tier.leverageMax).toBeLessThanOrEqual(before.leverageMax);
      }
    },
  );

  const specs = recordedData('specs');
  it.skipIf(specs === null)('have the terms that were recorded of the exchange whose names they share (C-146)', () => {
    const recorded = JSON.parse(readFileSync(join(specs!, 'gate_futures_contracts.json'), 'utf8'));
    const inverse = { ...recorded.inverse_example, quanto_multiplier: recorded.inverse_example.contract_value_usd };
    const terms = [...recorded.contracts, inverse] as Readonly<Record<string, string>>[];
    const known = PAPER_CONTRACTS.filter((spec) => terms.some((row) => row.name === spec.market));
    expect(known.map((spec) => spec.base)).toEqual(['BTC', 'ETH', 'XRP', 'DOGE', 'ADA', 'BTC']);
    for (const spec of known) {
      const row = terms.find((each) => each.name === spec.market)!;
      const { contract } = spec;
      expect({
        quanto: formatAmount(contract.quantoUnits),
        tick: formatAmount(spec.tickUnits),
        most: `${contract.sizeMax}`,
        maintenance: formatAmount(contract.riskTiers[0]!.maintenanceE8),
        taker: Number(contract.takerE8) / 1e8,
        maker: Number(contract.makerE8) / 1e8,
        leverage: contract.leverageMax,
      }).toEqual({
        quanto: row.quanto_multiplier,
        tick: row.order_price_round,
        most: row.order_size_max,
        maintenance: row.maintenance_rate,
        taker: Number(row.taker_fee_rate),
        maker: Number(row.maker_fee_rate),
        leverage: Math.min(50, Number(row.leverage_max)),
      });
    }
  });
});

describe('contracts of the simulated market', () => {
  const feed = createSimulatedFeed({ seed: 'contracts' });

  it('have a basis of both signs that comes back, and funding that is mostly the interest (E11)', () => {
    const toMs = SOME_DAY_MS;
    const fromMs = toMs - 60 * DAY_MS;
    const contract = feed.minutes(BTC, fromMs, toMs, toMs).close;
    const spot = feed.minutes('BTC_USDT', fromMs, toMs, toMs).close;
    const basis = [...contract].map((ticks, i) => ticks / spot[i]! - 1);
    const days = Array.from({ length: 60 }, (_, day) => basis.slice(day * 1440, (day + 1) * 1440));
    expect(days.filter((day) => Math.min(...day) < 0 && Math.max(...day) > 0).length).toBeGreaterThan(40);
    expect(Math.max(...basis.map(Math.abs))).toBeGreaterThan(BASIS_BOUND / 3);
    const { timesMs, ratesE8 } = feed.fundingRates(BTC, fromMs, toMs);
    expect(timesMs).toHaveLength(180);
    expect(timesMs.every((timeMs) => timeMs % INTERVAL_MS === 0)).toBe(true);
    const rates = Array.from({ length: 180 }, (_, i) => Number(ratesE8[i]));
    expect(rates.filter((rate) => rate === 10_000).length).toBeGreaterThan(90);
    expect(new Set(rates).size).toBeGreaterThan(5);
  });

  it('follow their spot market second by second', () => {
    const fromMs = SOME_DAY_MS + 36_000_000;
    for (let timeMs = fromMs; timeMs < fromMs + 3_600_000; timeMs += 7_000) {
      const [contract, spot] = [feed.lastTicks(BTC, timeMs)!, feed.lastTicks('BTC_USDT', timeMs)!];
      expect(Math.abs(contract / spot - 1)).toBeLessThan(0.003);
    }
  });

  it('in bitcoin and in dollars have one price (E12)', () => {
    const minutes = (key: string) => feed.minutes(key, SOME_DAY_MS, SOME_DAY_MS + DAY_MS, SOME_DAY_MS + DAY_MS);
    expect(minutes('BTC_USD@BTC').close).toEqual(minutes(BTC).close);
    expect(feed.marks('BTC_USD@BTC', SOME_DAY_MS, SOME_DAY_MS + DAY_MS)).toEqual(
      feed.marks(BTC, SOME_DAY_MS, SOME_DAY_MS + DAY_MS),
    );
  });

  it('know no mark, index or funding of a spot market or an unknown one', () => {
    for (const key of ['BTC_USDT', 'NOPE_USDT@USDT']) {
      expect([
        feed.markTicks(key, SOME_DAY_MS),
        feed.indexTicks(key, SOME_DAY_MS),
        feed.fundingRate(key, SOME_DAY_MS),
        feed.expectedFundingRate(key, SOME_DAY_MS),
        feed.nextFundingMs(key, SOME_DAY_MS),
      ]).toEqual([null, null, null, null, null]);
      expect([...feed.marks(key, SOME_DAY_MS, SOME_DAY_MS + 2 * MINUTE_MS)]).toEqual([-1, -1]);
    }
  });

  it('tell a machine with two feeds fills, averages and funding of its contract', () => {
    const view = createMarketView(feed, [BTC, BTC]);
    const ticks = feed.lastTicks(BTC, SOME_DAY_MS)!;
    expect(view.fundingRate?.(0, SOME_DAY_MS)).toBe(feed.fundingRate(BTC, SOME_DAY_MS));
    expect(view.fundingRate?.(0, SOME_DAY_MS + 1)).toBeNull();
    expect(view.marketFillTicks(0, 'buy', 10_000_000n, ticks, SOME_DAY_MS)).toBeGreaterThan(ticks);
    const closes = feed.minutes(BTC, SOME_DAY_MS - 720 * MINUTE_MS, SOME_DAY_MS, SOME_DAY_MS).close;
    const mean = closes.reduce((sum, close) => sum + close, 0) / 720;
    expect(view.movingAverage(0, 720, SOME_DAY_MS)).toBeCloseTo(mean, 6);
  });
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Writes files under a new folder; names may have folders in them. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'contracts-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return root;
}

const FILE_DAY = Date.UTC(2025, 2, 3) / DAY_MS;

/** One-minute candles of whole days around a price; the present day after 2026-01-01 shows them. */
function candleFile(days: number, price: number, isGap: (minute: number) => boolean = () => false): string {
  const lines = Array.from({ length: days * 1440 }, (_, i) => {
    const at = (minute: number) => price + (minute % 50);
    return `${FILE_DAY * 86_400 + i * 60},${at(i)},${at(i) + 60},${at(i) - 60},${at(i + 1)},2`;
  });
  return `${['time,open,high,low,close,volume', ...lines.filter((_, i) => !isGap(i))].join('\n')}\n`;
}

function presentOf(recordedDay: number, window: { readonly firstDay: number; readonly dayCount: number }): number {
  let day = Date.UTC(2026, 0, 1) / DAY_MS;
  while (replayedDay(window, day) !== recordedDay) day += 1;
  return day * DAY_MS;
}

/** Rows of eight hours from the file's first midnight on. */
function rowsOf8Hours(header: string, values: readonly string[]): string {
  return `${[header, ...values.map((row, i) => `${FILE_DAY * 86_400 + i * 28_800},${row}`)].join('\n')}\n`;
}

describe('contracts of replayed files', () => {
  const window = { firstDay: FILE_DAY, dayCount: 3 };
  const beginMs = presentOf(FILE_DAY, window);
  const minutes = (feed: MarketFeed, key: string, fromMs: number, count: number) =>
    feed.minutes(key, fromMs, fromMs + count * MINUTE_MS, beginMs + 9 * DAY_MS);

  it('follow spot where no perpetual was recorded, gaps included: no price, no path, no mark there', async () => {
    const isGap = (minute: number) => minute >= 600 && minute < 660;
    const folder = folderWith({ 'spot-x/BTC_USDT.1m.csv': candleFile(3, 50_000, isGap) });
    const feed = await loadHistoryFeed({ folder: join(folder, 'spot-x'), seed: 's' });
    expect(feed.contracts.map(instrumentOf)).toEqual([BTC, 'BTC_USD@BTC']);
    const spot = minutes(feed, 'BTC_USDT', beginMs, 1440);
    const contract = minutes(feed, BTC, beginMs, 1440);
    for (let i = 0; i < 1440; i += 1) {
      expect(contract.open[i]! < 0).toBe(isGap(i));
      if (!isGap(i)) expect(Math.abs(contract.close[i]! / spot.close[i]! - 1)).toBeLessThan(BASIS_BOUND + 1e-5);
    }
    const inGap = beginMs + 630 * MINUTE_MS;
    expect([feed.lastTicks(BTC, inGap), feed.markTicks(BTC, inGap), feed.indexTicks(BTC, inGap)]).toEqual([
      null,
      null,
      null,
    ]);
    const marks = feed.marks(BTC, beginMs, beginMs + DAY_MS);
    // A mark stands on the minute before its own.
    expect([marks[600]! > 0, marks[601], marks[660], marks[661]! > 0]).toEqual([true, -1, -1, true]);
    expect(feed.knowsPath(BTC, beginMs + 590 * MINUTE_MS, inGap)).toBe(false);
    expect([...feed.points(BTC, inGap, inGap + 120_000)]).toEqual([]);
  });

  it.each([
    ['beside the folder of spot candles', 'spot-x/', 'perp-x/', 'funding-x/', 'mark-x/'],
    ['inside it', 'data/', 'data/perp/', 'data/funding/', 'data/mark/'],
  ])('are those that were recorded, %s', async (_, spot, perp, funding, mark) => {
    const folder = folderWith({
      [`${spot}BTC_USDT.1m.csv`]: candleFile(3, 50_000),
      [`${perp}BTC_USDT.1m.csv.gz`]: candleFile(2, 50_100, (minute) => minute === 700),
      [`${funding}BTC_USDT.8h.csv`]: rowsOf8Hours('time,rate', ['0.0001', '-0.00025', '0.00003']),
      [`${mark}BTC_USDT.8h.csv`]: rowsOf8Hours('time,open,high,low,close', ['50090,50130,50088.5,50110.5']),
    });
    const feed = await loadHistoryFeed({ folder: join(folder, spot), seed: 's' });
    for (const key of [BTC, 'BTC_USD@BTC']) {
      const { open, close } = minutes(feed, key, beginMs, 1440);
      expect([open[0], close[0], open[699], open[700], open[701]]).toEqual([501_000, 501_010, 501_490, -1, 501_010]);
      const rates = [0, 1, 2, 3].map((i) => feed.fundingRate(key, beginMs + i * INTERVAL_MS));
      expect(rates.slice(0, 3)).toEqual([10_000n, -25_000n, 3_000n]);
      // Behind the recording the formula says what follows from the premium: 0.2 % between the two files.
      expect(Number(rates[3])).toBeGreaterThan(140_000);
      const marks = feed.marks(key, beginMs, beginMs + INTERVAL_MS);
      // As far from the perpetual (50,100) as it was recorded at 00:00 (50,090), never beyond its low and high.
      expect(marks[0]).toBe(500_900);
      expect(Math.min(...marks)).toBeGreaterThanOrEqual(500_885);
      expect(Math.max(...marks)).toBeLessThanOrEqual(501_300);
      expect(feed.markTicks(key, beginMs + 5 * MINUTE_MS)).toBe(marks[5]);
      // The third day was not recorded: the contract follows spot again.
      const third = minutes(feed, key, beginMs + 2 * DAY_MS, 1).close[0]!;
      expect(Math.abs(third / 500_010 - 1)).toBeLessThan(BASIS_BOUND + 1e-5);
    }
  });

  it('are refused with file and line when a recording is not one', async () => {
    const folder = folderWith({
      'spot-x/BTC_USDT.1m.csv': candleFile(1, 50_000),
      'funding-x/BTC_USDT.8h.csv': rowsOf8Hours('time,rate', ['0.0001', 'none']),
    });
    await expect(loadHistoryFeed({ folder: join(folder, 'spot-x'), seed: 's' })).rejects.toThrow(
      'funding/BTC_USDT.8h.csv, line 3',
    );
  });
});

describe('contracts of a live feed', () => {
  const spot = createSimulatedFeed({ seed: 'live' });
  const feed = withLiveContracts(spot, followSpot(PAPER_CONTRACTS, PAPER_MARKETS), 1);
  const nowMs = SOME_DAY_MS + 40_000;

  it('follow the watched market: points and minutes of a contract are its points and minutes times one factor a minute', () => {
    const fromMs = SOME_DAY_MS - 10 * MINUTE_MS;
    const { open, high, low, close } = feed.minutes(BTC, fromMs, SOME_DAY_MS, nowMs);
    for (let i = 0; i < 10; i += 1) {
      const begin = fromMs + i * MINUTE_MS;
      const ticks = [...feed.points(BTC, begin - 1, begin + MINUTE_MS - 1)].map((point) => point.ticks);
      const made = [ticks[0], Math.max(...ticks), Math.min(...ticks), ticks.at(-1)];
      expect([open[i], high[i], low[i], close[i]]).toEqual(made);
      expect(Math.abs(close[i]! / spot.lastTicks('BTC_USDT', begin + 59_000)! - 1)).toBeLessThan(BASIS_BOUND + 1e-5);
    }
    expect(feed.lastTicks('BTC_USDT', nowMs)).toBe(spot.lastTicks('BTC_USDT', nowMs));
    expect(feed.knowsPath(BTC, fromMs, nowMs)).toBe(true);
    expect(feed.book(BTC, nowMs, 5).bids).toHaveLength(5);
  });

  it('have mark prices and funding of their own', () => {
    const last = feed.lastTicks(BTC, nowMs)!;
    expect(Math.abs(feed.markTicks(BTC, nowMs)! / last - 1)).toBeLessThan(0.01);
    expect(Math.abs(Number(feed.fundingRate(BTC, SOME_DAY_MS)))).toBeLessThanOrEqual(300_000);
    expect(feed.nextFundingMs(BTC, nowMs)).toBe(SOME_DAY_MS + INTERVAL_MS);
  });
});

const recorded = ['spot-2025', 'perp-2025', 'funding-2025', 'mark-2025'].map(recordedData);
describe.skipIf(recorded.includes(null))('the recorded May of 2025', () => {
  const [spotFolder, perpFolder, fundingFolder, markFolder] = recorded as readonly string[];
  const rowsOf = (folder: string | undefined, name: string) =>
    gunzipSync(readFileSync(join(folder!, name)))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number));
  const recordedDay = Date.UTC(2025, 4, 12) / DAY_MS;

  it('is replayed with its perpetuals, funding rates and marks: a day of BTC_USDT', async () => {
    const feed = await loadHistoryFeed({ folder: spotFolder!, seed: 's' });
    const isDay = ([time = 0]: readonly number[]) => Math.floor(time / 86_400) === recordedDay;
    const day = rowsOf(perpFolder, 'BTC_USDT.1m.csv.gz').filter(isDay);
    expect(day).toHaveLength(1440);
    // The window is that of the spot files: the present day that shows the recorded one is found by its first price.
    let present = Date.UTC(2026, 0, 1) / DAY_MS;
    const opens = (at: number) => feed.minutes(BTC, at * DAY_MS, at * DAY_MS + MINUTE_MS, (at + 1) * DAY_MS).open[0];
    while (opens(present) !== Math.round(day[0]![1]! * 10)) present += 1;
    const fromMs = present * DAY_MS;
    const shown = feed.minutes(BTC, fromMs, fromMs + DAY_MS, fromMs + DAY_MS);
    for (const [i, row] of day.entries()) {
      const ticks = row.slice(1, 5).map((price) => Math.round(price * 10));
      if (ticks.join() !== [shown.open[i], shown.high[i], shown.low[i], shown.close[i]].join()) expect.fail(`${row}`);
    }
    const rates = rowsOf(fundingFolder, 'BTC_USDT.8h.csv.gz').filter(isDay);
    expect(rates).toHaveLength(3);
    for (const [i, [, rate = 0]] of rates.entries()) {
      expect(feed.fundingRate(BTC, fromMs + i * INTERVAL_MS)).toBe(BigInt(Math.round(rate * 1e8)));
    }
    const marks = feed.marks(BTC, fromMs, fromMs + DAY_MS);
    for (const [i, [, open = 0, high = 0, low = 0]] of rowsOf(markFolder, 'BTC_USDT.8h.csv.gz')
      .filter(isDay)
      .entries()) {
      const interval = [...marks.slice(i * 480, (i + 1) * 480)];
      expect(Math.abs(interval[0]! - open * 10)).toBeLessThanOrEqual(0.5);
      expect(Math.max(...interval)).toBeLessThanOrEqual(Math.ceil(high * 10));
      expect(Math.min(...interval)).toBeGreaterThanOrEqual(Math.floor(low * 10));
    }
    expect([...marks].every((ticks, i) => Math.abs(ticks / shown.open[i]! - 1) < 0.001)).toBe(true);
  });
});
