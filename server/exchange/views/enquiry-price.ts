import { baseQuantityOf, isContract, orderUnitsOf } from '#lib/formulas/contract-value.ts';
import { divUp } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';

/** Levels of the book that are looked at before the book model answers for what lies deeper. */
const DEPTH = 200;

/**
 * What closing `size` (coins, or signed contracts) against the present book would bring a unit (H42), in ticks rounded
 * against who closes: coins and longs are sold to the bids, shorts bought from the asks. The last price when there is
 * nothing to close. Null while no price is known.
 */
export function enquiryTicks(feed: MarketFeed, spec: MarketSpec, size: bigint, timeMs: number): number | null {
  const instrument = instrumentOf(spec);
  const last = feed.lastTicks(instrument, timeMs);
  if (last === null || size === 0n) return last;
  const side = size > 0n ? 'sell' : 'buy';
  const held = size > 0n ? size : -size;
  const quantity = isContract(spec) ? orderUnitsOf(spec, held) : held;
  const { bids, asks } = feed.book(instrument, timeMs, DEPTH);
  let left = quantity;
  let value = 0n;
  for (const level of side === 'sell' ? bids : asks) {
    const taken = level.quantity < left ? level.quantity : left;
    value += taken * BigInt(level.ticks);
    left -= taken;
    if (left === 0n) return Number(side === 'sell' ? value / quantity : divUp(value, quantity));
  }
  const inBase = isContract(spec) ? baseQuantityOf(spec, held, last) : quantity;
  return feed.marketFillTicks(instrument, side, inBase, last, timeMs);
}
