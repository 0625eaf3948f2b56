import fc from 'fast-check';
import {
  changeContractMartingale,
  changeMartingale,
  createContractMartingale,
  createMartingale,
  restoreContractMartingale,
  restoreMartingale,
} from '#lib/kinds/martingale/engine.ts';
import type { ContractMartingaleParams, MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { firstPrices, futuresMarket, futuresPoints, SPECS, viewOf } from './engine-futures-scenario.ts';
import { candleWalk, livePoints, PRICE } from './engine-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { contractInterruptions, type Interruption, interruptions, pauses, spotCourse } from './golden-life.ts';
import { martingaleParams } from './martingale-scenario.ts';

/** The owner's change of the exits; every other time there is none. */
function otherExits<P extends MartingaleParams>(params: P, offset: number): P {
  if (offset % 2 === 0) return params;
  const rate = BigInt(Math.abs(offset)) * 10_000n;
  return { ...params, takeProfitE8: rate, stopLossE8: offset < 0 ? rate : null };
}

const contractParams = martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>;

const onSpot = (name: string, count: number, asked: fc.Arbitrary<readonly Interruption[]>): Chapter<MartingaleParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(martingaleParams(PRICE), candleWalk(200, 60), fc.integer({ min: 0, max: 3 }), asked)
      .map(([params, candles, refine, interrupted]) => ({
        params,
        course: spotCourse(params.spec, livePoints(candles, refine)),
        interruptions: interrupted,
        change: otherExits,
      })),
  );

const inContract = (
  name: string,
  count: number,
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<ContractMartingaleParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(contractParams, futuresMarket(), fc.integer({ min: 0, max: 3 }), fc.boolean(), asked)
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
        change: otherExits,
      })),
  );

const ON_SPOT = { create: createMartingale, restore: restoreMartingale, change: changeMartingale };
const IN_CONTRACT = {
  create: createContractMartingale,
  restore: restoreContractMartingale,
  change: changeContractMartingale,
};

goldenLives('martingale', ON_SPOT, [
  onSpot('any martingale', 250, interruptions),
  onSpot('paused and continued', 100, pauses),
]);
goldenLives('contract-martingale', IN_CONTRACT, [
  inContract('any martingale', 250, contractInterruptions),
  inContract('paused and continued', 100, pauses),
]);
