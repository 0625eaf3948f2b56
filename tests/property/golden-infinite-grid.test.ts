import fc from 'fast-check';
import { createInfiniteGrid, restoreInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { COARSE, candleWalk, livePoints, PRICE } from './engine-scenario.ts';
import { infiniteGridParams } from './every-kind-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { type Interruption, interruptions, pauses, spotCourse } from './golden-life.ts';

/** A coin of 1e-8 of the quote asset: its units are more than a number holds, its lots are not. */
const TINY: MarketSpec = { ...COARSE, market: 'PEPE_USDT', base: 'PEPE', priceDecimals: 8, tickUnits: 1n };

/** Up to 50 million of the quote asset. */
const tiny = infiniteGridParams().map((params) => {
  const { spec, investIn, investment } = params;
  const value = investIn === 'quote' ? investment : (investment * BigInt(PRICE) * spec.tickUnits) / 100_000_000n;
  const lots = (value * 1000n) / BigInt(PRICE);
  return { ...params, spec: TINY, investment: investIn === 'quote' ? value * 1000n : lots * TINY.lotUnits };
});
const endless = infiniteGridParams().map((params) => ({ ...params, stopLossTicks: null, takeProfitTicks: null }));
const near = fc.option(fc.integer({ min: PRICE - 400, max: PRICE + 400 }));
const past = fc
  .record({ params: infiniteGridParams(), triggerTicks: near, stopLossTicks: near, takeProfitTicks: near })
  .map(({ params, ...stops }) => ({ ...params, ...stops }));
/** The largest documented investment, of more units than a number holds. */
const largest = infiniteGridParams().map((params) => ({
  ...params,
  investIn: 'quote' as const,
  investment: 9_999_999_900_000_000n,
  stopLossTicks: null,
}));
const restored = interruptions.map((list) => list.filter(({ what }) => what === 'restore'));

const chapter = (
  name: string,
  count: number,
  grids: fc.Arbitrary<InfiniteGridParams>,
  minutes: number,
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<InfiniteGridParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(grids, candleWalk(minutes), fc.integer({ min: 0, max: 3 }), asked)
      .map(([params, candles, refine, interrupted]) => ({
        params,
        course: spotCourse(params.spec, livePoints(candles, refine)),
        interruptions: interrupted,
        hasLine: true,
      })),
  );

goldenLives('infinite-grid', { create: createInfiniteGrid, restore: restoreInfiniteGrid }, [
  chapter('any grid', 200, infiniteGridParams(), 120, interruptions),
  chapter('without an end of its own', 80, endless, 400, restored),
  chapter('stops that the price is past already when it opens', 100, past, 30, interruptions),
  chapter('the largest investment', 60, largest, 120, interruptions),
  chapter('a coin of a tiny price', 100, tiny, 60, interruptions),
  chapter('paused, continued, profit taken out', 100, endless, 120, pauses),
]);
