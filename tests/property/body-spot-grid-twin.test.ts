import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import * as body from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createSpotGrid, restoreSpotGrid } from '#tests/property/old-machines/spot-grid.ts';
import { compareHouses, type Interruption, interruptions } from './body-twins.ts';
import { COARSE, candleWalk, FINE, livePoints, PRICE, spotGridParams } from './engine-scenario.ts';

/**
 * The spot grid on the body says and does what the machine before it did, to the last unit: every fill, order, operation
 * and finish in their order, and after every point what it holds, rests, withholds, is worth and stores.
 */

/** A coin of 1e-8 of the quote asset: its units are more than a number holds, its lots are not. */
const TINY: MarketSpec = {
  ...COARSE,
  market: 'PEPE_USDT',
  base: 'PEPE',
  priceDecimals: 8,
  tickUnits: 1n,
};

const OLD = { create: createSpotGrid, restore: restoreSpotGrid };
const NEW = { create: body.createSpotGrid, restore: body.restoreSpotGrid };
const compare = (params: SpotGridParams, points: readonly DriverPoint[], cuts: readonly Interruption[]): void =>
  compareHouses(OLD, NEW, params, points, cuts);

describe('the spot grid on the body', () => {
  it('is the machine before it, to the last unit', () => {
    fc.assert(
      fc.property(
        spotGridParams(PRICE),
        candleWalk(),
        fc.integer({ min: 0, max: 3 }),
        interruptions,
        (params, candles, refine, cuts) => compare(params, livePoints(candles, refine), cuts),
      ),
      { numRuns: 200 },
    );
  });

  it('is it for a coin of a tiny price, whose units no number holds', () => {
    const tiny = spotGridParams(PRICE).map((params) => {
      const { spec, investIn, investment } = params;
      const value = investIn === 'quote' ? investment : (investment * BigInt(PRICE) * spec.tickUnits) / 100_000_000n;
      // Up to 50 million of the quote asset.
      const lots = (value * 1000n) / BigInt(PRICE);
      return { ...params, spec: TINY, investment: investIn === 'quote' ? value * 1000n : lots * TINY.lotUnits };
    });
    fc.assert(
      fc.property(tiny, candleWalk(60), interruptions, (params, candles, cuts) =>
        compare(params, livePoints(candles, 1), cuts),
      ),
      { numRuns: 200 },
    );
  });

  it('holds markets of both sorts', () => {
    expect(FINE.lotUnits).toBeLessThan(TINY.lotUnits);
  });
});
