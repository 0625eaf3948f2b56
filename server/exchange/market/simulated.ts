import { createBasis } from './basis.ts';
import { followSpot, withContractDays } from './contract-days.ts';
import { PAPER_CONTRACTS } from './contracts.ts';
import { createDayFeed, dayNumberOf } from './day-feed.ts';
import type { MarketFeed } from './feed.ts';
import { hashText } from './hash-random.ts';
import { FIRST_SIMULATED_DAY } from './simulated-anchors.ts';
import { createSimulatedDays } from './simulated-days.ts';
import { PAPER_MARKETS } from './specs.ts';

/**
 * The offline market: a pure function of (seed, market, time) from 2020-01-01 on. Correlated coins, volatility
 * regimes, surges and jumps; perpetual contracts follow spot with a basis and funding. History needs no files and a restart changes nothing. Not a model to make money with.
 */
export function createSimulatedFeed(options: { readonly seed: string }): MarketFeed {
  const seed = hashText(options.seed);
  const contracts = followSpot(PAPER_CONTRACTS, PAPER_MARKETS);
  return createDayFeed({
    name: 'simulated',
    specs: PAPER_MARKETS,
    seed,
    contracts,
    source: withContractDays(createSimulatedDays(seed, PAPER_MARKETS), contracts, createBasis(seed)),
    open: async (nowMs) => {
      if (dayNumberOf(nowMs) < FIRST_SIMULATED_DAY) throw new Error('The simulated market begins on 2020-01-01');
    },
  });
}
