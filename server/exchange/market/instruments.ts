import { type ContractSpec, isContract } from '#lib/formulas/contract-value.ts';
import { type MarketKind, type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { MarketFeed } from './feed.ts';

/** All markets of a kind that the feed has. */
export function specsOfKind(feed: Pick<MarketFeed, 'specs' | 'contracts'>, kind: MarketKind): readonly MarketSpec[] {
  return kind === 'spot' ? feed.specs : feed.contracts.filter((spec) => marketKindOf(spec) === kind);
}

/**
 * The market that a call means by `market` and `type`. The contract of bitcoin that is settled in bitcoin is called
 * BTC_USD, and BTC_USDT where callers name it after its coin's market: both mean the one there is.
 */
export function findSpec(
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  market: string,
  kind: MarketKind = 'spot',
): MarketSpec | undefined {
  const specs = specsOfKind(feed, kind);
  const named = specs.find((spec) => spec.market === market);
  if (named !== undefined || kind !== 'futures_btc') return named;
  return specs.find((spec) => market === `${spec.base}_USDT`);
}

/** The contract of a market with this settle asset in the wire's lower case ("usdt"); undefined when there is none. */
export function findContract(
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  market: string,
  settle: string,
): ContractSpec | undefined {
  const kind = settle === 'usdt' ? 'futures_usdt' : settle === 'btc' ? 'futures_btc' : null;
  const spec = kind === null ? undefined : findSpec(feed, market, kind);
  return spec !== undefined && isContract(spec) ? spec : undefined;
}
