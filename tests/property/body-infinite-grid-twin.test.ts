import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as body from '#lib/kinds/infinite-grid/engine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createInfiniteGrid, restoreInfiniteGrid } from '#tests/property/old-machines/infinite-grid.ts';
import { compareHouses, interruptions } from './body-twins.ts';
import { COARSE, candleWalk, livePoints, PRICE } from './engine-scenario.ts';
import { infiniteGridParams } from './every-kind-scenario.ts';

/**
 * The infinite grid on the body says and does what the machine before it did, to the last unit: every fill with what it pairs,
 * order, withheld order, operation and finish in their order, and after every point what it holds, is worth and stores.
 */

/** A coin of 1e-8 of the quote asset: its units are more than a number holds, its lots are not. */
const TINY: MarketSpec = { ...COARSE, market: 'PEPE_USDT', base: 'PEPE', priceDecimals: 8, tickUnits: 1n };

const OLD = { create: createInfiniteGrid, restore: restoreInfiniteGrid };
const NEW = { create: body.createInfiniteGrid, restore: body.restoreInfiniteGrid };
const RUNS = { numRuns: 200 };

describe('the infinite grid on the body', () => {
  it('is the machine before it, to the last unit', () => {
    fc.assert(
      fc.property(
        infiniteGridParams(),
        candleWalk(),
        fc.integer({ min: 0, max: 3 }),
        interruptions,
        (params, candles, refine, cuts) => compareHouses(OLD, NEW, params, livePoints(candles, refine), cuts),
      ),
      RUNS,
    );
  });

  it('is it without an end of its own, so that sales and buys go on', () => {
    const endless = infiniteGridParams().map((params) => ({ ...params, stopLossTicks: null, takeProfitTicks: null }));
    const restored = interruptions.map((cuts) => cuts.filter(({ what }) => what === 'restore'));
    fc.assert(
      fc.property(endless, candleWalk(400), restored, (params, candles, cuts) =>
        compareHouses(OLD, NEW, params, livePoints(candles, 1), cuts),
      ),
      RUNS,
    );
  });

  it('is it with stops that the price is past already when it opens', () => {
    const near = fc.option(fc.integer({ min: PRICE - 400, max: PRICE + 400 }));
    const past = fc
      .record({ params: infiniteGridParams(), triggerTicks: near, stopLossTicks: near, takeProfitTicks: near })
      .map(({ params, ...stops }) => ({ ...params, ...stops }));
    fc.assert(
      fc.property(past, candleWalk(30), interruptions, (params, candles, cuts) =>
        compareHouses(OLD, NEW, params, livePoints(candles, 1), cuts),
      ),
      RUNS,
    );
  });

  it('is it with the largest documented investment, of more units than a number holds', () => {
    const largest = infiniteGridParams().map((params) => ({
      ...params,
      investIn: 'quote' as const,
      investment: 9_999_999_900_000_000n,
      stopLossTicks: null,
    }));
    fc.assert(
      fc.property(largest, candleWalk(120), interruptions, (params, candles, cuts) =>
        compareHouses(OLD, NEW, params, livePoints(candles, 1), cuts),
      ),
      { numRuns: 60 },
    );
  });

  it('is it for a coin of a tiny price, whose units no number holds', () => {
    const tiny = infiniteGridParams().map((params) => {
      const { spec, investIn, investment } = params;
      const value = investIn === 'quote' ? investment : (investment * BigInt(PRICE) * spec.tickUnits) / 100_000_000n;
      // Up to 50 million of the quote asset.
      const lots = (value * 1000n) / BigInt(PRICE);
      return { ...params, spec: TINY, investment: investIn === 'quote' ? value * 1000n : lots * TINY.lotUnits };
    });
    fc.assert(
      fc.property(tiny, candleWalk(60), interruptions, (params, candles, cuts) =>
        compareHouses(OLD, NEW, params, livePoints(candles, 1), cuts),
      ),
      RUNS,
    );
  });
});
