import { averageFillTicks, bookDepthUnits, unitsWithin } from '../../engine/book-model.ts';
import { marketOfFeed } from '../../engine/bot-feeds.ts';
import type { MarketView } from '../../engine/machine.ts';
import type { MarketSpec } from '../../money/market-spec.ts';

/** The same market with one part of `thinness` of the book that the model has, one lot at least. Rounded against the taker, as the model is. */
export function withThinBook(view: MarketView, spec: MarketSpec, thinness: bigint): MarketView {
  const depth = (feed: number, ticks: number): bigint => {
    const market = marketOfFeed(spec, feed);
    const thin = bookDepthUnits(market, ticks) / thinness;
    return thin < market.lotUnits ? market.lotUnits : thin;
  };
  return {
    ...view,
    marketFillTicks: (feed, side, quantity, ticks) =>
      averageFillTicks({ side, quantity, ticks, depthUnits: depth(feed, ticks) }),
    depthWithin: (feed, side, limitTicks, ticks) =>
      unitsWithin({ side, limitTicks, ticks, depthUnits: depth(feed, ticks) }),
  };
}
