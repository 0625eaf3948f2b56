import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as body from '#lib/kinds/margin-grid/engine.ts';
import { createMarginGrid, restoreMarginGrid } from '#tests/property/old-machines/margin-grid.ts';
import { compareHouses, interruptions } from './body-twins.ts';
import { candleWalk, livePoints } from './engine-scenario.ts';
import { marginGridParams } from './every-kind-scenario.ts';

const OLD = { create: createMarginGrid, restore: restoreMarginGrid };
const NEW = { create: body.createMarginGrid, restore: body.restoreMarginGrid };

describe('the margin grid on the body', () => {
  it('is the machine before it, to the last unit: debts, interest, forced closes and what the insurance pays', () => {
    fc.assert(
      fc.property(
        marginGridParams(),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        interruptions,
        (params, candles, refine, cuts) => compareHouses(OLD, NEW, params, livePoints(candles, refine), cuts),
      ),
      { numRuns: 200 },
    );
  });

  it('is it where everything is closed too late to pay back all that is owed, and where a limit close rests before it', () => {
    // Debts of ten times what is its own, closed when nothing of that is left.
    const late = marginGridParams().map((params) => ({
      ...params,
      leverage: 11,
      forcedCloseRatioE8: 100_100_000n,
      stopLossTicks: null,
      takeProfitTicks: null,
      stopBelowRange: false,
      stopAboveRange: false,
    }));
    const resting = fc.record({
      at: fc.integer({ min: 50, max: 900 }),
      what: fc.constant('limit' as const),
      offset: fc.integer({ min: -4_000, max: 4_000 }),
    });
    fc.assert(
      fc.property(late, candleWalk(120, 60), fc.array(resting, { maxLength: 1 }), (params, candles, cuts) =>
        compareHouses(OLD, NEW, params, livePoints(candles, 1), cuts),
      ),
      { numRuns: 200 },
    );
  });
});
