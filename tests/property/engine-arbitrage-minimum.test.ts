import fc from 'fast-check';
import { describe, it } from 'vitest';
import { averageFillTicks, bookDepthUnits } from '#lib/engine/book-model.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import { arbitrageMinimum } from '#lib/formulas/arbitrage-terms.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { createArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { futuresRecorder } from './engine-futures-scenario.ts';
import { withCompanions } from './engine-markets-scenario.ts';
import { START_MS } from './engine-scenario.ts';

/** Contracts of 0.00001 to 1 coin beside lots of 0.000001 to 0.01. */
const markets = fc.record({
  lotUnits: fc.constantFrom(100n, 10_000n, 1_000_000n),
  quantoUnits: fc.constantFrom(1_000n, 10_000n, 1_000_000n, 100_000_000n),
  sizeMin: fc.constantFrom(1n, 5n),
  minBaseUnits: fc.constantFrom(100n, 100_000n),
});

describe('the minimum of an arbitrage', () => {
  it('opens both legs at a price up to 1 % worse, whatever the lots, contracts, leverage and funding (C-248, H34, E-288)', () => {
    fc.assert(
      fc.property(
        markets,
        fc.integer({ min: 100, max: 2_000_000 }),
        fc.integer({ min: -100, max: 100 }),
        fc.constantFrom(1, 2, 3),
        fc.constantFrom(null, -20_000n, 10_000n, 75_000n),
        ({ lotUnits, quantoUnits, sizeMin, minBaseUnits }, ticks, worse, leverage, expectedE8) => {
          const spec = testSpec({ lotUnits, minBaseUnits });
          const contract: ContractSpec = testContract({ quantoUnits, sizeMin });
          const investment = arbitrageMinimum(spec, contract, ticks, leverage, expectedE8);
          const view: MarketView = {
            movingAverage: () => Number.NaN,
            expectedFundingRate: () => expectedE8,
            marketFillTicks: (feed, side, quantity, at) =>
              averageFillTicks({
                side,
                quantity,
                ticks: at,
                depthUnits: bookDepthUnits(feed === 0 ? spec : contract, at),
              }),
          };
          const { sink, fills, finishes } = futuresRecorder();
          const params = {
            spec: withCompanions(spec, [contract]),
            contract,
            feeRate: 100_000n,
            investment,
            leverage,
            spreadE8: 100_000_000n,
          };
          const now = Math.round((ticks * (10_000 + worse)) / 10_000);
          const machine = createArbitrage(params, view, sink);
          machine.start([now, now, now], START_MS);
          expect(finishes).toEqual([]);
          expect(fills.map(({ feed, side }) => `${side} ${feed}`)).toEqual(['buy 0', 'sell 1']);
          expect(machine.equity([now, now, now]).residual).toBe(0n);
        },
      ),
      { numRuns: 500 },
    );
  });
});
