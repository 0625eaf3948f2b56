import fc from 'fast-check';
import { createMarginGrid, restoreMarginGrid } from '#lib/kinds/margin-grid/engine.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { candleWalk, livePoints } from './engine-scenario.ts';
import { marginGridParams } from './every-kind-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { type Interruption, interruptions, pauses, spotCourse } from './golden-life.ts';

/** Debts of ten times what is its own, closed when nothing of that is left. */
const late = marginGridParams().map((params) => ({
  ...params,
  leverage: 11,
  forcedCloseRatioE8: 100_100_000n,
  ...{ stopLossTicks: null, takeProfitTicks: null, stopBelowRange: false, stopAboveRange: false },
}));
const resting = fc.array(
  fc.record({
    at: fc.integer({ min: 50, max: 900 }),
    what: fc.constant('limit' as const),
    offset: fc.integer({ min: -4_000, max: 4_000 }),
  }),
  { maxLength: 1 },
);

const chapter = (
  name: string,
  count: number,
  grids: fc.Arbitrary<MarginGridParams>,
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<MarginGridParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(grids, candleWalk(160, 60), fc.integer({ min: 0, max: 3 }), asked)
      .map(([params, candles, refine, interrupted]) => ({
        params,
        course: spotCourse(params.spec, livePoints(candles, refine)),
        interruptions: interrupted,
        hasLine: true,
      })),
  );

goldenLives('margin-grid', { create: createMarginGrid, restore: restoreMarginGrid }, [
  chapter('any grid', 200, marginGridParams(), interruptions),
  chapter('closed too late to pay back what is owed', 200, late, resting),
  chapter('paused and continued', 100, marginGridParams(), pauses),
]);
