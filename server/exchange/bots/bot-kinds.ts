import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT, effectiveTakerFee } from '#lib/formulas/fees.ts';
import {
  definitionOf,
  type EngineParamsByKind,
  type PayloadByKind,
  type RunnableKind,
} from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { type FeeRateE8, instrumentOf, type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { CheckContext } from '#lib/strategies/definition.ts';
import type { Fund, KindPlan } from '#lib/strategies/exchange-kind.ts';
import type { TradingAccount } from '../ledger/account-names.ts';
import type { KnownMarket } from '../market/feed.ts';
import { type Prices, profitAssetOf, usdtPrice } from './bot-equity.ts';
import { contractOf, instrumentsOf } from './bot-markets.ts';
import type { StoredPayload } from './bot-record.ts';
import type { LiveBot } from './live-bot.ts';

/** Whether the exchange can run a kind. */
export function isRunnable(kind: StrategyType): kind is RunnableKind {
  return Object.hasOwn(MACHINES, kind);
}

/** Fee that a bot of this kind pays on this market: the contract's own taker fee, or the account's. Every account has the default fees: there are no VIP tiers here. */
export function botFeeRate(spec: MarketSpec, kind: StrategyType): FeeRateE8 {
  return (
    spec.contract?.takerE8 ??
    effectiveTakerFee(spec.market, KIND_FACTS[kind].hasLowFeeTag, DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT)
  );
}

/** Account that a bot's money comes from and goes back to (E9): a definition says "futures" or "by market", the market which of them. */
export function tradingAccountOf(kind: RunnableKind, spec: MarketSpec): TradingAccount {
  const { account } = definitionOf(kind).calls;
  return account === 'futures' || account === 'by-market' ? marketKindOf(spec) : account;
}

/** Exact engine parameters of a stored payload that has passed the check. */
export function engineParamsOf<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
  feeRate: FeeRateE8,
): EngineParamsByKind[K] {
  return definitionOf(kind).params(payload, spec, feeRate);
}

/** The same as a replay of days that are past takes them. */
export function replayParamsOf<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
  feeRate: FeeRateE8,
): EngineParamsByKind[K] {
  return engineParamsOf(kind, definitionOf(kind).replayed?.(payload) ?? payload, spec, feeRate);
}

const NO_MONEY_ASKED = { available: null, minAmount: null };

/**
 * What the check needs to know of the market. `available` (and of kinds that take coins, `held`) is the trader's, null
 * for guests and questions; `minAmount` is null until it is known.
 */
export function checkContext(
  feed: KnownMarket,
  spec: MarketSpec,
  kind: RunnableKind,
  timeMs: number,
  known: Pick<CheckContext, 'available' | 'minAmount' | 'held'> = NO_MONEY_ASKED,
): CheckContext {
  const prices: Record<string, number> = {};
  for (const instrument of instrumentsOf(spec)) {
    const ticks = feed.lastTicks(instrument, timeMs);
    if (ticks !== null) prices[instrument] = ticks;
  }
  return {
    spec,
    lastTicks: prices[instrumentOf(spec)] ?? null,
    prices,
    nextFundingE8: nextFundingOf(feed, spec, timeMs),
    maxGrid: spec.maxGrid,
    feeRate: botFeeRate(spec, kind),
    phase: 'exchange',
    ...known,
  };
}

function nextFundingOf(feed: KnownMarket, spec: MarketSpec, timeMs: number): bigint | null {
  const contract = contractOf(spec);
  return contract === null ? null : feed.expectedFundingRate(instrumentOf(contract), timeMs);
}

/** The prices of a bot's feeds at a moment; null while one of its markets has none. A mark price that is not known is the last price. */
export function knownPrices(feed: KnownMarket, spec: MarketSpec, timeMs: number): Prices | null {
  const prices: number[] = [];
  for (const { market, price } of feedsOf(spec)) {
    const last = feed.lastTicks(market, timeMs);
    const ticks = price === 'mark' ? (feed.markTicks(market, timeMs) ?? last) : last;
    if (ticks === null) return null;
    prices.push(ticks);
  }
  return prices;
}

/** What a bot of this payload needs – `minimum`, units of the investment asset – and would be at the last prices (knownPrices). Only for payloads whose check has no error but in the money. */
export function planOf(
  feed: KnownMarket,
  kind: RunnableKind,
  payload: StoredPayload,
  spec: MarketSpec,
  prices: Prices,
  timeMs: number,
): KindPlan & { readonly minimum: bigint } {
  const params = engineParamsOf(kind, payload, spec, botFeeRate(spec, kind));
  const minimum = minimumOf(feed, kind, params, spec, prices, timeMs);
  return { ...kindOf(kind).plan(params, prices[0] as number), minimum };
}

/** The smallest investment of a bot of these params at the last prices (knownPrices), units of the investment asset. */
export function minimumOf<K extends RunnableKind>(
  feed: KnownMarket,
  kind: K,
  params: EngineParamsByKind[K],
  spec: MarketSpec,
  prices: Prices,
  timeMs: number,
): bigint {
  return definitionOf(kind).minimum(params, {
    lastTicks: prices[0] as number,
    assetInUsdt: usdtPrice(feed, profitAssetOf(spec), timeMs),
    nextFundingE8: nextFundingOf(feed, spec, timeMs),
  });
}

/** Coins that a bot of these parameters is funded with in place of money; empty when it is money. */
export function coinsOf<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): readonly Fund[] {
  return kindOf(kind).funds?.(params) ?? [];
}

/** Where a bot trades, in the word of its create call. */
export function instrumentTypeOf({ record, spec }: LiveBot): string {
  return 'instrument_type' in record.payload ? record.payload.instrument_type : marketKindOf(spec);
}
