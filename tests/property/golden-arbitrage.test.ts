import fc from 'fast-check';
import { createArbitrage, restoreArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import { arbitrageScenario } from './engine-markets-scenario.ts';
import { goldenLives, severalMarkets } from './golden-chapters.ts';
import { marketsCases, marketsPauses } from './golden-markets-life.ts';

goldenLives('arbitrage', { create: createArbitrage, restore: restoreArbitrage }, [
  severalMarkets(
    'any arbitrage',
    250,
    fc.tuple(arbitrageScenario(), marketsCases).map(([scenario, life]) => ({ scenario, ...life })),
  ),
  severalMarkets(
    'paused and continued',
    80,
    fc.tuple(arbitrageScenario(), marketsPauses).map(([scenario, life]) => ({ scenario, ...life })),
  ),
]);
