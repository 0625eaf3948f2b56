import fc from 'fast-check';
import { createFuturesGrid, restoreFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { firstPrices, futuresGridParams, futuresMarket, futuresPoints, viewOf } from './engine-futures-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { contractInterruptions, type Interruption, pauses } from './golden-life.ts';

/** Where nothing but the mark price ends it, on little money and much leverage. */
const bold = futuresGridParams(true).map((params) => ({ ...params, leverage: 50 }));

/** A limit close rests while funding goes on and the mark price may still liquidate. */
const resting = fc.tuple(
  fc.record({
    at: fc.integer({ min: 50, max: 900 }),
    what: fc.constant('limit' as const),
    offset: fc.integer({ min: -4_000, max: 4_000 }),
  }),
  ...[1, 2].map(() =>
    fc.record({
      at: fc.integer({ min: 300, max: 999 }),
      what: fc.constantFrom('restore' as const, 'limit' as const, 'market' as const),
      offset: fc.integer({ min: -400, max: 400 }),
    }),
  ),
);

const chapter = (
  name: string,
  count: number,
  grids: fc.Arbitrary<FuturesGridParams>,
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<FuturesGridParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(grids, futuresMarket(), fc.integer({ min: 0, max: 3 }), fc.boolean(), asked)
      .map(([params, market, refine, wakesLate, interrupted]) => ({
        params,
        course: {
          view: viewOf(market, params.spec),
          startMs: market.candles.startMs,
          start: firstPrices(market),
          points: futuresPoints(market, refine),
          wakesLate,
        },
        interruptions: interrupted,
        hasLine: true,
      })),
  );

goldenLives('futures-grid', { create: createFuturesGrid, restore: restoreFuturesGrid }, [
  chapter('any grid', 250, futuresGridParams(), contractInterruptions),
  chapter('nothing but the mark price ends it', 100, bold, contractInterruptions),
  chapter('a limit close rests', 100, futuresGridParams(true), resting),
  chapter('paused and continued', 100, futuresGridParams(), pauses),
]);
