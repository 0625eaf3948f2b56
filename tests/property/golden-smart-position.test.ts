import fc from 'fast-check';
import { createSmartPosition, restoreSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import { portfolioScenario } from './engine-markets-scenario.ts';
import { goldenLives, severalMarkets } from './golden-chapters.ts';
import { marketsCases, marketsPauses } from './golden-markets-life.ts';

/** The owner changes stops and rebalancing while it runs. */
const changed = portfolioScenario({ isFree: true }).chain((scenario) =>
  portfolioScenario().map(({ params: { stopLossE8, stopProfitE8, rebalance } }) => ({
    scenario,
    change: { stopLossE8, stopProfitE8, rebalance },
  })),
);

goldenLives('smart-position', { create: createSmartPosition, restore: restoreSmartPosition }, [
  severalMarkets(
    'any portfolio',
    200,
    fc.tuple(portfolioScenario(), marketsCases).map(([scenario, life]) => ({ scenario, ...life })),
  ),
  severalMarkets(
    'stops and rebalancing changed',
    100,
    fc.tuple(changed, marketsCases).map(([{ scenario, change }, life]) => ({
      scenario,
      ...life,
      change: (params) => ({ ...params, ...change }),
    })),
  ),
  severalMarkets(
    'paused and continued',
    80,
    fc.tuple(portfolioScenario(), marketsPauses).map(([scenario, life]) => ({ scenario, ...life })),
  ),
]);
