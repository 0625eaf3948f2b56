import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';

/** Levels of the book that are looked at before the book model answers for what lies deeper. */
const DEPTH = 200;

/**
 * What selling `quantity` base units into the present book would bring a unit (H42), in ticks rounded against the
 * seller; the last price when there is nothing to sell. Null while no price is known.
 */
export function enquiryTicks(feed: MarketFeed, spec: MarketSpec, quantity: bigint, timeMs: number): number | null {
  const last = feed.lastTicks(spec.market, timeMs);
  if (last === null || quantity === 0n) return last;
  let left = quantity;
  let value = 0n;
  for (const level of feed.book(spec.market, timeMs, DEPTH).bids) {
    const taken = level.quantity < left ? level.quantity : left;
    value += taken * BigInt(level.ticks);
    left -= taken;
    if (left === 0n) return Number(value / quantity);
  }
  return feed.marketFillTicks(spec.market, 'sell', quantity, last, timeMs);
}
