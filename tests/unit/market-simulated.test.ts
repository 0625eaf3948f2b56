import { describe, expect, it } from 'vitest';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import {
  correlation,
  DAY_MS,
  deviation,
  logReturns,
  MINUTE_MS,
  pointsOfMinute,
  SOME_DAY_MS,
} from './market-fixture.ts';

const feed = createSimulatedFeed({ seed: 'a test' });
const markets = PAPER_MARKETS.map((spec) => spec.market);
const nowMs = SOME_DAY_MS + 10 * 3_600_000 + 25_400;

/** Daily closes of a year, and all minutes of 60 days, computed once a market. */
const yearOfDays = new Map(
  markets.map((market) => [
    market,
    Array.from({ length: 366 }, (_, day) => feed.lastTicks(market, SOME_DAY_MS - (366 - day) * DAY_MS)!),
  ]),
);
const sixtyDays = new Map(
  markets.map((market) => [market, feed.minutes(market, SOME_DAY_MS - 60 * DAY_MS, SOME_DAY_MS, SOME_DAY_MS)]),
);

describe('the simulated market over time', () => {
  it('knows every minute of the 400 days before now, for every market', () => {
    for (const market of markets) {
      expect(feed.lastTicks(market, nowMs - 400 * DAY_MS)).toBeGreaterThan(0);
      for (const day of [400, 250, 100, 1]) {
        expect(feed.knowsPath(market, nowMs - day * DAY_MS, nowMs - (day - 1) * DAY_MS)).toBe(true);
      }
    }
    expect(feed.knowsPath('BTC_USDT', nowMs - 400 * DAY_MS, nowMs)).toBe(true);
  });

  it('moves bitcoin about 2 % a day and the others 2.5 to 5.5 %', () => {
    for (const market of markets.filter((each) => each.endsWith('_USDT'))) {
      const daily = deviation(logReturns(yearOfDays.get(market)!, 1));
      const minutely = deviation(logReturns(sixtyDays.get(market)!.close, 1)) * Math.sqrt(1440);
      for (const volatility of [daily, minutely]) {
        expect(volatility).toBeGreaterThan(market === 'BTC_USDT' ? 0.012 : 0.018);
        expect(volatility).toBeLessThan(market === 'BTC_USDT' ? 0.03 : 0.06);
      }
    }
  });

  it('moves the coins together, by the day and by the minute', () => {
    for (const market of ['ETH_USDT', 'SOL_USDT', 'XRP_USDT', 'BNB_USDT', 'DOGE_USDT', 'ADA_USDT']) {
      const byDay = correlation(logReturns(yearOfDays.get('BTC_USDT')!, 1), logReturns(yearOfDays.get(market)!, 1));
      const byMinute = correlation(
        logReturns(sixtyDays.get('BTC_USDT')!.close, 1),
        logReturns(sixtyDays.get(market)!.close, 1),
      );
      expect(byDay).toBeGreaterThan(0.4);
      expect(byMinute).toBeGreaterThan(0.4);
      expect(byMinute).toBeLessThan(0.95);
    }
  });

  it('has fat tails: minutes far outside what their volatility alone would give', () => {
    const returns = logReturns(sixtyDays.get('BTC_USDT')!.close, 1);
    const variance = deviation(returns) ** 2;
    const kurtosis = returns.reduce((sum, value) => sum + value ** 4, 0) / returns.length / variance ** 2;
    expect(kurtosis).toBeGreaterThan(6);
  });

  it('has calm and wild weeks', () => {
    const returns = logReturns(sixtyDays.get('BTC_USDT')!.close, 1);
    const weeks = Array.from({ length: 8 }, (_, week) => deviation(returns.slice(week * 10_080, (week + 1) * 10_080)));
    expect(Math.max(...weeks) / Math.min(...weeks)).toBeGreaterThan(1.3);
  });

  it('jumps seldom: about once a day a minute opens where the one before did not close', () => {
    for (const market of markets) {
      const { open, close } = sixtyDays.get(market)!;
      let jumps = 0;
      for (let i = 1; i < open.length; i += 1) if (open[i] !== close[i - 1]) jumps += 1;
      expect(jumps).toBeGreaterThan(10);
      expect(jumps).toBeLessThan(240);
    }
  });

  it('stays at plausible prices for twenty years', () => {
    const levels: Record<string, number> = { BTC_USDT: 680_000, ETH_USDT: 240_000, DOGE_USDT: 16_000, ETH_BTC: 35_294 };
    for (const [market, level] of Object.entries(levels)) {
      for (let day = 0; day < 7300; day += 61) {
        const ticks = feed.lastTicks(market, Date.UTC(2020, 0, 1) + day * DAY_MS)!;
        expect(ticks).toBeGreaterThan(level / 8);
        expect(ticks).toBeLessThan(level * 8);
      }
    }
  });
});

