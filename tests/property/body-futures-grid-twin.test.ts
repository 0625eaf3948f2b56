import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as body from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { createFuturesGrid, restoreFuturesGrid } from '#tests/property/old-machines/futures-grid.ts';
import { type Course, compareLives, type Interruption, interruptions } from './body-twins.ts';
import {
  driveFutures,
  type FuturesMarket,
  firstPrices,
  futuresGridParams,
  futuresMarket,
  futuresPoints,
  futuresRecorder,
  viewOf,
} from './engine-futures-scenario.ts';

const OLD = { create: createFuturesGrid, restore: restoreFuturesGrid };
const NEW = { create: body.createFuturesGrid, restore: body.restoreFuturesGrid };
const RUNS = { numRuns: 200 };
/** Of what is a part of the above, driven further. */
const FEWER = { numRuns: 60 };

function courseOf({ spec }: FuturesGridParams, market: FuturesMarket, refine: number, wakesLate = false): Course {
  return {
    view: viewOf(market, spec),
    startMs: market.candles.startMs,
    start: firstPrices(market),
    points: futuresPoints(market, refine),
    wakesLate,
  };
}

/** What owners do, and what the exchange does to a winner. */
const cuts: fc.Arbitrary<Interruption[]> = fc
  .tuple(interruptions, fc.option(fc.integer({ min: 0, max: 999 }), { freq: 3 }))
  .map(([asked, at]) => (at === null ? asked : [...asked, { at, what: 'deleverage' as const, offset: 0 }]));

describe('the futures grid on the body', () => {
  it('is the machine before it, to the last unit: triggers, stops, funding, liquidations, deleveraging, inverse contracts', () => {
    fc.assert(
      fc.property(
        futuresGridParams(),
        futuresMarket(),
        fc.integer({ min: 0, max: 3 }),
        cuts,
        (params, market, refine, asked) => compareLives(OLD, NEW, params, courseOf(params, market, refine), asked),
      ),
      RUNS,
    );
  });

  it('is it where nothing but the mark price ends it, on little money and much leverage', () => {
    const bold = futuresGridParams(true).map((params) => ({ ...params, leverage: 50 }));
    fc.assert(
      fc.property(bold, futuresMarket(), fc.boolean(), cuts, (params, market, wakesLate, asked) =>
        compareLives(OLD, NEW, params, courseOf(params, market, 1, wakesLate), asked),
      ),
      FEWER,
    );
  });

  it('is it where a limit close rests while funding goes on and the mark price may still liquidate', () => {
    const resting = fc.record({
      at: fc.integer({ min: 50, max: 900 }),
      what: fc.constant('limit' as const),
      offset: fc.integer({ min: -4_000, max: 4_000 }),
    });
    const later = fc.record({
      at: fc.integer({ min: 300, max: 999 }),
      what: fc.constantFrom('restore' as const, 'limit' as const, 'market' as const),
      offset: fc.integer({ min: -400, max: 400 }),
    });
    fc.assert(
      fc.property(
        futuresGridParams(true),
        futuresMarket(),
        fc.boolean(),
        fc.tuple(resting, later, later),
        (params, market, wakesLate, asked) =>
          compareLives(OLD, NEW, params, courseOf(params, market, 2, wakesLate), asked),
      ),
      FEWER,
    );
  });

  it('is shown all of that by these scenarios', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(futuresGridParams(), futuresMarket(), (params, market) => {
        const { sink, ...record } = futuresRecorder();
        const machine = NEW.create(params, viewOf(market, params.spec), sink);
        machine.start(firstPrices(market), market.candles.startMs);
        driveFutures(machine, firstPrices(market), futuresPoints(market, 1), {});
        const contract = params.spec.contract.isInverse ? 'inverse' : 'linear';
        for (const { reason } of record.finishes) seen.add(`${contract} ${reason}`);
        for (const { type } of record.cash) seen.add(`${contract} ${type}`);
      }),
      { numRuns: 600, seed: 20_261_124 },
    );
    expect(seen).toContain('linear money_not_enough');
    for (const contract of ['linear', 'inverse']) {
      for (const what of ['liquidated', 'stop_loss', 'stop_profit', 'less_low', 'over_high', 'failed', 'funding'])
        expect(seen).toContain(`${contract} ${what}`);
      for (const what of ['liquidation_fee', 'insurance']) expect(seen).toContain(`${contract} ${what}`);
    }
  });
});
