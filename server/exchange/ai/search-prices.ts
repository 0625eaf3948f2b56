import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { PriceNeed } from '../jobs/job.ts';
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

/** What a worker needs for the same. */
export function searchNeed(spec: MarketSpec, fromMs: number, toMs: number): PriceNeed {
  return { instruments: marketsOf(spec).map(instrumentOf), fromMs, toMs };
}

/** The same out of what a worker has. Searches look at no volumes. */
export function searchPricesOf(spec: MarketSpec, markets: Readonly<Record<string, MarketColumns>>): SearchPrices {
  const [own, ...companions] = marketsOf(spec).map((market) => {
    const instrument = instrumentOf(market);
    const columns = markets[instrument];
    if (columns === undefined) throw new Error(`A search on ${spec.market} came without the prices of ${instrument}`);
    const { volume: _volume, ...candles } = columns.candles;
    return [instrument, { ...columns, candles }] as const;
  });
  if (own === undefined) throw new Error('A search without a market');
  return spec.companions === undefined ? own[1] : { ...own[1], others: Object.fromEntries(companions) };
}
