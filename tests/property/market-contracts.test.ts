import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lowComesFirst } from '#lib/engine/candles.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { BASIS_BOUND, createBasis } from '#server/exchange/market/basis.ts';
import { FUNDING_LIMIT_E8, fundingRateOf } from '#server/exchange/market/contract-prices.ts';
import { PAPER_CONTRACTS, spotMarketOf } from '#server/exchange/market/contracts.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';

const MINUTE_MS = 60_000;
const INTERVAL_MS = 28_800_000;
const BEGIN_MS = Date.UTC(2026, 1, 1);
/** Days are drawn from a few weeks, so that the tests share what is already computed. */
const someTime = fc.integer({ min: 0, max: 25 * 86_400 }).map((second) => BEGIN_MS + second * 1000);
const someContract = fc.constantFrom(...PAPER_CONTRACTS);
const feed = createSimulatedFeed({ seed: 'contracts' });

/** Where a walk turns: the values with runs of the same direction left out. */
function turns(ticks: readonly number[]): number[] {
  const out: number[] = [];
  for (const value of ticks) {
    if (out.at(-1) === value) continue;
    const [before, last] = out.slice(-2);
    if (before !== undefined && last !== undefined && Math.sign(last - before) === Math.sign(value - last)) out.pop();
    out.push(value);
  }
  return out;
}

