import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { type Gathered, gatherColumns, type MarketColumns } from '../market/gather-columns.ts';

/** The prices of [fromMs, toMs) of a market and of its companions, in memory that threads share. Null when `isOver` says that nobody wants them any more. */
export async function gatherPrices(
  feed: MarketFeed,
  spec: MarketSpec,
  fromMs: number,
  toMs: number,
  isOver: () => boolean,
): Promise<SearchPrices | null> {
  const own = await gatherColumns(feed, spec, fromMs, toMs, { isOver });
  if (own === null) return null;
  if (spec.companions === undefined) return columnsOf(own);
  const others: Record<string, MarketColumns> = {};
  for (const companion of Object.values(spec.companions)) {
    const gathered = await gatherColumns(feed, companion, fromMs, toMs, { isOver });
    if (gathered === null) return null;
    others[instrumentOf(companion)] = columnsOf(gathered);
  }
  return { ...columnsOf(own), others };
}

function columnsOf({ known: _known, ...columns }: Gathered): MarketColumns {
  return columns;
}
