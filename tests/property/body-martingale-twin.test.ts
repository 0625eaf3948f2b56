import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotMachine, EngineSink, MarketView } from '#lib/engine/machine.ts';
import * as body from '#lib/kinds/martingale/engine.ts';
import type { ContractMartingaleParams, MartingaleParams } from '#lib/kinds/martingale/params.ts';
import * as old from '#tests/property/old-machines/martingale.ts';
import * as oldContract from '#tests/property/old-machines/martingale-contract.ts';
import { type Course, compareHouses, compareLives, type Interruption, interruptions } from './body-twins.ts';
import {
  type FuturesMarket,
  firstPrices,
  futuresMarket,
  futuresPoints,
  SPECS,
  viewOf,
} from './engine-futures-scenario.ts';
import { candleWalk, livePoints, PRICE } from './engine-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';

const OLD = { create: old.createMartingale, restore: old.restoreMartingale };
const NEW = { create: body.createMartingale, restore: body.restoreMartingale };
const OLD_CONTRACT = {
  create: oldContract.createContractMartingale,
  restore: oldContract.restoreContractMartingale,
};
const NEW_CONTRACT = { create: body.createContractMartingale, restore: body.restoreContractMartingale };
const RUNS = { numRuns: 200 };

/** The owner's change of the exits; every other time there is none. */
function otherExits<P extends MartingaleParams>(params: P, offset: number): P {
  if (offset % 2 === 0) return params;
  const rate = BigInt(Math.abs(offset)) * 10_000n;
  return { ...params, takeProfitE8: rate, stopLossE8: offset < 0 ? rate : null };
}

const contractParams = martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>;

function courseOf({ spec }: ContractMartingaleParams, market: FuturesMarket, refine: number): Course {
  return {
    view: viewOf(market, spec),
    startMs: market.candles.startMs,
    start: firstPrices(market),
    points: futuresPoints(market, refine),
  };
}

/** What owners do, and what the exchange does to a winner. */
const cuts: fc.Arbitrary<Interruption[]> = fc
  .tuple(interruptions, fc.option(fc.integer({ min: 0, max: 999 }), { freq: 3 }))
  .map(([asked, at]) => (at === null ? asked : [...asked, { at, what: 'deleverage' as const, offset: 0 }]));

describe('the martingale on the body', () => {
  it('is the machine before it on spot, to the last unit: rounds and their orders, what is kept as profit, changed exits', () => {
    fc.assert(
      fc.property(
        martingaleParams(PRICE),
        candleWalk(200, 60),
        fc.integer({ min: 0, max: 3 }),
        interruptions,
        (params, candles, refine, asked) =>
          compareHouses(OLD, NEW, params, livePoints(candles, refine), asked, otherExits),
      ),
      RUNS,
    );
  });

  it('is it in a contract, long and short: funding, liquidations, deleveraging, inverse contracts', () => {
    fc.assert(
      fc.property(
        contractParams,
        futuresMarket(),
        fc.integer({ min: 0, max: 3 }),
        cuts,
        (params, market, refine, asked) =>
          compareLives(OLD_CONTRACT, NEW_CONTRACT, params, courseOf(params, market, refine), asked, otherExits),
      ),
      RUNS,
    );
  });

  it('is shown all of that by these scenarios', () => {
    const seen = new Set<string>();
    const noting = (params: ContractMartingaleParams, view: MarketView, sink: EngineSink): BotMachine =>
      NEW_CONTRACT.create(params, view, {
        ...sink,
        finish: (reason, timeMs, prices) => {
          seen.add(reason);
          sink.finish(reason, timeMs, prices);
        },
        round: (round, orders) => {
          for (const { type } of orders) seen.add(`${params.side} ${type}`);
          sink.round?.(round, orders);
        },
        cash: (type, ...rest) => {
          seen.add(params.spec.contract.isInverse ? `inverse ${type}` : type);
          sink.cash?.(type, ...rest);
        },
      });
    fc.assert(
      fc.property(contractParams, futuresMarket(), cuts, (params, market, asked) =>
        compareLives(OLD_CONTRACT, { ...NEW_CONTRACT, create: noting }, params, courseOf(params, market, 1), asked),
      ),
      RUNS,
    );
    const ends = ['liquidated', 'auto_deleveraged', 'cancelled', 'stop_loss', 'money_not_enough'];
    const moved = ['funding', 'inverse funding', 'liquidation_fee'];
    const rounds = ['first_order', 'increase_order_1', 'take_profit', 'stop_loss', 'close', 'liquidation'];
    for (const what of [...ends, ...moved]) expect(seen).toContain(what);
    for (const what of rounds) for (const side of ['buy', 'sell']) expect(seen).toContain(`${side} ${what}`);
  });
});
