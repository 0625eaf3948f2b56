import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketKind, type MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec, specsOfKind } from '../market/instruments.ts';
import { readTicker } from '../market/ticker.ts';

/** Tickers of a kind of market, or of one market of it; null when there is no such market. A market without a price has no row. */
export function tickersOf(feed: MarketFeed, type: MarketKind, market: string | undefined, nowMs: number) {
  const only = market === undefined ? undefined : findSpec(feed, market, type);
  const specs = market === undefined ? specsOfKind(feed, type) : only === undefined ? [] : [only];
  return specs.length === 0 ? null : specs.flatMap((spec) => tickerView(feed, spec, nowMs));
}

/** Nothing for a market without a price: a ticker that knows nothing says nothing. */
function tickerView(feed: MarketFeed, spec: MarketSpec, nowMs: number) {
  const ticker = readTicker(feed, instrumentOf(spec), nowMs);
  if (ticker === null) return [];
  return [
    {
      market: spec.market,
      last: formatTicks(spec, ticker.lastTicks),
      change_24h: formatAmount(ticker.changeE8),
      high_24h: formatTicks(spec, ticker.highTicks),
      low_24h: formatTicks(spec, ticker.lowTicks),
      base_volume_24h: formatAmount(ticker.baseVolume),
      quote_volume_24h: formatAmount(ticker.quoteVolume),
      time: Math.floor(ticker.timeMs / 1000),
    },
  ];
}
