import { describe, expect, it } from 'vitest';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { aggregateKlines, klineAt } from '#lib/engine/klines.ts';
import { aggregate } from '#lib/indicators/kline-builder.ts';
import { KLINE_PERIOD_MS, KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { createDayFeed } from '#server/exchange/market/day-feed.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { gatherColumns } from '#server/exchange/market/gather-columns.ts';
import { createClosedKlines } from '#server/exchange/market/klines.ts';
import { emptyDay, setMinute } from '#server/exchange/market/market-day.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { DAY_MS, MINUTE_MS, SOME_DAY_MS } from './market-fixture.ts';

const CENTS = { tickUnits: 1_000_000n };

/** One candle a minute from a time on; null is a gap. */
function minutesOf(startMs: number, rows: readonly (readonly [number, number, number, number, number] | null)[]) {
  const column = (at: number): Int32Array => Int32Array.from(rows, (row) => row?.[at] ?? -1);
  const volume = Float64Array.from(rows, (row) => row?.[4] ?? 0);
  return {
    startMs,
    stepMs: MINUTE_MS,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume,
  } satisfies CandleColumns;
}

describe('K-lines made of minutes', () => {
  const five = 5 * MINUTE_MS;

  it('have the first open, the extremes, the last close and the sum of the volumes; gaps are passed over', () => {
    const candles = minutesOf(0, [
      null,
      [1000, 1010, 990, 1005, 1],
      [1005, 1020, 1000, 1001, 2],
      null,
      [1001, 1002, 950, 960, 0.5],
    ]);
    expect(klineAt(aggregateKlines(candles, five), 0, CENTS)).toEqual({
      openMs: 0,
      open: 10,
      high: 10.2,
      low: 9.5,
      close: 9.6,
      volume: 3.5,
    });
  });

  it('are none without a price, and none that the minutes do not wholly cover', () => {
    const row = [1000, 1010, 990, 1005, 1] as const;
    const candles = minutesOf(2 * MINUTE_MS, [row, row, row, null, null, null, null, null, row, row]);
    const klines = aggregateKlines(candles, five);
    expect([0, five, 2 * five, 3 * five].map((openMs) => klineAt(klines, openMs, CENTS))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(klineAt(aggregateKlines(candles, MINUTE_MS), 10 * MINUTE_MS, CENTS)?.close).toBe(10.05);
  });

  it('have no volume where nobody knows it', () => {
    const { volume: _volume, ...candles } = minutesOf(0, [[1000, 1010, 990, 1005, 1]]);
    expect(klineAt(aggregateKlines(candles, MINUTE_MS), 0, CENTS)?.volume).toBeNaN();
  });

  it('are those that the indicators’ own builder makes', () => {
    const candles = minutesOf(
      0,
      Array.from({ length: 240 }, (_, i) =>
        i % 7 === 3 || (i >= 60 && i < 90) ? null : [1000 + i, 1100 + ((i * 37) % 90), 900 - (i % 50), 1001 + i, i / 8],
      ),
    );
    const rows = [...candles.open.keys()].filter((i) => (candles.open[i] as number) >= 0);
    const price = (column: Int32Array, i: number): number => (column[i] as number) / 100;
    const bars = rows.map((i) => ({
      openMs: i * MINUTE_MS,
      open: price(candles.open, i),
      high: price(candles.high, i),
      low: price(candles.low, i),
      close: price(candles.close, i),
      volume: candles.volume[i] as number,
    }));
    for (const periodMs of [five, 1_800_000]) {
      const klines = aggregateKlines(candles, periodMs);
      const made = Array.from(klines.open.keys(), (i) => klineAt(klines, i * periodMs, CENTS));
      expect(made.filter((bar) => bar !== null)).toEqual(aggregate(bars, periodMs));
    }
  });
});

describe('K-lines of the exchange', () => {
  /** Two days with gaps, among them whole K-lines. */
  function gappyFeed(): MarketFeed {
    const days = [emptyDay(), emptyDay(), emptyDay()];
    for (let minute = 0; minute < 3 * 1440; minute += 1) {
      if (minute % 11 === 5 || minute % 1000 < 70) continue;
      const close = 6_000_000 + ((minute * 7919) % 5000);
      const candle = { open: close - 7, high: close + (minute % 90) + 1, low: close - 9 - (minute % 40), close };
      setMinute(days[Math.floor(minute / 1440)]!, minute % 1440, candle, 1_000_003 * (minute % 50));
    }
    const first = SOME_DAY_MS / DAY_MS;
    return createDayFeed({
      name: 'history',
      specs: PAPER_MARKETS,
      contracts: [],
      seed: 1,
      source: { day: (market, day) => (market === 'BTC_USDT' ? (days[day - first] ?? null) : null) },
      open: async () => {},
    });
  }

  const feeds: readonly (readonly [string, () => MarketFeed])[] = [
    ['simulated', () => createSimulatedFeed({ seed: 'klines' })],
    ['recorded with gaps', gappyFeed],
  ];
  it.each(feeds)('are the same live as in a backtest, bit by bit: %s', async (_name, make) => {
    const feed = make();
    const specs = [feed.spec('BTC_USDT'), ...feed.contracts.slice(0, 1)].filter((spec) => spec !== undefined);
    for (const spec of specs) {
      const instrument = instrumentOf(spec);
      const endMs = SOME_DAY_MS + 2 * DAY_MS;
      const gathered = await gatherColumns(feed, spec, SOME_DAY_MS, endMs, { isOver: () => false, withVolumes: true });
      const backtest = createCandleView(gathered!.candles, spec);
      const live = createMarketView(feed, [instrument, instrument]);
      let known = 0;
      for (const period of KLINE_PERIODS) {
        const periodMs = KLINE_PERIOD_MS[period];
        for (let openMs = SOME_DAY_MS; openMs + periodMs <= endMs; openMs += periodMs) {
          const bar = live.bar?.(0, periodMs, openMs) ?? null;
          expect(bar).toEqual(backtest.bar?.(0, periodMs, openMs) ?? null);
          if (bar !== null) known += 1;
        }
      }
      expect(known).toBeGreaterThan(2000);
    }
  });

  it('are made once for all bots of a market, and of minutes that are over', () => {
    const simulated = createSimulatedFeed({ seed: 'klines' });
    const asked: number[] = [];
    const watched: MarketFeed = {
      ...simulated,
      minutes: (market, fromMs, toMs, nowMs) => {
        asked.push(toMs, nowMs);
        return simulated.minutes(market, fromMs, toMs, nowMs);
      },
    };
    const klines = createClosedKlines(watched);
    const views = [1, 2, 3].map(() => createMarketView(watched, ['BTC_USDT'], () => Number.NaN, klines));
    for (const view of views) view.bar?.(0, 3_600_000, SOME_DAY_MS);
    expect(asked).toEqual([SOME_DAY_MS + 3_600_000, SOME_DAY_MS + 3_600_000]);
  });

  it('are unknown for what the feed does not know', () => {
    const klines = createClosedKlines(gappyFeed());
    expect(klines('NO_COIN', 60_000, SOME_DAY_MS)).toBeNull();
    expect(klines('BTC_USDT', 60_000, -60_000)).toBeNull();
    expect(klines('BTC_USDT', 3_600_000, SOME_DAY_MS)).toBeNull();
  });
});
