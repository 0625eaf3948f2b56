import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as body from '#lib/kinds/arbitrage/engine.ts';
import * as old from '#tests/property/old-machines/arbitrage.ts';
import { compareMarketHouses, marketsCases } from './body-markets-twins.ts';
import { arbitrageScenario } from './engine-markets-scenario.ts';

const OLD = { create: old.createArbitrage, restore: old.restoreArbitrage };
const NEW = { create: body.createArbitrage, restore: body.restoreArbitrage };

describe('the spot-futures arbitrage on the body', () => {
  it('is the machine before it, to the last unit: the spread, both legs, funding, reductions, liquidation and the end', () => {
    fc.assert(
      fc.property(arbitrageScenario(), marketsCases, (scenario, life) => compareMarketHouses(OLD, NEW, scenario, life)),
      { numRuns: 200 },
    );
  });
});
