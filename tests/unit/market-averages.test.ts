import { describe, expect, it } from 'vitest';
import { createCandleReader, volumeInLots } from '#server/exchange/market/candles.ts';
import { createDayFeed } from '#server/exchange/market/day-feed.ts';
import { emptyDay, type MarketDay, setMinute } from '#server/exchange/market/market-day.ts';
import { createMovingAverage } from '#server/exchange/market/moving-average.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { readTicker } from '#server/exchange/market/ticker.ts';
import { DAY_MS, MINUTE_MS, SOME_DAY_MS } from './market-fixture.ts';

const simulated = createSimulatedFeed({ seed: 'averages' });
const firstDay = SOME_DAY_MS / DAY_MS;

/** A feed of two days in which only the minutes given (counted from SOME_DAY_MS) are known, all flat at their price. */
function feedOf(closes: Readonly<Record<number, number>>) {
  const days: MarketDay[] = [emptyDay(), emptyDay()];
  for (const [minute, ticks] of Object.entries(closes)) {
    const candle = { open: ticks, high: ticks + 1, low: ticks - 1, close: ticks };
    setMinute(days[Math.floor(Number(minute) / 1440)]!, Number(minute) % 1440, candle, 3_000_000);
  }
  return createDayFeed({
    name: 'history',
    specs: PAPER_MARKETS,
    contracts: [],
    seed: 1,
    source: { day: (market, day) => (market === 'BTC_USDT' ? (days[day - firstDay] ?? null) : null) },
    open: async () => {},
  });
}

describe('the moving average of minutes', () => {
  it('is the mean close of the last whole minutes, also across midnight', () => {
    const average = createMovingAverage(simulated);
    for (const timeMs of [SOME_DAY_MS + 5_000, SOME_DAY_MS + 400 * MINUTE_MS + 59_999, SOME_DAY_MS + DAY_MS]) {
      for (const minutes of [1, 20, 720, 1440]) {
        const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const { close } = simulated.minutes('ETH_USDT', toMs - minutes * MINUTE_MS, toMs, toMs);
        expect(average('ETH_USDT', minutes, timeMs)).toBe(close.reduce((a, b) => a + b) / minutes);
      }
    }
  });

  it('gives the same whatever was asked before, forwards and backwards', () => {
    const forwards = createMovingAverage(simulated);
    const backwards = createMovingAverage(simulated);
    const times = Array.from({ length: 50 }, (_, i) => SOME_DAY_MS + i * 37 * MINUTE_MS);
    const asked = times.map((timeMs) => forwards('BTC_USDT', 720, timeMs));
    const again = [...times].reverse().map((timeMs) => backwards('BTC_USDT', 720, timeMs));
    expect(asked).toEqual(again.reverse());
  });

  it('counts a gap minute with the close before it, over midnight too', () => {
    const average = createMovingAverage(feedOf({ 100: 1000, 103: 1300, 1438: 2000, 1442: 2400 }));
    expect(average('BTC_USDT', 4, SOME_DAY_MS + 104 * MINUTE_MS)).toBe((1000 * 3 + 1300) / 4);
    expect(average('BTC_USDT', 2, SOME_DAY_MS + 103 * MINUTE_MS)).toBe(1000);
    expect(average('BTC_USDT', 3, SOME_DAY_MS + 1443 * MINUTE_MS)).toBe((2000 + 2000 + 2400) / 3);
  });

  it('is not a number when that much history is not known', () => {
    const average = createMovingAverage(feedOf({ 100: 1000, 101: 1100 }));
    expect(average('BTC_USDT', 2, SOME_DAY_MS + 102 * MINUTE_MS)).toBe(1050);
    expect(average('BTC_USDT', 3, SOME_DAY_MS + 102 * MINUTE_MS)).toBeNaN();
    expect(average('ETH_USDT', 1, SOME_DAY_MS + 102 * MINUTE_MS)).toBeNaN();
    expect(createMovingAverage(simulated)('BTC_USDT', 720, Date.UTC(2020, 0, 1, 6))).toBeNaN();
  });

  it('reads only minutes that are over: it cannot see the running one', () => {
    const seen: number[] = [];
    const watched = {
      ...simulated,
      minutes: (market: string, fromMs: number, toMs: number, nowMs: number) => {
        seen.push(toMs, nowMs);
        return simulated.minutes(market, fromMs, toMs, nowMs);
      },
    };
    const timeMs = SOME_DAY_MS + 30 * MINUTE_MS + 12_000;
    createMovingAverage(watched)('BTC_USDT', 10, timeMs);
    expect(Math.max(...seen)).toBe(SOME_DAY_MS + 30 * MINUTE_MS);
  });
});

