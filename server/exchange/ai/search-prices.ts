import type { SearchPrices } from '#lib/engine/search/stretch.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { gatherColumns } from '../market/gather-columns.ts';

/** The prices of [fromMs, toMs) in memory that threads share. Null when `isOver` says that nobody wants them any more. */
export async function gatherPrices(
  feed: MarketFeed,
  spec: MarketSpec,
  fromMs: number,
  toMs: number,
  isOver: () => boolean,
): Promise<SearchPrices | null> {
  const gathered = await gatherColumns(feed, spec, fromMs, toMs, { isOver });
  if (gathered === null) return null;
  const { candles, marks, funding } = gathered;
  return marks === undefined || funding === undefined ? { candles } : { candles, marks, funding };
}
