import type { MarketView } from '#lib/engine/machine.ts';
import type { MarketFeed } from './feed.ts';
import { createMovingAverage, type MovingAverage } from './moving-average.ts';

/**
 * What machines may ask of a feed. `markets[i]` is the market of the machine's feed i. All views of an exchange should
 * share one `average`, so that a thousand bots of a market share its sums.
 */
export function createMarketView(
  feed: MarketFeed,
  markets: readonly string[],
  average: MovingAverage = createMovingAverage(feed),
): MarketView {
  function marketOf(index: number): string {
    const market = markets[index];
    if (market === undefined) throw new Error(`The view has no feed ${index}`);
    return market;
  }
  return {
    movingAverage: (index, minutes, timeMs) => average(marketOf(index), minutes, timeMs),
    marketFillTicks: (index, side, quantity, ticks, timeMs) =>
      feed.marketFillTicks(marketOf(index), side, quantity, ticks, timeMs),
  };
}
