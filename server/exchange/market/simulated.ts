import { createDayFeed, dayNumberOf } from './day-feed.ts';
import type { MarketFeed } from './feed.ts';
import { hashText } from './hash-random.ts';
import { FIRST_SIMULATED_DAY } from './simulated-anchors.ts';
import { createSimulatedDays } from './simulated-days.ts';
import { PAPER_MARKETS } from './specs.ts';

/**
 * The offline market: a pure function of (seed, market, time) from 2020-01-01 on. Correlated coins, volatility
 * regimes, surges and jumps; history needs no files and a restart changes nothing. Not a model to make money with.
 */
export function createSimulatedFeed(options: { readonly seed: string }): MarketFeed {
  const seed = hashText(options.seed);
  return createDayFeed({
    name: 'simulated',
    specs: PAPER_MARKETS,
    seed,
    source: createSimulatedDays(seed, PAPER_MARKETS),
    open: async (nowMs) => {
      if (dayNumberOf(nowMs) < FIRST_SIMULATED_DAY) throw new Error('The simulated market begins on 2020-01-01');
    },
  });
}
