import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createSmartPosition, restoreSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import { createPortfolio, restorePortfolio } from '#tests/property/old-machines/portfolio.ts';
import { compareMarketHouses, marketsCases } from './body-markets-twins.ts';
import { portfolioScenario } from './engine-markets-scenario.ts';

const OLD = { create: createPortfolio, restore: restorePortfolio };
const NEW = { create: createSmartPosition, restore: restoreSmartPosition };

describe('the smart position on the body', () => {
  it('is the machine before it, to the last unit: targets, rebalances, what is withheld, stops and the end', () => {
    fc.assert(
      fc.property(portfolioScenario(), marketsCases, (scenario, life) => compareMarketHouses(OLD, NEW, scenario, life)),
      { numRuns: 200 },
    );
  });

  it('is it where the owner changes stops and rebalancing while it runs', () => {
    const rules = portfolioScenario({ isFree: true }).chain((scenario) =>
      portfolioScenario().map(({ params: { stopLossE8, stopProfitE8, rebalance } }) => ({
        scenario,
        change: { stopLossE8, stopProfitE8, rebalance },
      })),
    );
    fc.assert(
      fc.property(rules, marketsCases, ({ scenario, change }, life) =>
        compareMarketHouses(OLD, NEW, scenario, life, (params) => ({ ...params, ...change })),
      ),
      { numRuns: 100 },
    );
  });
});
