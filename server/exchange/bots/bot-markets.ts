import { feedsOf, marketsOf } from '#lib/engine/bot-feeds.ts';
import { type ContractSpec, isContract } from '#lib/formulas/contract-value.ts';
import type { PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { instrumentOf, type MarketKind, type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { Place, PlaceRefusal } from '#lib/strategies/exchange-kind.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';

/** The markets that a payload is about as one spec (its other markets are the companions), or what is wrong with them. */
export function specOfPayload<K extends RunnableKind>(
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  kind: K,
  payload: PayloadByKind[K],
): MarketSpec | PlaceRefusal {
  const place = kindOf(kind).place(payload);
  return 'issue' in place ? place : specAt(feed, place);
}

/** Finds the spec of a place that has been traded at; bots of the same markets share one. Throws where this exchange lacks it. */
export function placedSpecs(feed: Pick<MarketFeed, 'specs' | 'contracts'>): (place: Place) => MarketSpec {
  const known = new Map<string, MarketSpec>();
  return (place) => {
    const key = JSON.stringify(place);
    const spec = known.get(key) ?? specAt(feed, place);
    if (isPlaceRefusal(spec)) throw new Error(`an ended bot traded ${key}, a market that this exchange lacks`);
    known.set(key, spec);
    return spec;
  };
}

export function isPlaceRefusal(found: MarketSpec | PlaceRefusal): found is PlaceRefusal {
  return 'field' in found;
}

function specAt(feed: Pick<MarketFeed, 'specs' | 'contracts'>, place: Place): MarketSpec | PlaceRefusal {
  const spec = findSpec(feed, place.market, place.type);
  const unknown = { field: place.marketField ?? 'market', issue: 'market-unknown' };
  if (spec === undefined) return unknown;
  if (place.companions === undefined) return spec;
  const companions: Record<string, MarketSpec> = {};
  for (const { market, type } of place.companions) {
    const companion = findSpec(feed, market, type);
    if (companion === undefined) return unknown;
    companions[instrumentOf(companion)] = companion;
  }
  return { ...spec, companions };
}

/** Keys of the prices that wake a bot. */
export function instrumentsOf(spec: MarketSpec): readonly string[] {
  return marketsOf(spec).map(instrumentOf);
}

/** The contract that a bot trades; null for bots of spot markets only. No bot trades two. */
export function contractOf(spec: MarketSpec): ContractSpec | null {
  return marketsOf(spec).find(isContract) ?? null;
}

/** Whether a bot trades a market, by its name on the wire. */
export function tradesMarket(spec: MarketSpec, market: string): boolean {
  return marketsOf(spec).some((one) => one.market === market);
}

/** Index of an instrument's last price among a bot's prices. */
export function lastFeedOf(spec: MarketSpec, instrument: string): number {
  return feedsOf(spec).findIndex(({ market, price }) => market === instrument && price === 'last');
}

/** Index of the mark price of a bot's contract among its prices; −1 for bots of spot markets only. */
export function markFeedOf(spec: MarketSpec): number {
  return feedsOf(spec).findIndex(({ price }) => price === 'mark');
}

/** One market of a bot with the account that its termination is asked about (M-114). */
export interface BotLeg {
  readonly spec: MarketSpec;
  readonly kind: MarketKind;
}

export function legsOf(spec: MarketSpec): readonly BotLeg[] {
  return marketsOf(spec).map((market) => ({ spec: market, kind: marketKindOf(market) }));
}