describe('a candle of the simulated market', () => {
  it('holds its open and close between its low and high, and no price is below one tick', () => {
    for (const { open, high, low, close } of sixtyDays.values()) {
      for (let i = 0; i < open.length; i += 1) {
        const isWhole =
          low[i]! >= 1 && low[i]! <= Math.min(open[i]!, close[i]!) && high[i]! >= Math.max(open[i]!, close[i]!);
        if (!isWhole) expect.fail(`minute ${i}: ${open[i]} ${high[i]} ${low[i]} ${close[i]}`);
      }
    }
  });

  it('trades every minute, in whole lots', () => {
    for (const spec of PAPER_MARKETS) {
      const volumes = feed.minuteVolumes(spec.market, SOME_DAY_MS, SOME_DAY_MS + DAY_MS, SOME_DAY_MS + DAY_MS);
      expect(volumes.every((volume) => volume > 0 && volume % Number(spec.lotUnits) === 0)).toBe(true);
    }
  });

  it('is partial while its minute runs: what the points until now make of it', () => {
    const fromMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const candle = feed.minutes('BTC_USDT', fromMs, fromMs + 3 * MINUTE_MS, nowMs);
    const seen = [...feed.points('BTC_USDT', fromMs - 1, nowMs)].map((point) => point.ticks);
    expect(seen).toHaveLength(26);
    expect(candle.open[0]).toBe(seen[0]);
    expect(candle.high[0]).toBe(Math.max(...seen));
    expect(candle.low[0]).toBe(Math.min(...seen));
    expect(candle.close[0]).toBe(seen[25]);
    expect(candle.close[0]).toBe(feed.lastTicks('BTC_USDT', nowMs));
    expect([...candle.open.slice(1)]).toEqual([-1, -1]);
    const [running, next] = feed.minuteVolumes('BTC_USDT', fromMs, fromMs + 2 * MINUTE_MS, nowMs);
    const [whole] = feed.minuteVolumes('BTC_USDT', fromMs, fromMs + MINUTE_MS, fromMs + MINUTE_MS);
    expect(running).toBeLessThan(whole!);
    expect(next).toBe(0);
  });

  it('is continued at midnight: a day opens where the day before closed', () => {
    for (const market of markets) {
      const { open, close } = sixtyDays.get(market)!;
      for (let day = 1; day < 60; day += 1) expect(open[day * 1440]).toBe(close[day * 1440 - 1]);
    }
  });
});

describe('the points of the simulated market', () => {
  it('come once a second, the last of them being the last price', () => {
    const points = [...feed.points('SOL_USDT', nowMs - 90_000, nowMs)];
    expect(points).toHaveLength(90);
    expect(points.every((point, i) => i === 0 || point.timeMs === points[i - 1]!.timeMs + 1000)).toBe(true);
    expect(points.at(-1)!.ticks).toBe(feed.lastTicks('SOL_USDT', nowMs));
    expect([...feed.points('SOL_USDT', nowMs, nowMs)]).toEqual([]);
  });

  it('say "jump" only at the beginning of a minute that does not open where the last one closed', () => {
    const { open, close } = sixtyDays.get('ETH_USDT')!;
    const startMs = SOME_DAY_MS - 60 * DAY_MS;
    const jumpAt = open.findIndex((ticks, i) => i > 0 && ticks !== close[i - 1]);
    const jumping = pointsOfMinute(feed, 'ETH_USDT', startMs + jumpAt * MINUTE_MS);
    expect(jumping.map((point) => point.jump)).toEqual([true, ...Array(59).fill(false)]);
    const smooth = pointsOfMinute(feed, 'ETH_USDT', startMs + (jumpAt + 1) * MINUTE_MS);
    expect(smooth.some((point) => point.jump)).toBe(open[jumpAt + 1] !== close[jumpAt]);
  });
});

describe('ETH_BTC', () => {
  it('closes every minute within a tick of ETH_USDT divided by BTC_USDT', () => {
    const [eth, btc, cross] = ['ETH_USDT', 'BTC_USDT', 'ETH_BTC'].map((market) => sixtyDays.get(market)!);
    for (let i = 0; i < cross!.close.length; i += 1) {
      const quotient = eth!.close[i]! / 100 / (btc!.close[i]! / 10);
      if (Math.abs(cross!.close[i]! - quotient * 1e6) > 1)
        expect.fail(`minute ${i}: ${cross!.close[i]} vs ${quotient}`);
    }
  });

  it('never trades beyond what the two dollar markets allow in the same minute', () => {
    const [eth, btc, cross] = ['ETH_USDT', 'BTC_USDT', 'ETH_BTC'].map((market) => sixtyDays.get(market)!);
    for (let i = 0; i < cross!.close.length; i += 1) {
      const highest = (eth!.high[i]! / 100 / (btc!.low[i]! / 10)) * 1e6 + 1;
      const lowest = (eth!.low[i]! / 100 / (btc!.high[i]! / 10)) * 1e6 - 1;
      if (cross!.high[i]! > highest || cross!.low[i]! < lowest) expect.fail(`minute ${i}`);
    }
  });
});

describe('what the simulated market does not know', () => {
  it('has no price before its beginning and for markets it does not have (C-365)', () => {
    expect(feed.lastTicks('BTC_USDT', Date.UTC(2019, 11, 31))).toBeNull();
    expect(feed.lastTicks('MOON_USDT', nowMs)).toBeNull();
    expect(feed.spec('MOON_USDT')).toBeUndefined();
    expect(feed.knowsPath('BTC_USDT', Date.UTC(2019, 11, 31), nowMs)).toBe(false);
    expect([...feed.points('MOON_USDT', nowMs - 5000, nowMs)]).toEqual([]);
    expect(
      feed.minutes('BTC_USDT', Date.UTC(2019, 11, 31), Date.UTC(2020, 0, 1), nowMs).open.every((o) => o === -1),
    ).toBe(true);
    expect(feed.book('MOON_USDT', nowMs, 5)).toEqual({ bids: [], asks: [] });
  });

  it('refuses to open before its beginning', async () => {
    await expect(feed.open(Date.UTC(2019, 5, 1))).rejects.toThrow('2020-01-01');
    await expect(feed.open(nowMs)).resolves.toBeUndefined();
  });
});

describe('another seed', () => {
  it('is another market', () => {
    const other = createSimulatedFeed({ seed: 'another test' });
    expect(other.lastTicks('BTC_USDT', nowMs)).not.toBe(feed.lastTicks('BTC_USDT', nowMs));
  });
});
