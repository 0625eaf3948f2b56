import fc from 'fast-check';
import { createSpotGrid, restoreSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { COARSE, candleWalk, livePoints, PRICE, spotGridParams } from './engine-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { type Interruption, interruptions, pauses, spotCourse } from './golden-life.ts';

/** A coin of 1e-8 of the quote asset: its units are more than a number holds, its lots are not. */
const TINY: MarketSpec = { ...COARSE, market: 'PEPE_USDT', base: 'PEPE', priceDecimals: 8, tickUnits: 1n };

/** Up to 50 million of the quote asset. */
const tiny = spotGridParams(PRICE).map((params) => {
  const { spec, investIn, investment } = params;
  const value = investIn === 'quote' ? investment : (investment * BigInt(PRICE) * spec.tickUnits) / 100_000_000n;
  const lots = (value * 1000n) / BigInt(PRICE);
  return { ...params, spec: TINY, investment: investIn === 'quote' ? value * 1000n : lots * TINY.lotUnits };
});

/** Grids that follow the price wherever it is beyond its mean. */
const following = spotGridParams(PRICE).map((params) => ({
  ...params,
  ...{ stopLossTicks: null, takeProfitTicks: null, stopBelowRange: false, stopAboveRange: false },
  ...{ trailUpLimitTicks: params.lowTicks * 4, trailDownLimitTicks: 1, momentumE8: 0n },
}));

const chapter = (
  name: string,
  count: number,
  grids: fc.Arbitrary<SpotGridParams>,
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<SpotGridParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(grids, candleWalk(), fc.integer({ min: 0, max: 3 }), asked)
      .map(([params, candles, refine, interrupted]) => ({
        params,
        course: spotCourse(params.spec, livePoints(candles, refine)),
        interruptions: interrupted,
        hasLine: true,
      })),
  );

goldenLives('spot-grid', { create: createSpotGrid, restore: restoreSpotGrid }, [
  chapter('any grid', 200, spotGridParams(PRICE), interruptions),
  chapter('grids that follow the price', 100, following, interruptions),
  chapter('a coin of a tiny price', 100, tiny, interruptions),
  chapter('paused, continued, profit taken out', 100, spotGridParams(PRICE), pauses),
]);
