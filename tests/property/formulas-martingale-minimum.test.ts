import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import { martingaleMinimum } from '#lib/formulas/martingale-minimum.ts';
import { orderWeights } from '#lib/formulas/martingale-terms.ts';
import { createMartingale } from '#lib/kinds/martingale/engine.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { SPECS } from './engine-futures-scenario.ts';
import { COARSE, FINE, fixedView, PRICE } from './engine-scenario.ts';
import { martingaleParams, roundRecorder } from './martingale-scenario.ts';

describe('the smallest investment of any martingale', () => {
  it('places every order of the ladder, and the take profit after each, at prices up to 1 % away (H33)', () => {
    fc.assert(
      fc.property(martingaleParams(PRICE, [FINE, COARSE]), fc.integer({ min: -10, max: 10 }), (picked, permille) => {
        const params = { ...picked, triggerTicks: null, stopLossE8: null };
        const investment = martingaleMinimum(params, PRICE, null);
        expect(investment).toBeGreaterThanOrEqual(1_000_000_000n);
        const ticks = PRICE + Math.round((PRICE * permille) / 1000);
        const ladder = buildLadder({ ...params, investment }, ticks);
        expect(ladder.map((row) => row.withheld)).toEqual(ladder.map(() => null));
        const still = { ...fixedView(params.spec, PRICE), marketFillTicks: () => ticks };
        const machine = createMartingale({ ...params, investment }, still, roundRecorder().sink);
        machine.start([ticks], 0);
        for (const row of ladder.slice(1)) machine.move(0, row.ticks, 1000);
        expect(machine.withheldOrders()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('carries every contract of a futures martingale whose first size it chose (C-432)', () => {
    fc.assert(
      fc.property(martingaleParams(PRICE, SPECS), fc.integer({ min: -10, max: 10 }), (picked, permille) => {
        const params = { ...picked, firstSize: null };
        const weights = [...orderWeights(params)].sort((a, b) => (a < b ? -1 : 1));
        const { sizeMax } = (params.spec as ContractSpec).contract;
        fc.pre((weights.at(-1) as bigint) < (weights[0] as bigint) * (sizeMax - 1n));
        const investment = martingaleMinimum(params, PRICE, null);
        const ticks = PRICE + Math.round((PRICE * permille) / 1000);
        const ladder = buildLadder({ ...params, investment }, ticks);
        // Steps that are distances and end near zero make a 1 % move a multiple down there: no margin is made for that.
        fc.pre((ladder.at(-1)?.ticks as number) * 4 >= PRICE);
        expect(ladder.map((row) => row.withheld)).toEqual(ladder.map(() => null));
      }),
      { numRuns: 300 },
    );
  });
});
