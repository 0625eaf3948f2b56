import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';

/** Prices in the test's hand: `held` replaces what the simulated market says of an instrument now; null = nobody knows it. */
export function heldFeed() {
  const real = createSimulatedFeed({ seed: 'exchange-tests' });
  const held = {
    last: new Map<string, number | null>(),
    mark: new Map<string, number | null>(),
    index: new Map<string, number | null>(),
    funding: null as bigint | null,
  };
  const at = (prices: ReadonlyMap<string, number | null>, instrument: string, otherwise: () => number | null) => {
    const price = prices.get(instrument);
    return price === undefined ? otherwise() : price;
  };
  const feed: MarketFeed = {
    ...real,
    lastTicks: (instrument, timeMs) => at(held.last, instrument, () => real.lastTicks(instrument, timeMs)),
    markTicks: (instrument, timeMs) => at(held.mark, instrument, () => real.markTicks(instrument, timeMs)),
    indexTicks: (instrument, timeMs) => at(held.index, instrument, () => real.indexTicks(instrument, timeMs)),
    expectedFundingRate: (instrument, timeMs) => held.funding ?? real.expectedFundingRate(instrument, timeMs),
  };
  return { feed, held };
}
