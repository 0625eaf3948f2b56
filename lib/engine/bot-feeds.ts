import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import type { PriceFeedId } from './machine.ts';

/** The markets that a bot which is created on `spec` trades: its own, then the companions in their order. */
export function marketsOf(spec: MarketSpec): readonly MarketSpec[] {
  return spec.companions === undefined ? [spec] : [spec, ...Object.values(spec.companions)];
}

const known = new WeakMap<MarketSpec, readonly PriceFeedId[]>();

/**
 * The prices of a bot that is created on `spec`, in the order of `BotMachine.feeds`: of each of its markets the last
 * price and, of contracts, the mark price after it. `market` is the instrument's key. One list for all bots on a spec.
 */
export function feedsOf(spec: MarketSpec): readonly PriceFeedId[] {
  const feeds = known.get(spec) ?? feedsFor(spec);
  known.set(spec, feeds);
  return feeds;
}

function feedsFor(spec: MarketSpec): readonly PriceFeedId[] {
  return marketsOf(spec).flatMap((market): PriceFeedId[] => {
    const instrument = instrumentOf(market);
    const last: PriceFeedId = { market: instrument, price: 'last' };
    return market.contract === undefined ? [last] : [last, { market: instrument, price: 'mark' }];
  });
}

/** The market of one of those feeds: what a fill of that feed was traded on. */
export function marketOfFeed(spec: MarketSpec, feed: number): MarketSpec {
  if (spec.companions === undefined) return spec;
  const instrument = feedsOf(spec)[feed]?.market;
  const market = marketsOf(spec).find((one) => instrumentOf(one) === instrument);
  if (market === undefined) throw new Error(`${spec.market} has no feed ${feed}`);
  return market;
}

/** Whether a bot trades several markets, so that it acts at minute boundaries only (DECISIONS.md, Portfolios and arbitrage). */
export function tradesSeveralMarkets(spec: MarketSpec): boolean {
  return spec.companions !== undefined;
}