describe('candles of longer periods', () => {
  it('leave out periods of which nothing is known, and are made of what is known', () => {
    const read = createCandleReader(feedOf({ 2: 1000, 3: 1200, 11: 900 }));
    const toMs = SOME_DAY_MS + 20 * MINUTE_MS;
    expect(read('BTC_USDT', '5m', SOME_DAY_MS, toMs, toMs)).toEqual([
      { timeMs: SOME_DAY_MS, open: 1000, high: 1201, low: 999, close: 1200, volume: 6_000_000 },
      { timeMs: SOME_DAY_MS + 10 * MINUTE_MS, open: 900, high: 901, low: 899, close: 900, volume: 3_000_000 },
    ]);
  });

  it('open within the span asked for, never in the future', () => {
    const read = createCandleReader(simulated);
    const nowMs = SOME_DAY_MS + 90 * MINUTE_MS + 30_000;
    const times = read('BTC_USDT', '1h', SOME_DAY_MS - 90 * MINUTE_MS, SOME_DAY_MS + DAY_MS, nowMs).map(
      (c) => c.timeMs,
    );
    expect(times).toEqual([-1, 0, 1].map((hour) => SOME_DAY_MS + hour * 60 * MINUTE_MS));
  });

  it('sum volumes that come out in whole lots', () => {
    expect(volumeInLots(123_456.7, 1000n)).toBe(123_000n);
    const [day] = createCandleReader(simulated)(
      'DOGE_USDT',
      '1d',
      SOME_DAY_MS,
      SOME_DAY_MS + DAY_MS,
      SOME_DAY_MS + DAY_MS,
    );
    const lot = simulated.spec('DOGE_USDT')!.lotUnits;
    const minutes = simulated.minuteVolumes('DOGE_USDT', SOME_DAY_MS, SOME_DAY_MS + DAY_MS, SOME_DAY_MS + DAY_MS);
    const exact = [...minutes].reduce((sum, volume) => sum + BigInt(volume), 0n);
    expect(volumeInLots(day!.volume, lot)).toBe(exact);
  });
});

describe('the ticker', () => {
  it('tells the last 24 hours', () => {
    const timeMs = SOME_DAY_MS + DAY_MS + 100 * MINUTE_MS - 1;
    const ticker = readTicker(feedOf({ 99: 1000, 100: 1500, 500: 1200, 1500: 1250, 1539: 1210 }), 'BTC_USDT', timeMs);
    expect(ticker).toMatchObject({ market: 'BTC_USDT', lastTicks: 1210, highTicks: 1501, lowTicks: 1199 });
    expect(ticker!.changeE8).toBe((210n * 100_000_000n) / 1000n);
    expect(ticker!.baseVolume).toBe(4n * 3_000_000n);
    // 0.03 BTC at 150.0, 120.0, 125.0 and 121.0 USDT.
    expect(ticker!.quoteVolume).toBe(15_48000000n);
  });

  it('says nothing of a market whose price is not known (C-365)', () => {
    expect(readTicker(feedOf({ 99: 1000 }), 'BTC_USDT', SOME_DAY_MS + 200 * MINUTE_MS)).toBeNull();
    expect(readTicker(simulated, 'MOON_USDT', SOME_DAY_MS)).toBeNull();
  });

  it('gives no change while the price of a day ago is not known', () => {
    expect(readTicker(feedOf({ 99: 1000 }), 'BTC_USDT', SOME_DAY_MS + 99 * MINUTE_MS)!.changeE8).toBe(0n);
  });
});