describe('the price of a contract', () => {
  it('stays within the bound of the basis around its spot market, at every minute’s end (E11)', () => {
    expect(BASIS_BOUND).toBeLessThanOrEqual(0.003);
    fc.assert(
      fc.property(someContract, someTime, (spec, timeMs) => {
        const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const minute = (key: string) => feed.minutes(key, minuteMs, minuteMs + MINUTE_MS, minuteMs + MINUTE_MS);
        const contract = minute(instrumentOf(spec)).close[0]!;
        const spot = minute(spotMarketOf(spec)).close[0]!;
        // Half a tick is rounding.
        expect(Math.abs(contract - spot)).toBeLessThanOrEqual(spot * BASIS_BOUND + 0.5);
      }),
      { numRuns: 300 },
    );
  });

  it('is spot × (1 + basis), which moves by less than a basis point in a minute', () => {
    const basis = createBasis(7);
    fc.assert(
      fc.property(fc.constantFrom('BTC_USDT', 'ADA_USDT'), someTime, (key, timeMs) => {
        expect(Math.abs(basis(key, timeMs))).toBeLessThanOrEqual(BASIS_BOUND);
        expect(Math.abs(basis(key, timeMs + MINUTE_MS) - basis(key, timeMs))).toBeLessThan(0.0001);
      }),
      { numRuns: 500 },
    );
  });

  it('has minutes that are exactly what their points make: a monotone refinement of the canonical path', () => {
    fc.assert(
      fc.property(someContract, someTime, (spec, timeMs) => {
        const key = instrumentOf(spec);
        const fromMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const minute = feed.minutes(key, fromMs, fromMs + MINUTE_MS, fromMs + MINUTE_MS);
        const [open, high, low, close] = [minute.open[0]!, minute.high[0]!, minute.low[0]!, minute.close[0]!];
        const ticks = [...feed.points(key, fromMs - 1, fromMs + MINUTE_MS - 1)].map((point) => point.ticks);
        expect(ticks).toHaveLength(60);
        expect(turns(ticks)).toEqual(
          turns(lowComesFirst(open, close) ? [open, low, high, close] : [open, high, low, close]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('goes on where the minute before ended, or jumps where its spot market jumps', () => {
    fc.assert(
      fc.property(someContract, someTime, (spec, timeMs) => {
        const fromMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const pair = (key: string) => feed.minutes(key, fromMs - MINUTE_MS, fromMs + MINUTE_MS, fromMs + MINUTE_MS);
        const [spot, contract] = [pair(spotMarketOf(spec)), pair(instrumentOf(spec))];
        if (spot.open[1] === spot.close[0]) expect(contract.open[1]).toBe(contract.close[0]);
        const [first] = feed.points(instrumentOf(spec), fromMs - 1, fromMs);
        expect(first!.jump).toBe(contract.open[1] !== contract.close[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('is a function of its arguments: instances that were asked other things before, in another order, agree', () => {
    const answer = (asked: MarketFeed, key: string, timeMs: number) => [
      asked.lastTicks(key, timeMs),
      asked.markTicks(key, timeMs),
      asked.indexTicks(key, timeMs),
      asked.fundingRate(key, Math.floor(timeMs / INTERVAL_MS) * INTERVAL_MS),
      asked.expectedFundingRate(key, timeMs),
      asked.book(key, timeMs, 5),
      [...asked.points(key, timeMs - 3000, timeMs)],
    ];
    const question = fc.tuple(someContract.map(instrumentOf), someTime);
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (questions) => {
        const restarted = createSimulatedFeed({ seed: 'contracts' });
        restarted.markTicks('XRP_USDT@USDT', Date.UTC(2026, 8, 1));
        const backwards = [...questions].reverse().map(([key, timeMs]) => answer(restarted, key, timeMs));
        expect(questions.map(([key, timeMs]) => answer(feed, key, timeMs))).toEqual(backwards.reverse());
      }),
      { numRuns: 15 },
    );
  });
});

describe('the mark price', () => {
  /** By the definition, minute by minute: index × (1 + mean premium of the last 60 closes). */
  function markByDefinition(
    key: string,
    market: string,
    minuteMs: number,
  ): { readonly mark: number; readonly index: number } {
    const fromMs = minuteMs - 60 * MINUTE_MS;
    const contract = feed.minutes(key, fromMs, minuteMs, minuteMs).close;
    const spot = feed.minutes(market, fromMs, minuteMs, minuteMs).close;
    const premium = [...contract].reduce((sum, ticks, i) => sum + ticks / spot[i]! - 1, 0) / 60;
    return { mark: spot[59]! * (1 + premium), index: spot[59]! };
  }

  it('is the index of the minute before and the mean premium of the hour before, and nothing else (E2)', () => {
    fc.assert(
      fc.property(someContract, someTime, (spec, timeMs) => {
        const key = instrumentOf(spec);
        const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const { mark, index } = markByDefinition(key, spotMarketOf(spec), minuteMs);
        expect(Math.abs(feed.markTicks(key, timeMs)! - mark)).toBeLessThanOrEqual(0.51);
        expect(feed.indexTicks(key, timeMs)).toBe(index);
      }),
      { numRuns: 150 },
    );
  });

  it('is published once a minute: the same at every second of it, and the same in the column of a backtest', () => {
    fc.assert(
      fc.property(someContract.map(instrumentOf), someTime, fc.integer({ min: 1, max: 400 }), (key, timeMs, count) => {
        const fromMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
        const column = feed.marks(key, fromMs, fromMs + count * MINUTE_MS);
        expect(column).toHaveLength(count);
        const at = (count - 1) * MINUTE_MS;
        for (const offset of [0, 1, 31_000, 59_999]) {
          expect(feed.markTicks(key, fromMs + at + offset)).toBe(column[count - 1]);
          expect(feed.markTicks(key, fromMs + offset)).toBe(column[0]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the funding rate', () => {
  it('is the premium, or the interest where that is near, and never beyond ±0.3 % (E11)', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.02, max: 0.02, noNaN: true }), (premium) => {
        const rate = Number(fundingRateOf(premium));
        expect(Math.abs(rate)).toBeLessThanOrEqual(FUNDING_LIMIT_E8);
        const premiumE8 = premium * 1e8;
        const isNear = Math.abs(premiumE8 - 10_000) <= 50_000;
        if (isNear) expect(rate).toBe(10_000);
        else if (Math.abs(rate) < FUNDING_LIMIT_E8)
          expect(Math.abs(Math.abs(rate - premiumE8) - 50_000)).toBeLessThan(1);
      }),
    );
  });

  it('follows from the premiums of the eight hours before its settlement, and is known at settlements only (E5)', () => {
    const settlement = fc.integer({ min: 1, max: 70 }).map((i) => BEGIN_MS + i * INTERVAL_MS);
    fc.assert(
      fc.property(someContract, settlement, fc.integer({ min: 1, max: INTERVAL_MS - 1 }), (spec, timeMs, later) => {
        const key = instrumentOf(spec);
        const contract = feed.minutes(key, timeMs - INTERVAL_MS, timeMs, timeMs).close;
        const spot = feed.minutes(spotMarketOf(spec), timeMs - INTERVAL_MS, timeMs, timeMs).close;
        const premium = [...contract].reduce((sum, ticks, i) => sum + ticks / spot[i]! - 1, 0) / 480;
        expect(Math.abs(Number(feed.fundingRate(key, timeMs)! - fundingRateOf(premium)))).toBeLessThanOrEqual(1);
        expect(feed.fundingRate(key, timeMs + later)).toBeNull();
        expect(feed.nextFundingMs(key, timeMs + later)).toBe(timeMs + INTERVAL_MS);
      }),
      { numRuns: 60 },
    );
  });
});
