import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createMartingale, restoreMartingale } from '#lib/engine/kinds/martingale.ts';
import type { MartingaleParams } from '#lib/engine/martingale-params.ts';
import * as body from '#lib/kinds/martingale/engine.ts';
import { compareHouses, interruptions } from './body-twins.ts';
import { candleWalk, livePoints, PRICE } from './engine-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';

const OLD = { create: createMartingale, restore: restoreMartingale };
const NEW = { create: body.createMartingale, restore: body.restoreMartingale };

/** The owner's change of the exits; every other time there is none. */
function otherExits(params: MartingaleParams, offset: number): MartingaleParams {
  if (offset % 2 === 0) return params;
  const rate = BigInt(Math.abs(offset)) * 10_000n;
  return { ...params, takeProfitE8: rate, stopLossE8: offset < 0 ? rate : null };
}

describe('the spot martingale on the body', () => {
  it('is the machine before it, to the last unit: rounds and their orders, what is kept as profit, changed exits', () => {
    fc.assert(
      fc.property(
        martingaleParams(PRICE),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        interruptions,
        (params, candles, refine, cuts) =>
          compareHouses(OLD, NEW, params, livePoints(candles, refine), cuts, otherExits),
      ),
      { numRuns: 200 },
    );
  });
});
