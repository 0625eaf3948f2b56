import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lowComesFirst } from '#lib/engine/candles.ts';
import { createCandleReader, PERIOD_MS } from '#server/exchange/market/candles.ts';
import { canonicalPath } from '#server/exchange/market/canonical-path.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { expect } from '#tests/support/quick-expect.ts';

const MINUTE_MS = 60_000;
const BEGIN_MS = Date.UTC(2020, 0, 1);
/** Days are drawn from a few months, so that the tests share what is already computed. */
const someTime = fc.integer({ min: 0, max: 60 * 86_400 }).map((second) => Date.UTC(2026, 1, 1) + second * 1000);
const someMarket = fc.constantFrom(...PAPER_MARKETS.map((spec) => spec.market));

function runsOneWay(ticks: readonly number[], from: number, to: number): boolean {
  const direction = Math.sign(ticks[to]! - ticks[from]!);
  for (let i = from + 1; i <= to; i += 1) {
    const step = Math.sign(ticks[i]! - ticks[i - 1]!);
    if (step !== 0 && step !== direction) return false;
  }
  return true;
}

/** Whether a walk runs one way to the first extreme, from there one way to the second, and from there to its end. */
function isMonotoneThrough(ticks: readonly number[], first: number, second: number): boolean {
  const at = (value: number) => ticks.flatMap((ticksHere, i) => (ticksHere === value ? [i] : []));
  const end = ticks.length - 1;
  return at(first).some(
    (i) =>
      runsOneWay(ticks, 0, i) && at(second).some((j) => j >= i && runsOneWay(ticks, i, j) && runsOneWay(ticks, j, end)),
  );
}

const candles = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(300), fc.nat(300), fc.nat(1000), fc.nat(1000))
  .map(([low, body, wick, openAt, closeAt]) => {
    const high = low + body + wick;
    const at = (share: number) => low + Math.round(((high - low) * share) / 1000);
    return { open: at(openAt), high, low, close: at(closeAt) };
  });

