import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract } from '../market/instruments.ts';

/** Where the feed has a gap at an expiry, the index of at most so many minutes before it serves. */
const GAP_MINUTES = 10;

/** A market whose coin is taken: quoted in USDT, with a contract, whose index price settles the orders. */
export interface DualMarket {
  readonly spec: MarketSpec;
  readonly contract: ContractSpec;
}

export function dualMarkets(feed: Pick<MarketFeed, 'specs' | 'contracts'>): readonly DualMarket[] {
  return feed.specs.flatMap((spec) => {
    const contract = spec.quote === 'USDT' ? findContract(feed, spec.market, 'usdt') : undefined;
    return contract === undefined ? [] : [{ spec, contract }];
  });
}

/** The index price in force at a time, USDT units per coin: that of an expiry settles its orders, whenever it is asked for. Null = not known (yet). */
export function indexAt(feed: Pick<MarketFeed, 'indexTicks'>, { contract }: DualMarket, timeMs: number): bigint | null {
  const ticks = feed.indexTicks(instrumentOf(contract), timeMs);
  return ticks === null || ticks <= 0 ? null : BigInt(ticks) * contract.tickUnits;
}

/** In a gap of the feed: the index price that was in force last before a time. Null = not known either. */
export function gapPrice(feed: Pick<MarketFeed, 'indexTicks'>, market: DualMarket, timeMs: number): bigint | null {
  for (let back = 1; back <= GAP_MINUTES; back += 1) {
    const price = indexAt(feed, market, timeMs - back * MINUTE_MS);
    if (price !== null) return price;
  }
  return null;
}