describe('the path inside a candle', () => {
  it('is a monotone refinement of open, low, high, close in their canonical order and touches each', () => {
    fc.assert(
      fc.property(candles, fc.constantFrom(16, 60), fc.integer(), (candle, count, key) => {
        const path = [...canonicalPath(candle, count, key)];
        const { open, high, low, close } = candle;
        expect(path[0]).toBe(open);
        expect(path[count - 1]).toBe(close);
        expect(Math.max(...path)).toBe(high);
        expect(Math.min(...path)).toBe(low);
        const [first, second] = lowComesFirst(open, close) ? [low, high] : [high, low];
        expect(isMonotoneThrough(path, first, second)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the simulated market', () => {
  const feed = createSimulatedFeed({ seed: 'property' });

  it('gives minutes that are exactly what their points make', () => {
    fc.assert(
      fc.property(someMarket, someTime, (market, timeMs) => {
        const fromMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const { open, high, low, close } = feed.minutes(market, fromMs, fromMs + MINUTE_MS, fromMs + MINUTE_MS);
        const ticks = [...feed.points(market, fromMs - 1, fromMs + MINUTE_MS - 1)].map((point) => point.ticks);
        expect([ticks[0], Math.max(...ticks), Math.min(...ticks), ticks.at(-1)]).toEqual([
          open[0],
          high[0],
          low[0],
          close[0],
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('gives candles of every period that agree with the minutes', () => {
    const read = createCandleReader(feed);
    const periods = fc.constantFrom(...(Object.keys(PERIOD_MS) as (keyof typeof PERIOD_MS)[]));
    fc.assert(
      fc.property(someMarket, someTime, periods, (market, timeMs, period) => {
        const periodMs = PERIOD_MS[period];
        const fromMs = Math.floor(timeMs / periodMs) * periodMs;
        const [candle] = read(market, period, fromMs, fromMs + periodMs, timeMs);
        const minutes = feed.minutes(market, fromMs, fromMs + periodMs, timeMs);
        const volumes = feed.minuteVolumes(market, fromMs, fromMs + periodMs, timeMs);
        const known = Math.floor((timeMs - fromMs) / MINUTE_MS) + 1;
        expect(candle).toEqual({
          timeMs: fromMs,
          open: minutes.open[0],
          high: minutes.high.slice(0, known).reduce((a, b) => Math.max(a, b)),
          low: minutes.low.slice(0, known).reduce((a, b) => Math.min(a, b)),
          close: minutes.close[known - 1],
          volume: volumes.reduce((a, b) => a + b),
        });
      }),
      { numRuns: 150 },
    );
  });

  it('is a function of its arguments: instances that were asked other things before, in another order, agree', () => {
    const question = fc.tuple(someMarket, someTime);
    const answer = (asked: MarketFeed, [market, timeMs]: readonly [string, number]) => [
      asked.lastTicks(market, timeMs),
      asked.book(market, timeMs, 5),
      [...asked.minutes(market, timeMs - 10 * MINUTE_MS, timeMs, timeMs).close],
      [...asked.points(market, timeMs - 3000, timeMs)],
    ];
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 6 }), (questions) => {
        const restarted = createSimulatedFeed({ seed: 'property' });
        restarted.lastTicks('XRP_USDT', Date.UTC(2027, 0, 1));
        const backwards = [...questions].reverse().map((each) => answer(restarted, each));
        expect(questions.map((each) => answer(feed, each))).toEqual(backwards.reverse());
      }),
      { numRuns: 25 },
    );
  });

  it('shows the same past whatever the present is', () => {
    fc.assert(
      fc.property(someMarket, someTime, fc.nat(30 * 1440), (market, timeMs, later) => {
        const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const fromMs = toMs - 100 * MINUTE_MS;
        const then = feed.minutes(market, fromMs, toMs, toMs);
        expect(feed.minutes(market, fromMs, toMs, toMs + later * MINUTE_MS)).toEqual(then);
        expect(then.open.every((ticks) => ticks > 0)).toBe(fromMs >= BEGIN_MS);
      }),
      { numRuns: 60 },
    );
  });

  it('has books that are sorted, uncrossed, whole lots, around the last price, thinner at the top than behind', () => {
    fc.assert(
      fc.property(someMarket, someTime, fc.integer({ min: 1, max: 50 }), (market, timeMs, depth) => {
        const { bids, asks } = feed.book(market, timeMs, depth);
        const spec = feed.spec(market)!;
        const last = feed.lastTicks(market, timeMs)!;
        expect([bids.length, asks.length]).toEqual([depth, depth]);
        expect(bids[0]!.ticks).toBeLessThan(asks[0]!.ticks);
        expect([bids[0]!.ticks, asks[0]!.ticks]).toContain(last);
        for (let i = 1; i < depth; i += 1) {
          expect(bids[i]!.ticks).toBeLessThan(bids[i - 1]!.ticks);
          expect(asks[i]!.ticks).toBeGreaterThan(asks[i - 1]!.ticks);
        }
        for (const { ticks, quantity } of [...bids, ...asks]) {
          expect(ticks).toBeGreaterThan(0);
          expect(quantity).toBeGreaterThan(0n);
          expect(quantity % spec.lotUnits).toBe(0n);
        }
      }),
      { numRuns: 100 },
    );
    const behind = (levels: readonly { quantity: bigint }[]) =>
      levels.slice(15).reduce((sum, level) => sum + level.quantity, 0n) >
      levels.slice(0, 5).reduce((sum, level) => sum + level.quantity, 0n);
    const books = Array.from({ length: 100 }, (_, second) =>
      feed.book('BTC_USDT', Date.UTC(2026, 1, 3) + second * 1000, 20),
    );
    expect(books.filter(({ bids, asks }) => behind(bids) && behind(asks)).length).toBeGreaterThan(90);
  });
});
